// Checks files one by one in a store, with a HEAD each: the file must exist with its size, and with its bytes as far as
// that shows without reading them.
import { hash } from 'node:crypto';
import { sha256OfRawBlock } from '../../../src/nouns/cid.ts';
import type { Place } from '../../../src/nouns/source-kinds.ts';
import { type Source, sourceUrl } from '../../../src/service/sources.ts';
import { type KnownModel, type OtherFound, placeFound, type SourceFile } from './other-source.ts';

/** A place of a model in a store. */
interface StorePlace {
  source: Source;
  fetch: typeof fetch;
  /** The names that the store has for the model. */
  place: Place;
}

/** Remembers the files that were found in a place: a file by its hash, or below a root, never changes. */
export interface PlaceMemory {
  /** True if all of these files were found unchanged in that place; `files` is a hash over them. */
  isProved(place: string, files: string): boolean;
  keepProved(place: string, files: string): void;
}

/** Larger files are not read to be hashed. */
const SMALL = 256 * 1024;

type Answer = 'held' | 'none' | { sha256: string };

/** Gives the files of a model that a place has, without its names; one request is enough if all were there before. */
export async function foundIn(store: StorePlace, memory: PlaceMemory, model: KnownModel): Promise<OtherFound> {
  const source = store.source.token;
  const key = JSON.stringify([source, store.place]);
  const files = hash('sha256', JSON.stringify(model.files.map(({ path, sha256 }) => [path, sha256])));
  if (memory.isProved(key, files) && (await isStillThere(store, model)))
    return { kind: 'place', source, names: {}, differs: [] };
  const found = await allOf(store, model);
  if (found.kind === 'place' && !found.held && found.differs.length === 0) memory.keepProved(key, files);
  return found;
}

/** Sends one request: an earlier file is either present or missing, but never different. */
async function isStillThere(store: StorePlace, { files }: KnownModel): Promise<boolean> {
  const largest = files.reduce((one, other) => (other.size > one.size ? other : one));
  const told = await headOf(store, largest);
  return told !== undefined && told.size === largest.size;
}

/** Checks every file, one after the other, since haste does not help a store that has to look for them. */
async function allOf(store: StorePlace, model: KnownModel): Promise<OtherFound> {
  const held: string[] = [];
  const differs: { path: string; sha256: string }[] = [];
  for (const file of model.files) {
    const answer = await fileIn(store, file);
    if (answer === 'held') held.push(file.path);
    else if (answer !== 'none') differs.push({ path: file.path, sha256: answer.sha256 });
  }
  return placeFound(store.source.token, model, held, differs);
}

/**
 * Tells whether a file is held: its size must be right, and its bytes too, where that shows without reading weights: by
 * its address if that is its hash, by the name of its block if it is one raw block, else by reading it if it is small.
 */
async function fileIn(store: StorePlace, file: SourceFile): Promise<Answer> {
  const told = await headOf(store, file);
  if (!told) return 'none';
  const proved = told.cid === undefined ? undefined : sha256OfRawBlock(told.cid);
  if (proved !== undefined) return proved === file.sha256 ? 'held' : { sha256: proved };
  if (told.size !== undefined && told.size !== file.size) return 'none';
  if (file.size > SMALL || isByHash(store.source)) return told.size === file.size ? 'held' : 'none';
  const response = await store.fetch(urlOf(store, file), { headers: IDENTITY });
  if (response.status !== 200) throw new Error(`it answers ${response.status} for ${file.path}`);
  const sha256 = hash('sha256', new Uint8Array(await response.arrayBuffer()));
  return sha256 === file.sha256 ? 'held' : { sha256 };
}

/** True where files are addressed by their hash. */
export const isByHash = ({ template }: Source) => template.includes('{sha256}');

/** A length must count the file, not its compressed form. */
const IDENTITY = { 'Accept-Encoding': 'identity' };

/** Gives the size and the CID that the store states for a file; undefined when it has no such file. */
async function headOf(store: StorePlace, file: SourceFile) {
  const response = await store.fetch(urlOf(store, file), { method: 'HEAD', headers: IDENTITY });
  if (response.status === 404 || response.status === 410) return undefined;
  if (response.status !== 200) throw new Error(`it answers ${response.status} for ${file.path}`);
  const length = response.headers.get('content-length');
  // The header lists the CIDs of the path's parts, the file's own last (path gateway specification, "X-Ipfs-Roots").
  const cid = response.headers.get('x-ipfs-roots')?.split(',').at(-1)?.trim();
  return { size: length === null ? undefined : Number(length), cid };
}

const urlOf = ({ source, place }: StorePlace, file: SourceFile) => sourceUrl(source, place, file);
