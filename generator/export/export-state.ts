// What an export knows of the folder it wrote before: kept in it, under `.export`, so that the next one writes what changed.
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelFigures } from '../../src/model/model-figures.ts';
import { OWN_FOLDER } from '../../src/table/route.ts';
import { writeDurably } from '../files/durability.ts';
import { Failure } from '../process/failure.ts';
import type { WrittenRows } from './search-shards.ts';

const FORMAT = 'hub.model-hub.export/v1';
const NAME = 'state.json';

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
interface WrittenFile {
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
  /** The rows that the search shows, where it has been written. */
  search?: WrittenRows | undefined;
}

/** As it lies in the file. */
interface Stored {
  format: string;
  key: string;
  packs: [string, WrittenPack][];
  files: [string, sha256: string, size: number, of?: string][];
  search?: WrittenRows | undefined;
}

const nothing = (key: string): ExportState => ({ key, packs: new Map(), files: new Map() });

/**
 * What was written to the folder at `to`; nothing where it is new. Throws a Failure where somebody else's files lie there,
 * since an export removes what is not its own.
 */
export function readState(to: string, key: string): ExportState {
  const path = join(to, OWN_FOLDER, NAME);
  if (!existsSync(path)) {
    const others = existsSync(to) ? readdirSync(to).filter((name) => name !== OWN_FOLDER) : [];
    if (others.length === 0) return nothing(key);
    throw new Failure(
      `${to} holds ${others[0]} and no export wrote it: name an empty folder, since what is not of the index is removed.`,
    );
  }
  try {
    const { format, key: before, packs, files, search } = JSON.parse(readFileSync(path, 'utf8')) as Stored;
    const state = {
      key,
      packs: new Map(packs),
      files: new Map(
        files.map(([path, sha256, size, of]) => [path, { sha256, size, ...(of !== undefined && { of }) }]),
      ),
    };
    if (format === FORMAT) return before === key ? { ...state, search } : doubted(state);
  } catch {
    // Read below: whatever was written is written again.
  }
  return nothing(key);
}

/** The same, as nobody knows what of it is there: all of it is written again, and what is gone is still removed. */
export function doubted({ key, packs, files, search }: ExportState): ExportState {
  return {
    key,
    packs: new Map([...packs.keys()].map((pack) => [pack, NO_PACK])),
    files: new Map([...files].map(([path, { size }]) => [path, { sha256: '', size }])),
    search,
  };
}

/** Notes what is in the folder at `to`; of a file that is about to change before it does. */
export function writeState(to: string, state: ExportState): void {
  mkdirSync(join(to, OWN_FOLDER), { recursive: true });
  writeDurably(
    join(to, OWN_FOLDER, NAME),
    JSON.stringify({
      format: FORMAT,
      key: state.key,
      search: state.search,
      packs: [...state.packs],
      files: Array.from(state.files, ([path, { sha256, size, of }]) =>
        of === undefined ? [path, sha256, size] : [path, sha256, size, of],
      ),
    } satisfies Stored),
  );
}
