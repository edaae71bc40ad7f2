// Checkpoints (C2SP tlog-checkpoint): a text with the size and the root of a log, which a signed note contains.
import { base64, exactBytes } from '../basics/bytes.ts';
import { HASH_BYTES, type TreeHead } from './merkle.ts';
import { type Note, parseNote } from './note.ts';

export interface Checkpoint extends TreeHead {
  /** The name of the log, which is also the name of the key with which the log signs. */
  origin: string;
}

/** Returns the text to sign, including its last line feed. */
export function formatCheckpoint({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${base64(root)}\n`;
}

/**
 * Reads the text of a checkpoint; undefined for any other text. Ignores lines after the third, but none of them may be
 * empty.
 */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const [origin, digits, base64] = text.split('\n');
  const root = exactBytes(base64 ?? '');
  const size = /^(0|[1-9]\d{0,15})$/.test(digits ?? '') ? Number(digits) : Number.NaN;
  if (!origin || !Number.isSafeInteger(size) || root?.length !== HASH_BYTES || !/^(?:[^\n]+\n)+$/.test(text))
    return undefined;
  return { origin, size, root };
}

/** A signed checkpoint. */
export interface Head extends Checkpoint {
  note: Note;
  /** The exact text of the note. */
  text: string;
}

/** Reads the note of a checkpoint, signed or not; undefined for any other text. */
export function parseSignedCheckpoint(text: string): Head | undefined {
  const note = parseNote(text);
  const checkpoint = note && parseCheckpoint(note.text);
  return checkpoint && { ...checkpoint, note, text };
}
