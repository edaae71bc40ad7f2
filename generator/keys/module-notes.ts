// Remembers the imports of modules, so that a build reads no file that is unchanged.
import { type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { keep, readKept } from '../files/kept-value.ts';

const FORMAT = 'hub.model-hub.modules/v1';
const NAME = 'modules.json';
/**
 * The age in milliseconds from which the imports of a file are kept. A younger file may change again and keep the same
 * time stamp.
 */
const UNSETTLED_MS = 2000;

/** The imports of one file, and its SHA-256. */
export interface NamedModules {
  hash: string;
  files: string[];
  packages: string[];
  /** Imports whose target is known only when the module runs. */
  unknown: string[];
}

type Note = [stamp: string, named: NamedModules];

/** Keeps the imports of a package's files in a folder of the build. */
export class ModuleNotes {
  readonly #path: string | undefined;
  readonly #notes: Map<string, Note>;
  #isFresh = false;

  /** Keeps the notes in `folder`. Without a folder, keeps nothing. Unreadable notes are ignored. */
  constructor(folder?: string) {
    this.#path = folder === undefined ? undefined : join(folder, NAME);
    this.#notes = new Map(this.#path === undefined ? [] : readKept<[string, Note][]>(this.#path, FORMAT));
  }

  /**
   * Gives the imports of the file at `path`: from the notes if the file is unchanged, else from `read`. Throws if there
   * is no file.
   */
  get(path: string, read: () => NamedModules): NamedModules {
    const stats = statSync(path);
    const stamp = stampOf(stats);
    const known = this.#notes.get(path);
    if (known?.[0] === stamp) return known[1];
    const named = read();
    if (Date.now() - stats.ctimeMs > UNSETTLED_MS) {
      this.#notes.set(path, [stamp, named]);
      this.#isFresh = true;
    }
    return named;
  }

  /** Writes the notes if there are new ones. Notes only save time, so it is no fault if the folder can't be written. */
  save(): void {
    if (this.#path === undefined || !this.#isFresh) return;
    this.#isFresh = false;
    keep(this.#path, FORMAT, [...this.#notes]);
  }
}

/** A value that changes with every write or replacement of a file: no program can set `ctime`. */
const stampOf = ({ ino, size, ctimeMs }: Stats) => `${ino} ${size} ${ctimeMs}`;
