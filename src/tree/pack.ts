// Reads packs, and writes the indexes of large ones. A small pack is read in one piece and checked against its name. A large pack is read in parts: only the
// needed ones, each checked against its hash in the pack's index.
import { textOfBytes } from '../basics/bytes.ts';
import { type Awaitable, andThen } from '../basics/remembered.ts';
import { sha256Hex } from '../digests/sha.ts';
import { BLOCK, type Blocks, blockFor } from '../resolve/sorted-lines.ts';
import { readChecked, type Store } from './store.ts';
import { type Listed, storedName } from './tree-list.ts';
import { directorySpan, readDirectory, recordSize, ZIP_TAIL, type ZipPlace } from './zip.ts';

/** A pack or file of the tree, ready to be read. It returns only checked bytes. */
export interface Pack {
  /** The SHA-256 of the bytes, which is also their name. */
  sha256: string;
  size: number;
  /** The approximate number of bytes of memory that the open pack takes. */
  weight: number;
  /** Reads the bytes from `start` up to `end`, as a copy. */
  bytes(start: number, end: number): Awaitable<Uint8Array>;
  /** Finds an entry by its name; undefined if the pack has no such entry. */
  find(name: string): Awaitable<ZipPlace | undefined>;
}

/** Opens the pack or file that `listed` names. Throws or rejects if the bytes do not match the hash in their name. */
export function openPack(store: Store, listed: Listed): Awaitable<Pack> {
  const { sha256, size, index } = listed;
  if (index === undefined) return andThen(readNamed(store, sha256), (bytes) => smallPack(sha256, bytes));
  return andThen(readNamed(store, index), (text) => {
    const parsed = parsePackIndex(textOfBytes(text));
    if (parsed.size !== size) throw tornAt(sha256);
    return largePack(store, sha256, parsed);
  });
}

/** Reads all bytes whose SHA-256 is `sha256`, and checks them. Throws or rejects if they are missing or wrong. */
export function readNamed(store: Store, sha256: string): Awaitable<Uint8Array> {
  const name = storedName(sha256);
  return readChecked(store, name, () =>
    andThen(store.get(name), (bytes) => {
      if (bytes && sha256Hex(bytes) === sha256) return bytes;
      throw tornAt(sha256);
    }),
  );
}

/** Makes the error for bytes that are missing or do not match the hash in their name. */
export const tornAt = (sha256: string) =>
  new Error(
    `torn tree: ${storedName(sha256)} is missing or damaged; remove "current" in HUB_DIST, and run "model-hub build"`,
  );

/** The approximate number of bytes of memory that an open pack takes besides its content. */
const OF_ITS_OWN = 2000;

function smallPack(sha256: string, bytes: Uint8Array): Pack {
  const size = bytes.length;
  let places: Map<string, ZipPlace> | undefined;
  const directory = () => {
    const { start, end } = directorySpan(bytes.subarray(-ZIP_TAIL), size);
    return readDirectory(bytes.subarray(start, end));
  };
  return {
    sha256,
    size,
    weight: size + OF_ITS_OWN,
    // The bytes are copied, because a view would keep all bytes of the pack in memory.
    bytes: (start, end) => bytes.slice(start, end),
    find(name) {
      places ??= new Map(directory().map((place) => [place.name, place]));
      return places.get(name);
    },
  };
}

function largePack(store: Store, sha256: string, index: PackIndex): Pack {
  const { size, directory } = index;
  const bytes = (start: number, end: number) => {
    const first = Math.floor(start / PART);
    const from = first * PART;
    const to = Math.min(size, Math.ceil(end / PART) * PART);
    const name = storedName(sha256);
    const read = () =>
      andThen(store.range(name, from, to), (found) => {
        const isPart = (_: unknown, at: number) =>
          sha256Hex(found!.subarray(at * PART, (at + 1) * PART)) === partHash(index, first + at);
        if (found?.length === to - from && Array.from({ length: Math.ceil(found.length / PART) }).every(isPart))
          return found.slice(start - from, end - from);
        throw tornAt(sha256);
      });
    return readChecked(store, name, read, { start: from, end: to });
  };
  return {
    sha256,
    size,
    // The open pack keeps a hash for each part, and a first name for each block of the directory.
    weight: Math.ceil(size / 500) + OF_ITS_OWN,
    bytes,
    find(name) {
      const span = blockFor(directory.blocks, name);
      if (!span) return undefined;
      return andThen(bytes(directory.start + span.start, directory.start + span.end), (block) =>
        readDirectory(block).find((place) => place.name === name),
      );
    },
  };
}

/**
 * The maximum size in bytes of a pack that is read in one piece and checked against its name. Larger packs have an
 * index.
 */
export const READ_WHOLE = 128 * 1024;
/** The number of bytes in a part, except for the last part. */
export const PART = 64 * 1024;

const FORMAT = 'hub.model-hub.pack-index/v1';
const DIGEST = 32;

interface PackIndex {
  format: typeof FORMAT;
  /** The size in bytes of the pack. */
  size: number;
  /** The SHA-256 of each part in hex, without separators. */
  parts: string;
  /** The start of the directory, and the blocks of whole records into which it is cut. */
  directory: { start: number; blocks: Blocks };
}

/** Makes the index of a pack. */
export function formatPackIndex(bytes: Uint8Array, sha256Hex: (bytes: Uint8Array) => string): string {
  let parts = '';
  for (let at = 0; at < bytes.length; at += PART) parts += sha256Hex(bytes.subarray(at, at + PART));
  return JSON.stringify({
    format: FORMAT,
    size: bytes.length,
    parts,
    directory: cutDirectory(bytes),
  } satisfies PackIndex);
}

/**
 * Reads an index. Throws if the text is no index. If it is the index of another version, the error's message is a
 * sentence.
 */
function parsePackIndex(text: string): PackIndex {
  const index = JSON.parse(text) as PackIndex;
  if (index.format !== FORMAT) throw new Error(`the index of a pack has the unknown format ${index.format}`);
  return index;
}

/** Returns the SHA-256 of the part with this number, in hex. */
function partHash({ parts }: PackIndex, part: number): string {
  return parts.slice(part * 2 * DIGEST, (part + 1) * 2 * DIGEST);
}

function cutDirectory(pack: Uint8Array): PackIndex['directory'] {
  const { start, end } = directorySpan(pack.subarray(-ZIP_TAIL), pack.length);
  const blocks: [string, number][] = [];
  let at = 0;
  let begun = 0;
  let first = '';
  for (const { name } of readDirectory(pack.subarray(start, end))) {
    if (at === begun) first = name;
    at += recordSize(name);
    if (at - begun < BLOCK) continue;
    blocks.push([first, at]);
    begun = at;
  }
  if (at > begun) blocks.push([first, at]);
  return { start, blocks };
}
