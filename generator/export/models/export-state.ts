// An export's record of the folder it wrote: kept in the folder, so that the next export writes only what changed.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelFigures } from '../../../src/model/model-figures.ts';
import type { LoggedAs } from '../../../src/model-page/model-page.ts';
import { OWN_FOLDER } from '../../../src/table/route.ts';
import { modelOfKey } from '../../../src/tree/static-tree.ts';
import { writeDurably } from '../../files/durability.ts';
import { Failure } from '../../process/failure.ts';
import type { WrittenSearch } from './search-files.ts';

const FORMAT = 'hub.model-hub.export/v1';
/** The path of the record in the exported folder. */
export const STATE_FILE = `${OWN_FOLDER}/state.json`;

/** The pack of a model as it was written: the figures in its files, and how many these are, their bytes, and those of the largest. */
export type WrittenPack = readonly [
  sha256: string,
  downloads: number | null,
  likes: number | null,
  files: number,
  bytes: number,
  largest: number,
];

/** One of which nobody knows what was written. */
export const NO_PACK: WrittenPack = ['', null, null, 0, 0, 0];

/** The figures in the files of a model as they were written. */
export function figuresIn(pack: WrittenPack | undefined): ModelFigures | undefined {
  if (!pack) return undefined;
  const [, downloads, likes] = pack;
  return { ...(downloads !== null && { downloads }), ...(likes !== null && { likes }) };
}

/** A file as it was written. */
export interface WrittenFile {
  sha256: string;
  /** Bytes. */
  size: number;
  /** A hash of what it was made of, where that is known. */
  of?: string;
}

export interface ExportState {
  /** Changes with all that decides how files are written: what was written under another key is written again. */
  key: string;
  /** By the key of a model's pack. */
  packs: Map<string, WrittenPack>;
  /** Files of no model, by path. */
  files: Map<string, WrittenFile>;
  /** The search files that were written, where there are any. */
  search?: WrittenSearch | undefined;
  /** Size and root of the log that was written last: no other may follow it, whatever is in doubt. */
  log?: string | undefined;
  /** The log as the pages of models mention it; undefined: they mention none. */
  loggedAs?: LoggedAs | undefined;
}

/** As it lies in the file. */
interface Stored {
  format: string;
  key: string;
  packs: [string, WrittenPack][];
  files: [string, sha256: string, size: number, of?: string][];
  search?: WrittenSearch | undefined;
  log?: string | undefined;
  loggedAs?: LoggedAs | undefined;
}

const nothing = (key: string): ExportState => ({ key, packs: new Map(), files: new Map() });

/**
 * The record of what was written to the folder at `to`; an empty one where the folder is new. Throws a Failure where
 * somebody else's files lie there, since an export removes what is not its own.
 */
export function readState(to: string, key: string): ExportState {
  const path = join(to, STATE_FILE);
  if (existsSync(path)) return parseState(readFileSync(path, 'utf8'), key);
  const others = existsSync(to) ? readdirSync(to).filter((name) => name !== OWN_FOLDER) : [];
  if (others.length > 0) throw strangers(to, others[0]!, 'an empty folder');
  return nothing(key);
}

/** The Failure where somebody else's file `name` lies in `to`; `wanted` is the kind of place to name instead. */
export function strangers(to: string, name: string, wanted: string): Failure {
  return new Failure(
    `${to} holds ${name} and no export wrote it: name ${wanted}, since what is not of the index is removed.`,
  );
}

/** The state that `text` tells; nothing where there is none, or none of this version. */
export function parseState(text: string | undefined, key: string): ExportState {
  if (text === undefined) return nothing(key);
  try {
    const { format, key: before, packs, files, search, log, loggedAs } = JSON.parse(text) as Stored;
    const state = {
      ...{ key, log, loggedAs },
      packs: new Map(packs),
      files: new Map(
        files.map(([path, sha256, size, of]) => [path, { sha256, size, ...(of !== undefined && { of }) }]),
      ),
    };
    const isOurs = packs.every(([pack]) => modelOfKey(pack) !== undefined);
    if (format === FORMAT && isOurs) return before === key ? { ...state, search } : doubted(state);
  } catch {
    // Nothing is known then: whatever was written is written again.
  }
  return nothing(key);
}

/** The same, as nobody knows what of it is there: all of it is written again, and what is gone is still removed. */
export function doubted({ key, packs, files, search, log, loggedAs }: ExportState): ExportState {
  return {
    key,
    packs: new Map([...packs.keys()].map((pack) => [pack, NO_PACK])),
    files: new Map([...files].map(([path, { size }]) => [path, { sha256: '', size }])),
    ...{ search, log, loggedAs },
  };
}

/** Writes down which files the folder at `to` has; a file that is about to change is noted before it does. */
export function writeState(to: string, state: ExportState): void {
  mkdirSync(join(to, OWN_FOLDER), { recursive: true });
  writeDurably(join(to, STATE_FILE), stateText(state));
}

/** As it is kept. */
export function stateText({ key, packs, files, search, log, loggedAs }: ExportState): string {
  return JSON.stringify({
    format: FORMAT,
    ...{ key, search, log, loggedAs },
    packs: [...packs],
    files: Array.from(files, ([path, { sha256, size, of }]) =>
      of === undefined ? [path, sha256, size] : [path, sha256, size, of],
    ),
  } satisfies Stored);
}
