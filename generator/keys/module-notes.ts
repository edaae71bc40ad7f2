// Remembers the imports of modules: most builds find every file unchanged, and read none.
import { type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { keep, readKept } from '../files/kept-value.ts';

const FORMAT = 'hub.model-hub.modules/v1';
const NAME = 'modules.json';
/** Milliseconds: a file that changed this shortly before it was read may change again within the same time stamp. */
const UNSETTLED_MS = 2000;

/** The imports of one file, and its SHA-256. */
export interface NamedModules {
  hash: string;
  files: string[];
  packages: string[];
  /** Imports whose target is known only at run time. */
  unknown: string[];
}

type Note = [stamp: string, named: NamedModules];

/** Keeps the imports of a package's files in a folder of the build. */
export class ModuleNotes {
  readonly #path: string | undefined;
  readonly #notes: Map<string, Note>;
  #isFresh = false;

  /** Keeps nothing if there is no `folder`. Unreadable notes count as none. */
  constructor(folder?: string) {
    this.#path = folder === undefined ? undefined : join(folder, NAME);
    this.#notes = new Map(this.#path === undefined ? [] : readKept<[string, Note][]>(this.#path, FORMAT));
  }

  /**
   * Gives the imports of the file at `path`: from the note when the file is unchanged, else from `read`. Throws
   * without a file.
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

  /** Writes the notes if there are new ones. They only save time, so a folder that refuses them is no fault. */
  save(): void {
    if (this.#path === undefined || !this.#isFresh) return;
    this.#isFresh = false;
    keep(this.#path, FORMAT, [...this.#notes]);
  }
}

/** Any write or replacement of a file changes this: no program sets `ctime`. */
const stampOf = ({ ino, size, ctimeMs }: Stats) => `${ino} ${size} ${ctimeMs}`;
