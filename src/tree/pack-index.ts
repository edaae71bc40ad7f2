// The index of a pack that is too large to be read whole. It has the hash of each part, the position of the directory, and
// the first name in each block of the directory.
import { BLOCK, type Blocks } from '../resolve/sorted-lines.ts';
import { directorySpan, readDirectory, recordSize, ZIP_TAIL } from './zip.ts';

/**
 * The maximum size in bytes of a pack that is read in one piece and checked against its name. Larger packs have an
 * index.
 */
export const READ_WHOLE = 128 * 1024;
/** The number of bytes in a part, except for the last part. */
export const PART = 64 * 1024;

const FORMAT = 'hub.model-hub.pack-index/v1';
const DIGEST = 32;

export interface PackIndex {
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
export function parsePackIndex(text: string): PackIndex {
  const index = JSON.parse(text) as PackIndex;
  if (index.format !== FORMAT) throw new Error(`the index of a pack has the unknown format ${index.format}`);
  return index;
}

/** Returns the SHA-256 of the part with this number, in hex. */
export function partHash({ parts }: PackIndex, part: number): string {
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
