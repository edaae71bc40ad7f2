// Reads and writes a log in a folder. The path of each file below the folder is the path under which the hub serves it.
import { join } from 'node:path';
import { openFile, readOwnFile } from '../../functions/stores/bytes/plain-file.ts';
import { type Checkpoint, parseCheckpoint } from '../../src/log/checkpoint.ts';
import { KEYS } from '../../src/log/log-paths.ts';
import { LogDamage, type LogFiles } from '../../src/log/log-proofs.ts';
import { equalHashes, HASH_BYTES, type Hash, leafHash } from '../../src/log/merkle.ts';
import { type Note, parseNote, parseVerifierKey, type VerifierKey } from '../../src/log/note.ts';
import { CHECKPOINT } from '../../src/log/proof/make-proof.ts';
import { rootOfEdge, type TreeEdge } from '../../src/log/tile-writer.ts';
import {
  bundledEntries,
  entryBundle,
  hashesOfLevel,
  hashesOfTile,
  TILE_WIDTH,
  type Tile,
  tileAt,
  tilePath,
} from '../../src/log/tiles.ts';
import { syncFiles } from '../files/durability.ts';
import { removeIn } from '../files/own-folder.ts';
import { putWhole } from '../files/whole-file.ts';

/** The checkpoint in a folder, parsed. */
export interface Head extends Checkpoint {
  note: Note;
  /** The exact text of the note. */
  text: string;
}

/**
 * Returns a function that reads the file at a path below `folder`. The function returns undefined if nothing is at the
 * path, and throws if something other than a file is there.
 */
export function filesIn(folder: string) {
  return ((path) => openFile(join(folder, path), () => readOwnFile(join(folder, path)), true)) satisfies LogFiles;
}

/** Reads the public keys that the log in `folder` publishes; empty if it publishes none. */
export function keysIn(folder: string): VerifierKey[] {
  const lines = new TextDecoder().decode(filesIn(folder)(KEYS)).split('\n');
  return lines.flatMap((line) => parseVerifierKey(line) ?? []);
}

/** Reads the checkpoint in `folder`; undefined if there is none. Throws a LogDamage for a malformed one. */
export function readHead(folder: string): Head | undefined {
  const bytes = filesIn(folder)(CHECKPOINT);
  return bytes && headOf(new TextDecoder().decode(bytes), folder);
}

/** Parses the text of the checkpoint in `folder`. Throws a LogDamage if it is malformed. */
export function headOf(text: string, folder: string): Head {
  const note = parseNote(text);
  const checkpoint = note && parseCheckpoint(note.text);
  if (!checkpoint || checkpoint.size === 0)
    throw new LogDamage(`${join(folder, CHECKPOINT)} is damaged: it is no checkpoint.`);
  return { ...checkpoint, note, text };
}

/**
 * Reads the last tiles of the log in `folder`. Throws a LogDamage if their hashes contradict the root in the
 * checkpoint, or their leaves contradict the hashes.
 */
export function readEdge(folder: string, { size, root }: Checkpoint): TreeEdge {
  const levels: Hash[][] = [];
  for (let level = 0; hashesOfLevel(size, level) > 0; level++)
    levels.push(edgeTile(folder, level, hashesOfLevel(size, level), hashesOfTile));
  const entries = edgeTile(folder, 'entries', size, bundledEntries);
  const isWhole =
    equalHashes(rootOfEdge(levels), root) &&
    entries.every((entry, at) => equalHashes(leafHash(entry), levels[0]![at]!));
  if (!isWhole) throw new LogDamage(`The last tiles in ${folder} are damaged: its checkpoint names others.`);
  return { size, levels, entries };
}

/**
 * Reads the partial tile at the end of a level; empty if the last tile is full. Throws a LogDamage if the tile is
 * missing or damaged.
 */
function edgeTile(
  folder: string,
  level: Tile['level'],
  count: number,
  read: (bytes: Uint8Array, width: number) => Uint8Array[] | undefined,
): Uint8Array[] {
  const width = count % TILE_WIDTH;
  if (width === 0) return [];
  const tile = { level, index: Math.floor(count / TILE_WIDTH), width };
  const found = read(tileIn(folder, tile), width);
  if (!found) throw new LogDamage(`${join(folder, tilePath(tile))} is damaged.`);
  return found;
}

/**
 * Reads the bytes of a partial tile. If its file is gone, takes the bytes from the full tile. Throws a LogDamage if
 * both are missing.
 */
function tileIn(folder: string, tile: Tile): Uint8Array {
  const files = filesIn(folder);
  const part = files(tilePath(tile));
  if (part) return part;
  const whole = files(tilePath({ ...tile, width: TILE_WIDTH }));
  const entries = whole && typeof tile.level === 'string' ? bundledEntries(whole, TILE_WIDTH) : undefined;
  if (entries) return entryBundle(entries.slice(0, tile.width));
  if (whole && typeof tile.level === 'number') return whole.subarray(0, tile.width * HASH_BYTES);
  throw new LogDamage(`${join(folder, tilePath(tile))} is missing or damaged.`);
}

/**
 * Removes partial tiles that became full when the log grew from `before` leaves to `size`. Until now they served
 * readers of older checkpoints, and a running backup.
 */
export function removeFullParts(folder: string, before: number, size: number): void {
  const remove = (level: Tile['level'], old: number, now: number) => {
    const whole = { ...tileAt(level, old, old + 1), width: TILE_WIDTH };
    if ((whole.index + 1) * TILE_WIDTH <= now) removeIn(folder, `${tilePath(whole)}.p`);
  };
  remove('entries', before, size);
  for (let level = 0; hashesOfLevel(size, level) > 0; level++)
    remove(level, hashesOfLevel(before, level), hashesOfLevel(size, level));
}

/** Writes files of a log. Readers use them only after `flush`, once a new checkpoint covers them. */
export class LogFolderWriter {
  readonly folder: string;
  readonly #begun = Date.now();
  readonly #paths: string[] = [];

  constructor(folder: string) {
    this.folder = folder;
  }

  put(path: string, bytes: Uint8Array | string): void {
    putWhole(join(this.folder, path), bytes);
    this.#paths.push(path);
  }

  /** Flushes the written files to the disk. */
  flush(): void {
    syncFiles(this.folder, this.#paths, this.#begun);
  }
}
