// Reads the members of service.yaml by a table: a reader for each member. The sentence about a wrong member names its
// place in the file.
import { own } from '../basics/records.ts';
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

export function fail(where: string, fault: string): never {
  throw new ServiceError(`${where} ${fault}.`);
}

/** Reads the value at the place `where`, such as `sources[0].host`. Throws a ServiceError for a wrong value. */
type Reader<T> = (value: unknown, where: string) => T;
type Readers = Readonly<Record<string, Reader<unknown>>>;
type Read<R extends Readers> = { [K in keyof R]: ReturnType<R[K]> };

/**
 * Makes a reader of maps that have all members of `needed`, and perhaps those of `optional`. It refuses any other member,
 * because a misspelt name would otherwise be ignored silently. A member without a value counts as absent.
 */
export const members =
  <N extends Readers, O extends Readers>(needed: N, optional: O): Reader<Read<N> & Partial<Read<O>>> =>
  (value, where) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value))
      fail(where || 'the file', 'must be a map of names to values');
    const readers = Object.entries({ ...needed, ...optional });
    const at = (key: string) => (where === '' ? key : `${where}.${key}`);
    const known = readers.map(([key]) => key);
    for (const key of Object.keys(value))
      if (!known.includes(key)) fail(at(key), `is unknown; known are ${known.join(', ')}`);
    const read = readers.flatMap(([key, reader]) => {
      const member = own(value as Record<string, unknown>, key) ?? undefined;
      if (member === undefined && key in needed) fail(at(key), 'is missing');
      return member === undefined ? [] : [[key, reader(member, at(key))]];
    });
    return Object.fromEntries(read);
  };

/** Makes a reader of texts for which `isGood` is true; by default of all that are not empty. */
export const textThat =
  (isGood: (text: string) => boolean, fault: string): Reader<string> =>
  (value, where) => {
    const read = text(value, where);
    return isGood(read) ? read : fail(where, fault);
  };

export const text: Reader<string> = (value, where) =>
  typeof value === 'string' && value !== ''
    ? value
    : fail(where, 'must be a text; quote what YAML reads as something else');

/** Reads a whole number from 1 to `most`. */
export const countUpTo =
  (most: number, of = ''): Reader<number> =>
  (value, where) =>
    Number.isInteger(value) && (value as number) >= 1 && (value as number) <= most
      ? (value as number)
      : fail(where, `must be a whole number ${of}from 1 to ${most}`);

/** Makes a reader of lists that `isGood` accepts. */
export const listThat =
  <T>(item: Reader<T>, isGood: (length: number) => boolean, fault: string): Reader<T[]> =>
  (value, where) =>
    Array.isArray(value) && isGood(value.length)
      ? value.map((one, index) => item(one, `${where}[${index}]`))
      : fail(where, fault);

/** Reads a text as the start of URLs. */
export const base: Reader<string> = (value, where) =>
  (typeof value === 'string' ? parseUrlBase(value) : undefined) ??
  fail(where, 'must be an http(s) URL without login or query');

/** Reads an address at which a person can be reached. */
export const contact = textThat(
  (address) => /^(https?:\/\/|mailto:)\S+$/.test(address),
  'must be an http(s) or mailto URL',
);
