// Reads the members of service.yaml. The sentence about a wrong member names its place in the file.
import { parseUrlBase } from '../nouns/url-base.ts';

/** Thrown for a wrong value in service.yaml. The message is one sentence that names the value's place. */
export class ServiceError extends Error {
  /** The sentence without the name of the file, for callers that know the file by another name. */
  readonly fault: string;

  constructor(fault: string) {
    super(`service.yaml: ${fault}`);
    this.fault = fault;
  }
}

/** The members of a map in service.yaml. */
export type Facts = Record<string, unknown>;

export function fail(where: string, fault: string): never {
  throw new ServiceError(`${where} ${fault}.`);
}

/**
 * Returns the place of a member, such as `sources[0].host`. `where` is the place of the map; '' for the file itself.
 */
export const at = (where: string, key: string): string => (where === '' ? key : `${where}.${key}`);

/**
 * Returns the map at a place. Throws a ServiceError for a member that is not in `known`, because a misspelt name would
 * otherwise be ignored silently.
 */
export function factsAt(value: unknown, where: string, known: readonly string[]): Facts {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    fail(where || 'the file', 'must be a map of names to values');
  for (const key of Object.keys(value))
    if (!known.includes(key)) fail(at(where, key), `is unknown; known are ${known.join(', ')}`);
  return value as Facts;
}

/** Reads a text as the start of URLs. Throws a ServiceError for any other value. */
export const baseAt = (text: unknown, where: string): string =>
  (typeof text === 'string' ? parseUrlBase(text) : undefined) ??
  fail(where, 'must be an http(s) URL without login or query');
