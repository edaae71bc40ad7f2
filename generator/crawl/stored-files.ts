// Asks stores about the files of a model, with a HEAD for each file: an IPFS gateway, and a store that has files under their
// SHA-256. A file must exist and have its size. Its bytes are checked as far as that is possible without reading weights.
import { hash } from 'node:crypto';
import { sha256OfRawBlock } from '../../src/nouns/address.ts';
import type { Place } from '../../src/nouns/source-kinds.ts';
import { type Source, sourceUrl } from '../../src/service/sources.ts';
import type { Compared, CrawlMemory, KnownModel, OtherBytes, SourceFile } from './crawl-memory.ts';

/** A store, and the names under which it has a model. */
interface StorePlace {
  source: Source;
  fetch: typeof fetch;
  place: Place;
}

/** The maximum size in bytes of a file that is read to check its hash. */
const SMALL = 256 * 1024;
/** Requests a file without compression, so that Content-Length is the size of the file. */
const IDENTITY = { 'Accept-Encoding': 'identity' };

/** True if the source addresses files by their hash. */
export const isByHash = ({ template }: Source) => template.includes('{sha256}');

/**
 * Compares the files of a model with those in a store. A file that is addressed by its hash, or that is below an IPFS
 * root, never changes: if an earlier check found every file, asks for the largest only, and checks every file again if
 * it is missing. Otherwise asks for one after the other, because a store that must look for its files is not faster if
 * it gets several requests.
 */
export async function storedFiles(store: StorePlace, memory: CrawlMemory, { files }: KnownModel): Promise<Compared> {
  const paths = files.map(({ path }) => path);
  const key = JSON.stringify([store.source, store.place]);
  const proof = `${key} ${hash('sha256', JSON.stringify(files.map(({ path, sha256 }) => [path, sha256])))}`;
  if (memory.get('proved', proof)) {
    const largest = files.reduce((one, other) => (other.size > one.size ? other : one));
    if ((await headOf(store, largest))?.size === largest.size) return { held: paths, differs: [] };
  }
  const held: string[] = [];
  const differs: OtherBytes[] = [];
  for (const file of files) {
    const sha256 = await hashAt(store, file);
    if (sha256 === file.sha256) held.push(file.path);
    else if (sha256 !== undefined) differs.push({ path: file.path, sha256 });
  }
  if (held.length === files.length) memory.set('proved', proof, true);
  return { held, differs };
}

/**
 * Gives the hash of the file in a store; undefined if the store has no such file, or one of another size. If the CID is
 * that of a single raw block, it contains the hash. Otherwise the size must be right. A small file is then also read and
 * hashed, unless its address is its hash.
 */
async function hashAt(store: StorePlace, file: SourceFile): Promise<string | undefined> {
  const head = await headOf(store, file);
  const proved = head?.cid === undefined ? undefined : sha256OfRawBlock(head.cid);
  if (!head || proved !== undefined) return proved;
  if (file.size > SMALL || isByHash(store.source)) return head.size === file.size ? file.sha256 : undefined;
  if (head.size !== undefined && head.size !== file.size) return undefined;
  const response = await asked(store, file, 'GET');
  return response && hash('sha256', new Uint8Array(await response.arrayBuffer()));
}

/** Gives the size and the CID that the store states for a file; undefined when it has no such file. */
async function headOf(store: StorePlace, file: SourceFile) {
  const response = await asked(store, file, 'HEAD');
  if (!response) return undefined;
  const length = response.headers.get('content-length');
  // The header lists the CIDs of all parts of the path. The file's own CID is the last (path gateway specification,
  // "X-Ipfs-Roots").
  const cid = response.headers.get('x-ipfs-roots')?.split(',').at(-1)?.trim();
  return { size: length === null ? undefined : Number(length), cid };
}

async function asked({ source, fetch, place }: StorePlace, file: SourceFile, method: string) {
  const response = await fetch(sourceUrl(source, place, file), { method, headers: IDENTITY });
  if (response.status === 404 || response.status === 410) return undefined;
  if (response.status !== 200) throw new Error(`it answers ${response.status} for ${file.path}`);
  return response;
}
