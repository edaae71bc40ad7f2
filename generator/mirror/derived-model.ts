// Checks a model in another hub's catalog: an import of the same model into this hub must make the same entry, objects
// and row.
import { canonicalJson, defined, isRecord, own } from '../../src/basics/records.ts';
import { shownLine } from '../../src/basics/shown-text.ts';
import {
  areDaysBy,
  formatEntryLine,
  parseCardObject,
  parseEntryLine,
  parseModelObject,
  parseSourceObject,
} from '../../src/catalog/catalog-object.ts';
import { type Address, addressFromHex, parseAddress } from '../../src/nouns/address.ts';
import { factsIn } from '../../src/nouns/browse-facts.ts';
import { P2P, type Service } from '../../src/service/service.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import type { CatalogEntry, ModelObject, SourceObject } from '../../src/shapes/objects.ts';
import { readImportRow } from '../import/rows/import-row.ts';
import { writeModel } from '../import/write-model.ts';
import { blake3Hex } from '../process/blake3.ts';

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
    if (formatEntryLine(id, entry) !== named.entryLine) return ['its entry is not canonical JSON'];
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
    const writing = { store, service, day, takedowns: new Set<string>() };
    const made = writeModel(writing, reading.row, entry);
    // A card that was taken down is not there to be derived.
    const shown = ({ card, sources, ...rest }: CatalogEntry) =>
      canonicalJson({ ...rest, sources: sources.toSorted(), ...(text !== undefined && defined({ card })) });
    if (shown(entry) !== shown(made.entry)) return ['its entry is not what an import here makes of its objects'];
    return rowFaults(row, made.row, sources, service);
  } catch (error) {
    return [(error as Error).message];
  }
}

/** The maximum number of faults that a message names, and the maximum number of characters of a field's name in it. */
const [TOLD, LONGEST] = [5, 60];

/**
 * Lists the members of `row` that are not what an import makes of its objects. A row that an earlier version wrote may
 * lack facts, but for those that every row has.
 */
function rowFaults({ hub, ...row }: ModelRow, made: ModelRow, sources: readonly SourceObject[], service: Service) {
  const tokens = new Set(sources.map(({ source }) => source));
  // Versions before 0.2 named the sources with only some of the files too.
  const held = service.sources.flatMap(({ token, display }) => (tokens.has(token) ? display : []));
  const expected = { ...made.hub, sources: [...(made.hub.sources ?? []), ...held] };
  const wrong = [
    ...differing(row, made),
    ...differing({ ...hub, manifest: hub.manifest, files: hub.files }, expected).map((name) => `hub.${name}`),
  ];
  return wrong
    .slice(0, TOLD)
    .map((name) => `${shownLine(name).slice(0, LONGEST)} in its row is not what an import here makes of its objects`);
}

/** Lists the members of `found` that differ from those of `made`. A list may lack entries that `made` has. */
const differing = (found: object, made: object): string[] =>
  Object.entries(found).flatMap(([name, value]: [string, unknown]) => {
    const expected = own(made as Record<string, unknown>, name);
    const isPart = Array.isArray(value) && Array.isArray(expected) && value.every((one) => expected.includes(one));
    return isPart || (value !== undefined && expected !== undefined && canonicalJson(value) === canonicalJson(expected))
      ? []
      : name;
  });

/** Makes the import row of a model. A model that is no longer listed has no browse facts. */
export function importRowOf(row: ModelRow, model: ModelObject, sources: readonly SourceObject[], card?: string) {
  const { license, files, parameters, context } = model;
  const places = sources.map(({ format: _, model: __, kind: ___, ...given }) => given);
  // Another hub may have put any value here. A comparison finds a wrong value later.
  const named: unknown = row.hub?.sources;
  const isWithPeers = Array.isArray(named) && named.includes(P2P.display);
  const isListed = row.hub?.listed !== false;
  return {
    ...{ id: row.id, revision: row.sha, files, ...factsIn(row) },
    // The catalog row has these facts under other names.
    ...{ license, parameters, context, library: row.library_name },
    ...(isListed ? {} : { listed: false }),
    ...defined({ card }),
    sources: [...places, ...(isWithPeers ? [{ source: P2P.token }] : [])],
  };
}
