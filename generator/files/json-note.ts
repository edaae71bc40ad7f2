// Writes and reads the small JSON files that one run leaves for the next. Each file is replaced in one step.
import { readOwnFile } from '../../functions/stores/bytes/plain-file.ts';
import { Failure, systemSentence } from '../process/failure.ts';
import { writeDurably } from './durability.ts';

/** Replaces the file at `path` by the JSON of `note`. */
export function writeJsonNote(path: string, note: object): void {
  writeDurably(path, `${JSON.stringify(note)}\n`);
}

/** Reads the JSON at `path`; undefined if it is missing, unreadable, or of another format. */
export function readJsonNote<T extends object>(path: string, format?: string): T | undefined {
  try {
    const note = JSON.parse(readOwnFile(path).toString()) as T & { format?: string };
    return note.format === format ? note : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads the text of the note at `path`; undefined if there is none. Throws a Failure if it can't be read, or has more than
 * `most` bytes.
 */
export function readNoteText(path: string, most?: number): string | undefined {
  try {
    return readOwnFile(path, most).toString();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new Failure(systemSentence(error, path) ?? `${(error as Error).message}.`, { cause: error });
  }
}
