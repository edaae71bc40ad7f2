// The members of service.yaml as they are read: a wrong one is a sentence that names its place.
import { parseUrlBase } from '../nouns/url-base.ts';

/** service.yaml says something that can't be. The message is one sentence that names the place. */
export class ServiceError extends Error {
  /** The sentence without the name of the file, for whoever knows that it is called otherwise. */
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

/** The place of a member; the file itself has no name. */
export const at = (where: string, key: string): string => (where === '' ? key : `${where}.${key}`);

/** The map at a place, of these members alone: a misspelt name would be a fact that silently isn't there. */
export function factsAt(value: unknown, where: string, known: readonly string[]): Facts {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    fail(where || 'the file', 'must be a map of names to values');
  for (const key of Object.keys(value))
    if (!known.includes(key)) fail(at(where, key), `is unknown; known are ${known.join(', ')}`);
  return value as Facts;
}

/** The base of addresses that a text writes. */
export const baseAt = (text: unknown, where: string): string =>
  (typeof text === 'string' ? parseUrlBase(text) : undefined) ??
  fail(where, 'must be an http(s) URL without login or query');
