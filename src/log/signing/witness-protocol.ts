// Writes a log's request to a witness, and reads the answer (C2SP tlog-witness, `add-checkpoint`).
import { base64 } from '../../basics/byte-text.ts';
import type { Hash } from '../merkle.ts';
import { type Note, type NoteSignature, parseSignatures, type VerifierKey, verifyNote } from '../note.ts';

/** The path that follows the address of a witness. */
export const ADD_CHECKPOINT = '/add-checkpoint';

/** Writes the body of a request: the checkpoint, and the proof that it extends the checkpoint of `old` leaves. */
export function checkpointRequest(old: number, proof: readonly Hash[], checkpoint: string): string {
  return `old ${old}\n${proof.map((hash) => `${base64(hash)}\n`).join('')}\n${checkpoint}`;
}

/** Reads the size of the log in the body of a 409; undefined for other text. */
export function parseSeenSize(body: string): number | undefined {
  const size = /^(0|[1-9]\d{0,15})\n$/.exec(body)?.[1];
  return size !== undefined && Number.isSafeInteger(Number(size)) ? Number(size) : undefined;
}

/**
 * Finds the cosignature of `key` in the lines of an answer, and checks that it covers the text of `note`; undefined if
 * none is valid.
 */
export function cosignatureIn(
  lines: string,
  { text }: Pick<Note, 'text'>,
  key: VerifierKey,
): NoteSignature | undefined {
  const own = parseSignatures(lines)?.filter(({ name, id }) => name === key.name && id === key.id) ?? [];
  return own.find((signature) => verifyNote({ text, signatures: [signature] }, [key]).verified.length > 0);
}
