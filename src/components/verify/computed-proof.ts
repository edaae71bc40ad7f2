// Computes the proof of a model from the files of the log, for an export, which has no ready proofs. The page loads
// this module at its first use.
import { textOfBytes } from '../../basics/byte-text.ts';
import { MAX_PROOF } from '../../basics/limits.ts';
import { logBelow, type ReadBytes } from '../../log/log-paths.ts';
import { CHECKPOINT, makeProof, newestDay } from '../../log/proof/make-proof.ts';
import type { ModelProof } from '../../shapes/log.ts';

interface LoggedModel {
  id: string;
  /** The address of the model's SHA256SUMS. */
  sums: string;
  /** The address of the log's checkpoint, beside the other files of the log. */
  checkpoint: string;
}

/**
 * Computes the proof of the model from files that `read` gets, and does not check the proof. Rejects if `read` rejects.
 * If the log has no proof, rejects with the reason.
 */
export async function computedProof(read: ReadBytes, { id, sums, checkpoint }: LoggedModel): Promise<ModelProof> {
  const files = logBelow(checkpoint.slice(0, -CHECKPOINT.length), read);
  const newest = await newestDay(files);
  if (!newest) throw new Error('no log is kept here');
  const text = await read(sums, MAX_PROOF);
  if (!text) throw new Error('its SHA256SUMS is not there');
  const proof = await makeProof(files, newest, { id, sums: textOfBytes(text) });
  if (proof) return proof;
  throw new Error(`the index of ${newest.day.day} does not list it`);
}
