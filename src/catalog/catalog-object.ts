// The objects of the catalog: models, sources and cards (decisions 0013 and 0031), the days in a model's entry, and the
// layout of the catalog object itself: canonical JSON with one line for each model and each search row, so that readers
// can stream it.
//
//   {"format":…,"gated":[…],"models":{          the head, one line
//   "owner/name":{"model":…,"sources":[…]},     a line for each model, sorted by id
//   },"prev":…,"rows":[                         the middle, one line
//   {…ModelRow…},                               a line for each row, sorted by id
//   ],"snapshot":"2026-11-20"}                  the tail
//
// Line feeds are the only white space. Ids are ASCII, so byte order and string order agree.
import { canonicalJson, defined, isTextThat } from '../basics/records.ts';
import type { Address } from '../nouns/address.ts';
import { isDay } from '../nouns/calendar.ts';
import { CARD_FORMAT, CATALOG_FORMAT, MODEL_FORMAT, SOURCE_FORMAT } from '../shapes/formats.ts';
import type { CardObject, CatalogEntry, ModelObject, SourceObject } from '../shapes/objects.ts';

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

/** The path of the card in a model's repository. */
export const CARD_PATH = 'README.md';

/** The maximum size in bytes of a card in UTF-8; a larger README.md is a file like any other. */
export const MAX_CARD = 256 * 1024;

/** Returns the bytes of an object, as text. The object's address is the BLAKE3 of these bytes. */
export const formatObject = (object: CardObject | ModelObject | SourceObject): string => canonicalJson(object);

/** These read an object. They throw if the text is no such object; the store has checked its hash already. */
export const parseCardObject = (text: string): CardObject => parseObject(text, CARD_FORMAT);
export const parseModelObject = (text: string): ModelObject => parseObject(text, MODEL_FORMAT);
export const parseSourceObject = (text: string): SourceObject => parseObject(text, SOURCE_FORMAT);

/** Reads the object in `text`. Throws for another format; the message is the end of a sentence. */
function parseObject<T extends { format: string }>(text: string, format: T['format']): T {
  let value: T | null;
  try {
    value = JSON.parse(text) as T | null;
  } catch {
    throw new Error(`expected a ${format} object, found what is not JSON`);
  }
  if (value?.format !== format) throw new Error(`expected a ${format} object, found ${String(value?.format)}`);
  return value;
}

/** The maximum number of days kept of one model: its page shows no more revisions. */
export const MOST_DAYS = 10;

/** The days in an entry. Older catalogs have none. */
export type EntryDays = Pick<CatalogEntry, 'indexed' | 'days'>;

/**
 * Returns the days of a model in the catalog of `day`. `before` has the days in the previous catalog; it is undefined
 * if that catalog lacked the model. `isSame` is true if the model's object has not changed; the days then stay the
 * same.
 */
export function daysOn(day: string, before: EntryDays | undefined, isSame: boolean): EntryDays {
  if (!before) return { indexed: day };
  const { indexed } = before;
  const days = isSame ? before.days : [day, ...daysOfObjects(before)].slice(0, MOST_DAYS);
  return defined({ indexed, days });
}

/** Returns the known days on which objects of the model joined the index, newest first. */
export function daysOfObjects({ indexed, days }: EntryDays): readonly string[] {
  return days ?? (indexed === undefined ? [] : [indexed]);
}

/** True if the days in an entry are valid: real dates up to `day`, newest first, and not too many. */
export function areDaysBy(day: string, entry: EntryDays): boolean {
  const { indexed, days } = entry;
  if (days !== undefined && !(Array.isArray(days) && days.length > 0 && days.length <= MOST_DAYS)) return false;
  const all = [...(days ?? []), ...(indexed === undefined ? [] : [indexed])];
  if (!all.every(isTextThat((one) => isDay(one) && one <= day))) return false;
  // The last of `days` may equal `indexed`, because a model's id and its first object join the index on the same day.
  return all.every((one, at) => at === 0 || one < all[at - 1]! || (at === days?.length && one === all[at - 1]));
}
