// Puts answers into an export: each in its plain form, and in compressed forms if they are wanted.
import { kindFile } from '../../../src/table/route.ts';
import type { About, Destination } from '../places/destination.ts';
import type { ExportedFile } from '../places/export-pages.ts';

/** A file that can't be written yet, because something that may still be removed has its name. */
export interface WaitingFile {
  path: string;
  bytes: Uint8Array;
  /** The key of the model's pack, if the file is about a model. */
  pack: string | undefined;
}

export class ExportWriter {
  readonly #folder: Destination;
  readonly #isCompressed: boolean;
  readonly waiting: WaitingFile[] = [];

  constructor(folder: Destination, isCompressed: boolean) {
    this.#folder = folder;
    this.#isCompressed = isCompressed;
  }

  /** Gives the paths of a file and of its compressed forms, and the second name by which servers know its kind. */
  pathsOf({ path, forms, kind }: ExportedFile): string[] {
    if (!this.#isCompressed) return [path];
    const compressed = forms ? [`${path}.br`, `${path}.gz`] : [];
    return [path, ...compressed, ...(kind === undefined ? [] : [kindFile(path, kind)])];
  }

  /** Writes the file in all its forms; gives their paths, without those that must wait. */
  put(file: ExportedFile, pack?: string): string[] {
    const { forms, kind } = file;
    return this.pathsOf(file).filter((path) => {
      const isSecond = kind !== undefined && path === kindFile(file.path, kind);
      const coding = path === `${file.path}.br` ? 'br' : path === `${file.path}.gz` ? 'gz' : undefined;
      const bytes = (coding && forms?.[coding]()) ?? file.bytes;
      const about: About = { kind, coding };
      const isThere = isSecond ? this.#folder.link(path, file.path) : this.#folder.put(path, bytes, about);
      if (!isThere) this.waiting.push({ path, bytes, pack });
      return isThere;
    });
  }
}
