// What modules name, as it was when they were last read: most builds find every one as it was, and read none.
import { type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { keep, readKept } from '../files/kept-value.ts';

const FORMAT = 'hub.model-hub.modules/v1';
const NAME = 'modules.json';
/** A file changed this short a time before it was read may change again and show the same times. Milliseconds. */
const UNSETTLED_MS = 2000;

/** What one file names, and its SHA-256. */
export interface NamedModules {
  hash: string;
  files: string[];
  packages: string[];
  /** Imports of what only a running program knows. */
  unknown: string[];
}

type Note = [stamp: string, named: NamedModules];

/** Notes of what the files of a package name, kept in a folder of the build's. */
export class ModuleNotes {
  readonly #path: string | undefined;
  readonly #notes: Map<string, Note>;
  #isFresh = false;

  /** Without `folder` nothing is kept. Notes that can't be read are none. */
  constructor(folder?: string) {
    this.#path = folder === undefined ? undefined : join(folder, NAME);
    this.#notes = new Map(this.#path === undefined ? [] : readKept<[string, Note][]>(this.#path, FORMAT));
  }

  /** What the file at `path` names: by the note when it is as it was, else `read` finds out. Throws where there is no file. */
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

  /** Writes the notes, if there are new ones. They save time and nothing else: a folder that takes none is no fault. */
  save(): void {
    if (this.#path === undefined || !this.#isFresh) return;
    this.#isFresh = false;
    keep(this.#path, FORMAT, [...this.#notes]);
  }
}

/** Whatever writes a file, or puts another in its place, changes this: no program sets `ctime`. */
const stampOf = ({ ino, size, ctimeMs }: Stats) => `${ino} ${size} ${ctimeMs}`;
