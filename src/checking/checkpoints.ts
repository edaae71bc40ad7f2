// Keeps the unfinished hashes of large files in the browser. A file's path, its size and the time of its last change
// identify its hash.
import { base64, bytesOfBase64 } from '../basics/byte-text.ts';
import type { HashCheckpoint } from './hash-file.ts';

const PREFIX = 'verify:';
/** The maximum number of checkpoints. Few are ever used again, so the oldest are removed. */
const MOST = 50;

/** A checkpoint as JSON. */
interface Kept {
  offset: number;
  /** The hasher's state in base64. */
  state: string;
  /** The time at which the checkpoint was kept, in milliseconds. */
  at: number;
}

/** The facts by which a page recognises a file on this computer. */
export interface FileIdentity {
  path: string;
  size: number;
  lastModified: number;
}

/** A store like `localStorage`. It may throw, as in private windows; then it keeps no checkpoint. */
export type CheckpointPlace = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Reads the checkpoint of a file; undefined if the store has no readable one. */
export function readCheckpoint(place: CheckpointPlace, file: FileIdentity): HashCheckpoint | undefined {
  try {
    const { offset, state } = JSON.parse(place.getItem(keyOf(file)) ?? '') as Kept;
    const bytes = bytesOfBase64(state);
    return bytes && { offset, state: bytes };
  } catch {
    return undefined;
  }
}

/** Keeps a checkpoint of a file, and replaces an earlier one. `at` is the time in milliseconds. */
export function keepCheckpoint(
  place: CheckpointPlace,
  file: FileIdentity,
  { offset, state }: HashCheckpoint,
  at: number,
): void {
  try {
    place.setItem(keyOf(file), JSON.stringify({ offset, state: base64(state), at }));
    const known = ownKeys(place).map((key) => ({ key, at: (JSON.parse(place.getItem(key)!) as Kept).at }));
    known.sort((a, b) => b.at - a.at);
    for (const { key } of known.slice(MOST)) place.removeItem(key);
  } catch {}
}

/** Forgets the checkpoint of a finished file. */
export function dropCheckpoint(place: CheckpointPlace, file: FileIdentity): void {
  try {
    place.removeItem(keyOf(file));
  } catch {}
}

function keyOf({ path, size, lastModified }: FileIdentity): string {
  return `${PREFIX}${size}:${lastModified}:${path}`;
}

function ownKeys(place: CheckpointPlace): string[] {
  return Array.from({ length: place.length }, (_, at) => place.key(at)!).filter((key) => key.startsWith(PREFIX));
}
