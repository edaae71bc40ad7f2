// Asks another source for the hashes of a model's files: a hub with the API of modelscope.cn by its listing, an IPFS
// gateway and a store that has files under their SHA-256 with a HEAD for each file. Weights are never read.
import { hash } from 'node:crypto';
import { isRecord } from '../../src/basics/records.ts';
import { sha256OfRawBlock } from '../../src/nouns/address.ts';
import type { Place } from '../../src/nouns/source-kinds.ts';
import { type Source, sourceUrl } from '../../src/service/service.ts';
import type { ModelFile } from '../../src/shapes/objects.ts';
import type { CrawlMemory } from './crawl-memory.ts';

/**
 * The SHA-256 that a source gives for each path. A path is absent if the source lacks the file, has it in another size
 * than its hash demands, or gives no hash.
 */
export type SourceHashes = ReadonlyMap<string, string>;

/** The number of files that are requested in a page. A hub without pages gives all files at once. */
const PAGE = 200;

/**
 * Reads the listing of the model `id` at a hub, at most `most` files. Throws an error whose message is the end of a
 * sentence.
 */
export async function listedHashes(
  hub: Source,
  fetch: typeof globalThis.fetch,
  { id, revision, most }: { id: string; revision: string; most: number },
  files: readonly ModelFile[],
): Promise<SourceHashes> {
  const there = new Map<string, Record<string, unknown>>();
  for (let page = 1; ; page++) {
    const entries = await pageOf(hub, fetch, { id, revision }, page);
    const before = there.size;
    for (const entry of entries) {
      if (!isRecord(entry) || typeof entry.Path !== 'string') throw new Error('it lists a file without a path');
      there.set(entry.Path, entry);
    }
    if (there.size > most) throw new Error(`it lists more than ${most} files`);
    // The last page has fewer or more entries than were requested, or has no path that an earlier page lacks.
    if (entries.length !== PAGE || there.size === before) break;
  }
  const hashes = files.flatMap(({ path, size, sha256 }) => {
    const { Sha256, Size, Type, InCheck } = there.get(path) ?? {};
    // A file that is being checked has no certain hash yet.
    const isCertain = Type !== 'tree' && InCheck !== true && Number.isSafeInteger(Size);
    const isRight = Sha256 === sha256 ? Size === size : /^[0-9a-f]{64}$/.test(String(Sha256));
    return isCertain && isRight ? [[path, String(Sha256)] as const] : [];
  });
  return new Map(hashes);
}

async function pageOf(
  { base }: Source,
  fetch: typeof globalThis.fetch,
  { id, revision }: { id: string; revision: string },
  page: number,
): Promise<unknown[]> {
  const query = new URLSearchParams({
    ...{ Revision: revision, Recursive: 'true' },
    ...{ PageNumber: String(page), PageSize: String(PAGE) },
  });
  const response = await fetch(`${base}/api/v1/models/${id}/repo/files?${query}`);
  if (response.status === 404 || response.status === 410) return [];
  if (response.status !== 200) throw new Error(`it answers ${response.status} for ${id}`);
  const told: unknown = await response.json().catch(() => undefined);
  if (!isRecord(told)) throw new Error('its listing is no JSON object');
  const { Code, Success, Message, Data } = told;
  if (Success !== true || Code !== 200) throw new Error(`it answers ${JSON.stringify(Message ?? Code)} for ${id}`);
  // `Files` is null for a model without files.
  const files = (isRecord(Data) ? Data.Files : null) ?? [];
  if (!Array.isArray(files)) throw new Error('it gives no list of files');
  return files;
}

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
 * Asks a store. A file that is addressed by its hash, or that is below an IPFS root, never changes: if an earlier check
 * found every file, asks for the largest only, and checks every file again if it is missing. Otherwise asks for one after
 * the other, because a store that must look for its files is not faster if it gets several requests.
 */
export async function storedHashes(
  store: StorePlace,
  memory: CrawlMemory,
  files: readonly ModelFile[],
): Promise<SourceHashes> {
  const ours = files.map(({ path, sha256 }) => [path, sha256] as const);
  const proof = `${JSON.stringify([store.source, store.place])} ${hash('sha256', JSON.stringify(ours))}`;
  if (memory.get('proved', proof)) {
    const largest = files.reduce((one, other) => (other.size > one.size ? other : one));
    if ((await headOf(store, largest))?.size === largest.size) return new Map(ours);
  }
  const hashes = new Map<string, string>();
  for (const file of files) {
    const sha256 = await hashAt(store, file);
    if (sha256 !== undefined) hashes.set(file.path, sha256);
  }
  if (ours.every(([path, sha256]) => hashes.get(path) === sha256)) memory.set('proved', proof, true);
  return hashes;
}

/**
 * Gives the hash of the file in a store; undefined if the store has no such file, or one of another size. If the CID is
 * that of a single raw block, it contains the hash. Otherwise the size must be right. A small file is then also read and
 * hashed, unless its address is its hash.
 */
async function hashAt(store: StorePlace, file: ModelFile): Promise<string | undefined> {
  const head = await headOf(store, file);
  const proved = head?.cid === undefined ? undefined : sha256OfRawBlock(head.cid);
  if (!head || proved !== undefined) return proved;
  if (file.size > SMALL || isByHash(store.source)) return head.size === file.size ? file.sha256 : undefined;
  if (head.size !== undefined && head.size !== file.size) return undefined;
  const response = await asked(store, file, 'GET');
  return response && hash('sha256', new Uint8Array(await response.arrayBuffer()));
}

/** Gives the size and the CID that the store states for a file; undefined when it has no such file. */
async function headOf(store: StorePlace, file: ModelFile) {
  const response = await asked(store, file, 'HEAD');
  if (!response) return undefined;
  const length = response.headers.get('content-length');
  // The header lists the CIDs of all parts of the path. The file's own CID is the last (path gateway specification,
  // "X-Ipfs-Roots").
  const cid = response.headers.get('x-ipfs-roots')?.split(',').at(-1)?.trim();
  return { size: length === null ? undefined : Number(length), cid };
}

async function asked({ source, fetch, place }: StorePlace, file: ModelFile, method: string) {
  const response = await fetch(sourceUrl(source, place, file), { method, headers: IDENTITY });
  if (response.status === 404 || response.status === 410) return undefined;
  if (response.status !== 200) throw new Error(`it answers ${response.status} for ${file.path}`);
  return response;
}
