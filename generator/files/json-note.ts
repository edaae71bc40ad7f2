// Writes and reads the small JSON files that one run leaves for the next. Each file is replaced in one step.
import { readOwnFile } from '../../functions/stores/bytes/plain-file.ts';
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
