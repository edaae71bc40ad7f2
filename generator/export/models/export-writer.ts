// Puts answers into an export: each in its plain form, and in compressed forms if they are wanted.
import type { ExportFolder } from '../files/export-folder.ts';
import type { ExportedFile } from '../files/export-pages.ts';

/** A file that can't be written yet, because something that may still be removed has its name. */
export interface WaitingFile {
  path: string;
  bytes: Uint8Array;
  /** The key of the model's pack, if the file is about a model. */
  pack: string | undefined;
}

export class ExportWriter {
  readonly #folder: ExportFolder;
  readonly #isCompressed: boolean;
  readonly waiting: WaitingFile[] = [];

  constructor(folder: ExportFolder, isCompressed: boolean) {
    this.#folder = folder;
    this.#isCompressed = isCompressed;
  }

  /** Gives the paths of a file and of its compressed forms. */
  pathsOf({ path, forms }: ExportedFile): string[] {
    return this.#isCompressed && forms ? [path, `${path}.br`, `${path}.gz`] : [path];
  }

  /** Writes the file in all its forms; gives their paths, without those that must wait. */
  put(file: ExportedFile, pack?: string): string[] {
    const { forms } = file;
    return this.pathsOf(file).filter((path) => {
      const coding = path === `${file.path}.br` ? 'br' : path === `${file.path}.gz` ? 'gz' : undefined;
      const bytes = (coding && forms?.[coding]()) ?? file.bytes;
      const isThere = this.#folder.put(path, bytes);
      if (!isThere) this.waiting.push({ path, bytes, pack });
      return isThere;
    });
  }
}
