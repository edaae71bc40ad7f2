// Writes a log's request to a witness, and reads the answer (C2SP tlog-witness, `add-checkpoint`).
import { base64 } from '../../basics/byte-text.ts';
import type { Hash } from '../merkle.ts';
import { type Note, type NoteSignature, parseSignatures, type VerifierKey, verifyNote } from '../note.ts';

/** The path of the request below the address of a witness. */
export const ADD_CHECKPOINT = '/add-checkpoint';

/** Returns the body of a request: the checkpoint, and the proof that it extends the checkpoint of `old` leaves. */
export function checkpointRequest(old: number, proof: readonly Hash[], checkpoint: string): string {
  return `old ${old}\n${proof.map((hash) => `${base64(hash)}\n`).join('')}\n${checkpoint}`;
}

/** Reads the size of the log that the witness has seen, from the body of its 409 answer; undefined for other text. */
export function parseSeenSize(body: string): number | undefined {
  const size = /^(0|[1-9]\d{0,15})\n$/.exec(body)?.[1];
  return size !== undefined && Number.isSafeInteger(Number(size)) ? Number(size) : undefined;
}

/** Finds a valid cosignature of `key` over the text of `note` in the lines of an answer; undefined if there is none. */
export function cosignatureIn(
  lines: string,
  { text }: Pick<Note, 'text'>,
  key: VerifierKey,
): NoteSignature | undefined {
  const own = parseSignatures(lines)?.filter(({ name, id }) => name === key.name && id === key.id) ?? [];
  return own.find((signature) => verifyNote({ text, signatures: [signature] }, [key]).verified.length > 0);
}
