// Reads, copies and writes a log in a folder. The path of each file below the folder is the path under which the hub
// serves it.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openFile, readOwnFile } from '../../functions/stores/bytes/plain-file.ts';
import { checkedTiles } from '../../src/log/checked-tiles.ts';
import type { TreeHead } from '../../src/log/merkle.ts';
import { type Head, parseSignedCheckpoint, parseVerifierKey, type VerifierKey } from '../../src/log/note.ts';
import {
  CHECKPOINT,
  hashesOfLevel,
  KEYS,
  LogDamage,
  type LogFiles,
  newTiles,
  TILE_WIDTH,
  type Tile,
  tileAt,
  tilePath,
} from '../../src/log/tiles.ts';
import type { Config } from '../../src/service/config.ts';
import { syncFiles, writeDurably } from '../files/durability.ts';
import { removeIn } from '../files/own-folder.ts';
import { putWhole } from '../files/whole-file.ts';
import { Failure } from '../process/failure.ts';

/** The folders of a log. */
export interface LogPlaces {
  /** The log itself, in HUB_DATA. */
  own: string;
  /** The served copy, in HUB_DIST. */
  published: string;
}

export const placesOf = ({ data, dist }: Pick<Config, 'data' | 'dist'>): LogPlaces => ({
  own: join(data, 'log'),
  published: join(dist, 'log'),
});

/**
 * Returns a function that reads the file at a path below `folder`. The function returns undefined if nothing is at the
 * path, and throws if something other than a file is there.
 */
export function filesIn(folder: string) {
  return ((path) => openFile(join(folder, path), () => readOwnFile(join(folder, path)), 'mustBe')) satisfies LogFiles;
}

/** Reads both copies of a log. A file that is damaged in one is taken from the other. */
export const bothCopies = ({ own, published }: LogPlaces): LogFiles[] => [filesIn(own), filesIn(published)];

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
  const head = parseSignedCheckpoint(text);
  if (head && head.size > 0) return head;
  throw new LogDamage(`${join(folder, CHECKPOINT)} is damaged: it is no checkpoint.`);
}

/** Returns a Failure about a file of the log that both copies lack. */
export const damagedLog = ({ own, published }: LogPlaces, cause: LogDamage): Failure =>
  new Failure(
    `The log in ${own} is damaged, and its copy in ${published} lacks the same: ${cause.message} Nothing was changed. Put it back ` +
      'from a backup, or from where the log was pushed or exported to; a log that others have seen can’t be made again.',
    { cause },
  );

/**
 * Gives the tiles that a log of `before` leaves lacks to become the log `head`, with their paths. Each is checked, and
 * comes from the first of `copies` that has it whole. Rejects with a LogDamage if none has.
 */
export async function* tilesSince(
  before: number,
  head: TreeHead,
  copies: readonly LogFiles[],
): AsyncGenerator<[path: string, bytes: Uint8Array]> {
  const checked = checkedTiles(copies, head);
  for (const tile of newTiles(before, head.size)) yield [tilePath(tile), await checked.bytesOf(tile)];
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

/** Writes files of a log. Readers use them only after `end`, once a new checkpoint covers them. */
export class LogFolderWriter {
  readonly name: string;
  readonly read: LogFiles;
  readonly #begun = Date.now();
  #paths: string[] = [];

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true });
    this.name = folder;
    this.read = filesIn(folder);
  }

  put(path: string, bytes: Uint8Array): void {
    if (path === CHECKPOINT) writeDurably(join(this.name, path), bytes);
    else {
      putWhole(join(this.name, path), bytes);
      this.#paths.push(path);
    }
  }

  /** Flushes the written files to the disk. */
  end(): void {
    syncFiles(this.name, this.#paths, this.#begun);
    this.#paths = [];
  }
}
