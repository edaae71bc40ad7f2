// Reads and writes an export's record of the files that it wrote. The record is kept beside them, so that the next
// export writes only changes.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defined } from '../../src/basics/records.ts';
import { OWN_FOLDER } from '../../src/table/route.ts';
import { modelOfKey } from '../../src/tree/static-tree.ts';
import { writeDurably } from '../files/durability.ts';
import { Failure } from '../process/failure.ts';

const FORMAT = 'hub.model-hub.export/v1';
/** The path of the record in the exported folder. */
const STATE_FILE = `${OWN_FOLDER}/state.json`;

/** The written pack of a model: its hash, and the figures in its files. */
export type WrittenPack = readonly [sha256: string, downloads: number | null, likes: number | null];

/** A pack whose written files are unknown. */
export const NO_PACK: WrittenPack = ['', null, null];

/** A written file. */
interface WrittenFile {
  sha256: string;
  /** The size in bytes. */
  size: number;
  /** A hash of the sources of the file, if known. */
  of?: string;
}

export interface ExportState {
  /**
   * A key that changes with everything that decides how files are written. If it differs from the present key, all
   * files are written again.
   */
  key: string;
  /** The written packs of models, by their keys. */
  packs: Map<string, WrittenPack>;
  /** Files that belong to no model, by path. */
  files: Map<string, WrittenFile>;
}

/** The record as it is stored in the file. */
interface Stored {
  format: string;
  key: string;
  packs: [string, WrittenPack][];
  files: [string, sha256: string, size: number, of?: string][];
}

const nothing = (key: string): ExportState => ({ key, packs: new Map(), files: new Map() });

/**
 * Reads the record of the files in the folder at `to`; an empty one for a new folder. Throws a Failure if somebody else's
 * files are there, since an export removes foreign files.
 */
export function readState(to: string, key: string): ExportState {
  const path = join(to, STATE_FILE);
  if (existsSync(path)) return parseState(readFileSync(path, 'utf8'), key);
  const others = existsSync(to) ? readdirSync(to).filter((name) => name !== OWN_FOLDER) : [];
  if (others.length > 0)
    throw new Failure(
      `${to} holds ${others[0]}, which no export wrote: name an empty folder, because an export removes every file that is not its own.`,
    );
  return nothing(key);
}

/** Parses the state in `text`. Gives an empty state for a text that this version can't read. */
function parseState(text: string, key: string): ExportState {
  try {
    const { format, key: before, packs, files } = JSON.parse(text) as Stored;
    const state = {
      key,
      packs: new Map(packs),
      files: new Map(files.map(([path, sha256, size, of]) => [path, { sha256, size, ...defined({ of }) }])),
    };
    const isOurs = packs.every(([pack]) => modelOfKey(pack) !== undefined);
    if (format === FORMAT && isOurs) return before === key ? state : doubted(state);
  } catch {
    // The record is unreadable, so every file is written again.
  }
  return nothing(key);
}

/**
 * Gives the same state, but as if the present files were unknown: all of them are written again, and obsolete ones are
 * still removed.
 */
export function doubted({ key, packs, files }: ExportState): ExportState {
  return {
    key,
    packs: new Map([...packs.keys()].map((pack) => [pack, NO_PACK])),
    files: new Map([...files].map(([path, { size }]) => [path, { sha256: '', size }])),
  };
}

/**
 * Saves the record of the files in the folder at `to`. Before a file changes, a record must be saved that marks it as
 * unknown.
 */
export function writeState(to: string, state: ExportState): void {
  mkdirSync(join(to, OWN_FOLDER), { recursive: true });
  writeDurably(join(to, STATE_FILE), stateText(state));
}

/** Formats the state in its stored form. */
function stateText({ key, packs, files }: ExportState): string {
  return JSON.stringify({
    format: FORMAT,
    key,
    packs: [...packs],
    files: Array.from(files, ([path, { sha256, size, of }]) =>
      of === undefined ? [path, sha256, size] : [path, sha256, size, of],
    ),
  } satisfies Stored);
}
