// Reads the members of service.yaml. A wrong member gives a sentence that names its place.
import { parseUrlBase } from '../nouns/url-base.ts';

/** service.yaml has a wrong value. The message is one sentence that names the place. */
export class ServiceError extends Error {
  /** The sentence without the name of the file, for callers that know the file by another name. */
  readonly fault: string;

  constructor(fault: string) {
    super(`service.yaml: ${fault}`);
    this.fault = fault;
  }
}

/** The members of a map. */
export type Facts = Record<string, unknown>;

export function fail(where: string, fault: string): never {
  throw new ServiceError(`${where} ${fault}.`);
}

/** Names the place of a member, such as `sources[0].host`; `where` is '' for the file itself. */
export const at = (where: string, key: string): string => (where === '' ? key : `${where}.${key}`);

/**
 * Gives the map at a place. Fails if it has other members than `known`, because a member with a misspelt name would
 * otherwise be ignored silently.
 */
export function factsAt(value: unknown, where: string, known: readonly string[]): Facts {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    fail(where || 'the file', 'must be a map of names to values');
  for (const key of Object.keys(value))
    if (!known.includes(key)) fail(at(where, key), `is unknown; known are ${known.join(', ')}`);
  return value as Facts;
}

/** Reads a text as the base of URLs. */
export const baseAt = (text: unknown, where: string): string =>
  (typeof text === 'string' ? parseUrlBase(text) : undefined) ??
  fail(where, 'must be an http(s) URL without login or query');
