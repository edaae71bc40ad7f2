// Derives headers and other facts of answers from the rows of the route table.
import { own } from '../basics/own.ts';
import type { Representation, Row } from './route.ts';

/** The content type of each representation. */
export const REPRESENTATION_TYPES: Readonly<Record<Representation, string>> = {
  html: 'text/html; charset=utf-8',
  json: 'application/json; charset=utf-8',
  markdown: 'text/markdown; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
};

/** Returns the media type of a representation, without the charset. */
export const mediaTypeOf = (as: Representation): string => REPRESENTATION_TYPES[as].split(';')[0]!;

/** True for a row with a page that the website makes on request. */
export const isLivePage = ({ when, type, as }: Pick<Row, 'when' | 'type' | 'as'>): boolean =>
  when === 'live' && (type?.startsWith('text/html') || as?.includes('html')) === true;

/** True if the answers of the row may have compressed forms. All documents and pages may. */
export function hasForms(row: Pick<Row, 'when' | 'type' | 'as' | 'compressed'>): boolean {
  return row.compressed === true || row.as !== undefined || isLivePage(row);
}

/** Lists the request headers that decide between forms of an answer, for `Vary`. */
export function variesBy(row: Pick<Row, 'when' | 'type' | 'as' | 'compressed'>): string[] {
  const isNegotiated = (row.as?.length ?? 0) > 1 || isLivePage(row);
  return [...(isNegotiated ? ['Accept'] : []), ...(hasForms(row) ? ['Accept-Encoding'] : [])];
}

/** Returns the row with the cache life and headers for addresses that contain the hash of their answer. */
export function hashedRow({ hashed, ...row }: Row): Row {
  if (!hashed) return row;
  return { ...row, cache: hashed.cache, headers: [...(row.headers ?? []), ...(hashed.headers ?? [])] };
}

/** True if `params` contain the hash of the answer. */
export function isHashed({ hashed }: Pick<Row, 'hashed'>, params: object): boolean {
  const value = hashed && own(params as Record<string, string>, hashed.param);
  return value !== undefined && new RegExp(`^(?:${hashed!.like})$`).test(value);
}
