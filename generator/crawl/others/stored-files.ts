// Asks stores about the files of a model, with a HEAD for each file: an IPFS gateway, and a store that has files under their
// SHA-256. A file must exist and have its size. Its bytes are checked as far as that is possible without reading weights.
import { hash } from 'node:crypto';
import { defined } from '../../../src/basics/defined.ts';
import { sha256OfRawBlock } from '../../../src/nouns/cid.ts';
import type { Place } from '../../../src/nouns/source-kinds.ts';
import { type Source, sourceUrl } from '../../../src/service/sources.ts';
import {
  type KnownModel,
  type OtherBytes,
  type OtherFound,
  type OtherSource,
  placeFound,
  type SourceFile,
} from './other-source.ts';

/** A store, and the names under which it has a model. */
interface StorePlace {
  source: Source;
  fetch: typeof fetch;
  /** The names that the store has for the model. */
  place: Place;
}

/**
 * Remembers the files that were found in a store. A file that is addressed by its hash, or that is below an IPFS root,
 * never changes.
 */
export interface PlaceMemory {
  /**
   * True if every file was found unchanged at `place`, a store with its names for a model. `files` is one hash over all
   * these files.
   */
  isProved(place: string, files: string): boolean;
  keepProved(place: string, files: string): void;
}

/** The maximum size in bytes of a file that is read to check its hash. */
const SMALL = 256 * 1024;

type Answer = 'held' | 'none' | { sha256: string };

/**
 * Checks the files of a model in a store. The result lacks the store's names for the model. If an earlier check found
 * every file unchanged, asks for the largest file, and checks every file again only if the largest is missing.
 */
async function foundIn(store: StorePlace, memory: PlaceMemory, model: KnownModel): Promise<OtherFound> {
  const source = store.source.token;
  const key = JSON.stringify([source, store.place]);
  const files = hash('sha256', JSON.stringify(model.files.map(({ path, sha256 }) => [path, sha256])));
  if (memory.isProved(key, files) && (await isStillThere(store, model)))
    return { kind: 'place', source, names: {}, differs: [] };
  const found = await allOf(store, model);
  if (found.kind === 'place' && !found.held && found.differs.length === 0) memory.keepProved(key, files);
  return found;
}

/** Asks for the largest file, which an earlier check has found. It may be missing now, but it can't have changed. */
async function isStillThere(store: StorePlace, { files }: KnownModel): Promise<boolean> {
  const largest = files.reduce((one, other) => (other.size > one.size ? other : one));
  const head = await headOf(store, largest);
  return head !== undefined && head.size === largest.size;
}

/**
 * Checks every file, one after the other: a store that must look for its files is not faster if it gets several
 * requests.
 */
async function allOf(store: StorePlace, model: KnownModel): Promise<OtherFound> {
  const held: string[] = [];
  const differs: OtherBytes[] = [];
  for (const file of model.files) {
    const answer = await fileIn(store, file);
    if (answer === 'held') held.push(file.path);
    else if (answer !== 'none') differs.push({ path: file.path, sha256: answer.sha256 });
  }
  return placeFound(store.source.token, model, held, differs);
}

/**
 * Tells whether the store holds a file. If the CID is that of a single raw block, it contains the file's hash, which
 * decides. Otherwise the size must be right. A small file is then also read and hashed, unless its address is its hash.
 */
async function fileIn(store: StorePlace, file: SourceFile): Promise<Answer> {
  const head = await headOf(store, file);
  if (!head) return 'none';
  const proved = head.cid === undefined ? undefined : sha256OfRawBlock(head.cid);
  if (proved !== undefined) return proved === file.sha256 ? 'held' : { sha256: proved };
  if (head.size !== undefined && head.size !== file.size) return 'none';
  if (file.size > SMALL || isByHash(store.source)) return head.size === file.size ? 'held' : 'none';
  const response = await store.fetch(urlOf(store, file), { headers: IDENTITY });
  if (response.status !== 200) throw new Error(`it answers ${response.status} for ${file.path}`);
  const sha256 = hash('sha256', new Uint8Array(await response.arrayBuffer()));
  return sha256 === file.sha256 ? 'held' : { sha256 };
}

/** True if the source addresses files by their hash. */
export const isByHash = ({ template }: Source) => template.includes('{sha256}');

/** Requests a file without compression, so that Content-Length is the size of the file. */
const IDENTITY = { 'Accept-Encoding': 'identity' };

/** Gives the size and the CID that the store states for a file; undefined when it has no such file. */
async function headOf(store: StorePlace, file: SourceFile) {
  const response = await store.fetch(urlOf(store, file), { method: 'HEAD', headers: IDENTITY });
  if (response.status === 404 || response.status === 410) return undefined;
  if (response.status !== 200) throw new Error(`it answers ${response.status} for ${file.path}`);
  const length = response.headers.get('content-length');
  // The header lists the CIDs of all parts of the path. The file's own CID is the last (path gateway specification,
  // "X-Ipfs-Roots").
  const cid = response.headers.get('x-ipfs-roots')?.split(',').at(-1)?.trim();
  return { size: length === null ? undefined : Number(length), cid };
}

const urlOf = ({ source, place }: StorePlace, file: SourceFile) => sourceUrl(source, place, file);

/** A model at a revision whose files are below an IPFS root. */
interface RootPin {
  model: string;
  revision: string;
  /** The root, as a CID. */
  root: string;
  /** The day when the root was pinned, if it is known. */
  pinned?: string;
}

interface GatewaySettings {
  source: Source;
  fetch: typeof fetch;
  pins: readonly RootPin[];
  memory: PlaceMemory;
}

/** Makes the source. It answers only for models that are pinned at the revision in the index. */
export function gatewaySource({ source, fetch, pins, memory }: GatewaySettings): OtherSource {
  const byModel = new Map(pins.map((pin) => [`${pin.model.toLowerCase()} ${pin.revision}`, pin]));
  return {
    source: source.token,
    display: source.display,
    async ask(model) {
      const pin = byModel.get(`${model.id.toLowerCase()} ${model.revision}`);
      if (!pin) return undefined;
      const { root, pinned } = pin;
      const found = await foundIn({ source, fetch, place: { root } }, memory, model);
      const names = { root, ...defined({ pinned }) };
      return found.kind === 'place' ? { ...found, names } : found;
    },
  };
}

interface StoreSettings {
  source: Source;
  fetch: typeof fetch;
  /** The names of models that have another name in the store, by the id in lower case. The map may be empty. */
  names: ReadonlyMap<string, string>;
  memory: PlaceMemory;
}

/** Makes the source. A run asks it about every model. */
export function storeSource({ source, fetch, names, memory }: StoreSettings): OtherSource {
  return {
    source: source.token,
    display: source.display,
    async ask(model) {
      const id = names.get(model.id.toLowerCase()) ?? model.id;
      const place = { id, revision: source.defaultRevision ?? model.revision };
      const found = await foundIn({ source, fetch, place: isNamed(source) ? place : {} }, memory, model);
      return found.kind === 'place' && isNamed(source) && id !== model.id ? { ...found, names: { id } } : found;
    },
  };
}

/**
 * True if an address needs the model's name and not only the hash, as in a registry with a repository for each model.
 */
const isNamed = ({ template }: Source) => template.includes('{id}');
