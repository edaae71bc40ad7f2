// A log in a folder: its files by the paths they are served at.
import { join } from 'node:path';
import { openFile, readOwnFile } from '../../functions/hosts/node/files/plain-file.ts';
import { type Checkpoint, parseCheckpoint } from '../../src/log/checkpoint.ts';
import { LogDamage, type LogFiles } from '../../src/log/log-proofs.ts';
import { CHECKPOINT } from '../../src/log/make-proof.ts';
import { equalHashes, type Hash, leafHash } from '../../src/log/merkle.ts';
import { type Note, parseNote } from '../../src/log/note.ts';
import { rootOfEdge, type TreeEdge } from '../../src/log/tile-writer.ts';
import { entriesOf, hashesOfLevel, hashesOfTile, TILE_WIDTH, type Tile, tilePath } from '../../src/log/tiles.ts';
import { syncFiles } from '../files/durability.ts';
import { putWhole } from '../files/whole-file.ts';

/** What a checkpoint in a folder says. */
export interface Head extends Checkpoint {
  note: Note;
  /** The note, to the byte. */
  text: string;
}

/** The files below `folder` by their paths; throws where something else than a file stands. */
export function filesIn(folder: string) {
  return ((path) => openFile(join(folder, path), () => readOwnFile(join(folder, path)), true)) satisfies LogFiles;
}

/** The checkpoint in `folder`; undefined where none is. Throws a LogDamage for what is no checkpoint. */
export function readHead(folder: string): Head | undefined {
  const bytes = filesIn(folder)(CHECKPOINT);
  return bytes && headOf(new TextDecoder().decode(bytes), folder);
}

/** What a checkpoint says. Throws a LogDamage. */
export function headOf(text: string, folder: string): Head {
  const note = parseNote(text);
  const checkpoint = note && parseCheckpoint(note.text);
  if (!checkpoint || checkpoint.size === 0)
    throw new LogDamage(`${join(folder, CHECKPOINT)} is damaged: it is no checkpoint.`);
  return { ...checkpoint, note, text };
}

/**
 * Where the log in `folder` ends, held against its checkpoint: the hashes against its root, the leaves against these.
 * Throws a LogDamage.
 */
export function readEdge(folder: string, { size, root }: Checkpoint): TreeEdge {
  const levels: Hash[][] = [];
  for (let level = 0; hashesOfLevel(size, level) > 0; level++)
    levels.push(edgeTile(folder, level, hashesOfLevel(size, level), hashesOfTile));
  const entries = edgeTile(folder, 'entries', size, entriesOf);
  const isWhole =
    equalHashes(rootOfEdge(levels), root) &&
    entries.every((entry, at) => equalHashes(leafHash(entry), levels[0]![at]!));
  if (!isWhole) throw new LogDamage(`The last tiles in ${folder} are damaged: its checkpoint names others.`);
  return { size, levels, entries };
}

/** What the tile at the edge of a level holds; nothing where the last tile is full. */
function edgeTile(
  folder: string,
  level: Tile['level'],
  count: number,
  read: (bytes: Uint8Array, width: number) => Uint8Array[] | undefined,
): Uint8Array[] {
  const width = count % TILE_WIDTH;
  if (width === 0) return [];
  const path = tilePath({ level, index: Math.floor(count / TILE_WIDTH), width });
  const bytes = filesIn(folder)(path);
  const found = bytes && read(bytes, width);
  if (!found) throw new LogDamage(`${join(folder, path)} is missing or damaged.`);
  return found;
}

/** Writes files of a log, each whole; none of them counts before all are flushed and a checkpoint names them. */
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

  /** Puts what was written on the disk. */
  flush(): void {
    syncFiles(this.folder, this.#paths, this.#begun);
    this.#paths.length = 0;
  }
}
