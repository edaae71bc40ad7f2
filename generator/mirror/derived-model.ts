// Checks a model in another hub's catalog: an import of the same model into this hub must make the same entry, objects
// and row.

import { canonicalJson, defined, isRecord } from '../../src/basics/records.ts';
import { shownLine } from '../../src/basics/shown-text.ts';
import { parseCardObject } from '../../src/catalog/card-object.ts';
import { formatEntryLine, parseEntryLine } from '../../src/catalog/catalog-object.ts';
import { areDaysBy } from '../../src/catalog/entry-days.ts';
import { parseModelObject } from '../../src/catalog/model-object.ts';
import { parseSourceObject } from '../../src/catalog/source-object.ts';
import { derivedTags } from '../../src/model/derived-facts.ts';
import { type Address, addressFromHex, parseAddress } from '../../src/nouns/address.ts';
import type { Service } from '../../src/service/service.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import type { CatalogEntry } from '../../src/shapes/objects.ts';
import { readImportRow } from '../import/rows/import-row.ts';
import { writeModel } from '../import/write-model.ts';
import { blake3Hex } from '../process/blake3.ts';
import { importRowOf } from './import-row-of.ts';

/** A model as a catalog describes it: two lines, and the objects that these lines name. */
export interface NamedModel {
  id: string;
  /** The day of the catalog. */
  day: string;
  entry: CatalogEntry;
  entryLine: string;
  rowLine: string;
  /** The text of the model object, followed by those of the source objects in the order of the entry. */
  texts: readonly string[];
  /** The text of the card object; undefined if the model has none, or if the card was taken down. */
  card: string | undefined;
}

/** Reads the line of `id` in a catalog. Returns undefined if it does not name objects by their addresses. */
export function readEntry(line: string, id: string): CatalogEntry | undefined {
  try {
    const { id: named, entry } = parseEntryLine(line);
    const { model, sources, card = model } = entry;
    return named === id && [model, card, ...sources].every((one) => parseAddress(String(one))) ? entry : undefined;
  } catch {
    return undefined;
  }
}

/** Lists the faults of a model, each as the end of a sentence; empty if the model may be served. */
export function modelFaults(named: NamedModel, service: Service): string[] {
  const { id, day, entry, texts } = named;
  try {
    const [model, sources] = [parseModelObject(texts[0]!), texts.slice(1).map(parseSourceObject)];
    const row = JSON.parse(named.rowLine) as ModelRow;
    if (canonicalJson(row) !== named.rowLine || !isRecord(row.hub)) return ['its row is not canonical JSON'];
    const { text } = named.card === undefined ? {} : parseCardObject(named.card);
    const reading = readImportRow(Buffer.from(JSON.stringify(importRowOf(row, model, sources, text))), service);
    if ('faults' in reading) return reading.faults.map(({ field, reason }) => `${field} ${reason}`);
    if (!('row' in reading) || reading.row.id !== id) return ['its row is of another model'];
    if (!areDaysBy(day, entry)) return ['its entry has impossible days'];
    // The import finds the model object as that of the day before, and uses it again only if it makes the same one.
    const store = {
      get: (address: Address) => (address === entry.model ? texts[0]! : ''),
      put: (object: string) => addressFromHex(blake3Hex(Buffer.from(object))),
    };
    const writing = { store, service, day, headers: undefined, takedowns: new Set<string>() };
    const made = writeModel(writing, reading.row, entry, undefined);
    const partial = sources.filter(({ files }) => files !== undefined && files.length > 0).map(({ source }) => source);
    const names = service.sources.filter(({ token }) => partial.includes(token)).map(({ display }) => display);
    return [
      ...entryFaults(named, made.entry),
      ...rowFaults(named.rowLine, row, made.row, names, derivedTags(reading.row.files)),
    ].slice(0, TOLD);
  } catch (error) {
    return [(error as Error).message];
  }
}

/** Sources may be in the order of the other hub. A card may be gone. */
function entryFaults({ id, entry, entryLine, card }: NamedModel, made: CatalogEntry): string[] {
  const kept = card === undefined ? defined({ card: entry.card }) : {};
  const expected = { ...made, ...kept, sources: inOrder(entry.sources, [made.sources]) };
  return formatEntryLine(id, expected) === entryLine ? [] : differing('entry', membersOf(entry), membersOf(expected));
}

/** `line` is `row` in canonical JSON. `partial` names the sources with only some of the files: versions before 0.2 listed these too. */
function rowFaults(line: string, row: ModelRow, made: ModelRow, partial: string[], derived: string[]): string[] {
  const { sources = [] } = made.hub;
  const all = [...new Set([...sources, ...partial])];
  const hub = { ...made.hub, sources: inOrder(row.hub.sources ?? [], [sources, all]) };
  for (const name of LATER) if (!Object.hasOwn(row.hub, name)) delete hub[name];
  const { tags: _, ...others } = made;
  // An earlier version derived no tags from files.
  const tags = made.tags?.filter((tag) => !derived.includes(tag) || row.tags?.includes(tag)) ?? [];
  const expected = { ...others, hub, ...(tags.length > 0 && { tags }) };
  if (canonicalJson(expected) === line) return [];
  const lines = (of: ModelRow) => [...membersOf({ ...of, hub: undefined }), ...membersOf(of.hub, 'hub.')];
  return differing('row', lines(row), lines(expected));
}

/**
 * Members that later versions added to rows. An older row may lack them, but must not have a value other than the
 * expected one.
 */
const LATER = ['copy_bytes', 'format_bytes', 'tensors', 'quants', 'parameters', 'context'] as const;
/** The maximum number of faults that a message names, and the maximum number of characters of a field's name in it. */
const [TOLD, LONGEST] = [5, 60];

/** Returns `found` if it is one of `lists` in another order; else the first of these. */
const inOrder = <T extends string>(found: T[], lists: T[][]) =>
  lists.some((list) => canonicalJson([...list].sort()) === canonicalJson([found].flat().sort())) ? found : lists[0]!;

const membersOf = (of: object, prefix = '') =>
  Object.entries(of).flatMap(([name, value]) =>
    value === undefined ? [] : `${prefix}${name}\n${canonicalJson(value)}`,
  );

/** Names the members that only one of two lists has with this value. */
function differing(what: string, found: readonly string[], made: readonly string[]): string[] {
  const other = [...found.filter((one) => !made.includes(one)), ...made.filter((one) => !found.includes(one))];
  const names = new Set(other.map((line) => line.split('\n')[0]!));
  return [...(names.size > 0 ? names : ['A member of two names'])].map(
    (name) => `${shownLine(name).slice(0, LONGEST)} in its ${what} is not what an import here makes of its objects`,
  );
}
