// The layout of the catalog object: canonical JSON with one line for each model and each search row, so that readers
// can stream it.
//
//   {"format":…,"gated":[…],"models":{          the head, one line
//   "owner/name":{"model":…,"sources":[…]},     a line for each model, sorted by id
//   },"prev":…,"rows":[                         the middle, one line
//   {…ModelRow…},                               a line for each row, sorted by id
//   ],"snapshot":"2026-11-20"}                  the tail
//
// Line feeds are the only white space. Ids are ASCII, so byte order and string order agree.

import { canonicalJson } from '../basics/records.ts';
import type { Address } from '../nouns/address.ts';
import { CATALOG_FORMAT } from '../shapes/formats.ts';
import type { CatalogEntry } from '../shapes/objects.ts';

/** The members of the catalog except its two long lists, `models` and `rows`. */
export interface CatalogFrame {
  /** The sorted ids of models whose origin demands a login. The hub refuses them and never lists them. */
  gated: string[];
  /** The address of the previous day's catalog; null on the first day. */
  prev: Address | null;
  /** The day of the catalog, YYYY-MM-DD. */
  snapshot: string;
}

/** Returns the first line, without its line feed. */
export function formatHead(frame: CatalogFrame): string {
  return `{"format":${JSON.stringify(CATALOG_FORMAT)},"gated":${JSON.stringify(frame.gated)},"models":{`;
}

/** Returns the line between models and rows. */
export function formatMiddle(frame: CatalogFrame): string {
  return `},"prev":${JSON.stringify(frame.prev)},"rows":[`;
}

/** Returns the last line. */
export function formatTail(frame: CatalogFrame): string {
  return `],"snapshot":${JSON.stringify(frame.snapshot)}}`;
}

/** Returns the line of a model, without a comma and a line feed. */
export function formatEntryLine(id: string, entry: CatalogEntry): string {
  return `${JSON.stringify(id)}:${canonicalJson(entry)}`;
}

/** Reads a model's line, which may end with a comma. Throws if the line has no model. */
export function parseEntryLine(line: string): { id: string; entry: CatalogEntry } {
  const member = Object.entries(JSON.parse(`{${line.replace(/,$/, '')}}`) as Record<string, CatalogEntry>)[0];
  if (!member) throw new Error('an empty line among the catalog’s models');
  return { id: member[0], entry: member[1] };
}

/** Reads the first line. Throws an error that names the format if this version cannot read it. */
export function parseCatalogHead(line: string): { gated: string[] } {
  const found = /^\{"format":("[^"\\]*"),"gated":(\[.*\]),"models":\{$/.exec(line);
  if (!found || JSON.parse(found[1]!) !== CATALOG_FORMAT)
    throw new Error(
      `unknown catalog format ${found?.[1] ?? JSON.stringify(line.slice(0, 60))}; this version reads ${CATALOG_FORMAT}`,
    );
  try {
    return { gated: JSON.parse(found[2]!) as string[] };
  } catch {
    throw new Error('the gated ids of the catalog are not JSON');
  }
}

/** Reads the line between models and rows. */
export function parseMiddle(line: string): { prev: Address | null } {
  const found = /^\},"prev":(null|"blake3:[0-9a-f]{64}"),"rows":\[$/.exec(line);
  if (!found) throw new Error('the catalog has no line between models and rows');
  return { prev: JSON.parse(found[1]!) as Address | null };
}

/** Reads the last line. */
export function parseCatalogTail(line: string): { snapshot: string } {
  const found = /^\],"snapshot":"(\d{4}-\d{2}-\d{2})"\}$/.exec(line);
  if (!found) throw new Error('the catalog has no last line: it was cut short');
  return { snapshot: found[1]! };
}
