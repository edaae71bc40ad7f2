// Reads the source records that people published about models of this index, and skips invalid records. For each model
// and source only the newest record counts, but every record of chunks counts. A record without files withdraws the
// earlier ones.
import type { openObjectFiles } from '../../../functions/stores/objects/object-files.ts';
import { textOf } from '../../../functions/stores/packs/packed-file.ts';
import { isRecord } from '../../../src/basics/is-record.ts';
import { MAX_PAGE, MOST_RECORDS } from '../../../src/basics/limits.ts';
import { parseChunkRecord } from '../../../src/catalog/chunk-record.ts';
import { parseModelObject } from '../../../src/catalog/model-object.ts';
import { parseAddress } from '../../../src/nouns/address.ts';
import { dayOf } from '../../../src/nouns/calendar.ts';
import { OBJECT_MEDIA_TYPES } from '../../../src/nouns/media-types.ts';
import { PLACE_NAMES, sourceKind } from '../../../src/nouns/source-kinds.ts';
import type { Service } from '../../../src/service/service.ts';
import type { Source } from '../../../src/service/sources.ts';
import { SOURCE_FORMAT } from '../../../src/shapes/formats.ts';
import type { ObjectMetadata } from '../../../src/shapes/object-plane.ts';
import type { ModelFile, ModelObject, PublishedSource } from '../../../src/shapes/objects.ts';
import type { ObjectStore } from '../../days/object-store.ts';
import { type RowSource, readSources } from '../../import/rows/row-sources.ts';

/** The token in records of chunks. No source of a service has this token. */
const CHUNKS = 'objects';

export interface ReadRecord extends Pick<PublishedSource, 'record' | 'published' | 'source'> {
  model: ModelObject;
  /** The files that the record names, with their facts from the index. */
  files: readonly ModelFile[];
  /**
   * The source that the record names, and the model's names there; absent for chunks, and for a source that this
   * service lacks.
   */
  at?: { source: Source; place: RowSource };
  /** The number of files whose hash is the same as in the index; only in a record of chunks. */
  joined?: number;
}

interface Reading {
  objects: Pick<ReturnType<typeof openObjectFiles>, 'list' | 'read'>;
  service: Service;
  /** The object store of the index. */
  store: ObjectStore;
}

/**
 * Reads the records, the newest first. Skips objects that are no records, and records about models that the index
 * lacks.
 */
export async function readRecords({ objects, service, store }: Reading): Promise<ReadRecord[]> {
  const records: ReadRecord[] = [];
  const closed = new Set<string>();
  const counts = new Map<string, number>();
  for await (const metadata of sourceRecords(objects)) {
    const record = await readRecord({ objects, service, store }, metadata);
    if (!record) continue;
    const { model, source, files } = record;
    const about = `${model.id.toLowerCase()} ${model.revision}`;
    const key = `${about} ${source}`;
    const count = counts.get(about) ?? 0;
    if (closed.has(key) || count >= MOST_RECORDS) continue;
    if (files.length === 0 || source !== CHUNKS) closed.add(key);
    if (files.length === 0) continue;
    counts.set(about, count + 1);
    records.push(record);
  }
  return records;
}

/** Lists the objects that have the media type of source records, the newest first. */
async function* sourceRecords(objects: Reading['objects']): AsyncGenerator<ObjectMetadata> {
  for (let place: ObjectMetadata | undefined; ; ) {
    const page = await objects.list(MAX_PAGE, place);
    for (const one of page) if (one.media_type.startsWith(OBJECT_MEDIA_TYPES.source)) yield one;
    if (page.length < MAX_PAGE) return;
    place = page.at(-1);
  }
}

async function readRecord(
  { objects, service, store }: Reading,
  metadata: ObjectMetadata,
): Promise<ReadRecord | undefined> {
  const record = parseAddress(metadata.id);
  const object = record && (await objects.read(record));
  if (!object) return undefined;
  const text = await textOf(object.file);
  const value = recordIn(text);
  const model = value && modelOf(store, value.model);
  if (!model || typeof value.source !== 'string' || !/^.{1,60}$/.test(value.source)) return undefined;
  const facts = { record, published: dayOf(metadata.created_at_millis), source: value.source, model };
  if (value.kind === 'chunks') return chunksIn(text, facts);
  const files = filesNamed(model, value.files);
  if (files === undefined) return undefined;
  const source = service.sources.find(({ token }) => token === value.source);
  if (!source || files.length === 0 || value.kind !== sourceKind(source)) return { ...facts, files };
  const names = PLACE_NAMES.filter((name) => typeof value[name] === 'string').map((name) => [name, value[name]]);
  const place = readSources(model, [{ source: source.token, ...Object.fromEntries(names) }], service);
  // An array holds faults: the source can't have a model under this name.
  return Array.isArray(place) ? { ...facts, files } : { ...facts, files, at: { source, place: place.places[0]! } };
}

function recordIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && value.format === SOURCE_FORMAT ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Gives the model object at an address; undefined if the index has none there. */
function modelOf(store: ObjectStore, address: unknown): ModelObject | undefined {
  const parsed = typeof address === 'string' ? parseAddress(address) : undefined;
  try {
    return parsed && store.has(parsed) ? parseModelObject(store.get(parsed)) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Gives the files of the model that a record lists, or all files if it has no list. Gives undefined if the list holds
 * anything but paths of the model.
 */
function filesNamed({ files }: ModelObject, listed: unknown): readonly ModelFile[] | undefined {
  if (listed === undefined) return files;
  if (!Array.isArray(listed)) return undefined;
  const paths = new Set<unknown>(listed);
  const named = files.filter(({ path }) => paths.has(path));
  return named.length === paths.size ? named : undefined;
}

function chunksIn(text: string, facts: Omit<ReadRecord, 'files'>): ReadRecord | undefined {
  const record = parseChunkRecord(text);
  if (typeof record === 'string') return undefined;
  const joined = new Map(record.joined.map((file) => [file.path, file]));
  const files = facts.model.files.filter(({ path }) => joined.has(path));
  const right = files.filter(({ path, size, sha256 }) => {
    const file = joined.get(path)!;
    return file.sha256 === sha256 && file.size === size;
  });
  return { ...facts, source: CHUNKS, files, joined: right.length };
}
