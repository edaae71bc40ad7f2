// Makes the proof of one model from the files of a log.
import { base64, textOfBytes } from '../../basics/bytes.ts';
import { PROOF_FORMAT } from '../../shapes/formats.ts';
import type { LoggedDay, ModelProof } from '../../shapes/log.ts';
import { parseLeaf } from '../leaves.ts';
import { readBundle, tileHashes } from '../log-proofs.ts';
import { newestLeaf } from '../model-index.ts';
import { parseSignedCheckpoint } from '../note.ts';
import { CHECKPOINT, LogDamage, type LogFiles, TILE_WIDTH, tileAt } from '../tiles.ts';

/** The newest day in a log, with the checkpoint that covers it. */
export interface NewestDay {
  /** The text of the signed checkpoint, unchanged. */
  checkpoint: string;
  /** The number of leaves in the log. */
  size: number;
  day: LoggedDay;
  /** The text of the day's leaf, unchanged. */
  leaf: string;
}

/**
 * Reads the newest day from the log; undefined if there is no log. Rejects with a LogDamage if a file is missing or
 * wrong.
 */
export async function newestDay(files: LogFiles): Promise<NewestDay | undefined> {
  const bytes = await files(CHECKPOINT);
  if (!bytes) return undefined;
  const checkpoint = textOfBytes(bytes);
  const size = parseSignedCheckpoint(checkpoint)?.size;
  if (!size) throw new LogDamage('The checkpoint of the log is damaged: it is no checkpoint.');
  const leaf = await leafAt(files, size - 1, size);
  return { checkpoint, size, day: dayIn(leaf), leaf };
}

/** Reads the newest day from the last of `size` leaves. Rejects as `newestDay` does. */
export const dayAt = async (files: LogFiles, size: number): Promise<LoggedDay> =>
  dayIn(await leafAt(files, size - 1, size));

function dayIn(leaf: string): LoggedDay {
  const day = parseLeaf(leaf);
  if (day && 'day' in day) return day;
  throw new LogDamage('The last leaf of the log is not that of a day.');
}

/**
 * Makes the proof for `id`, whose SHA256SUMS is `sums`. Undefined if the newest day does not list the model. Rejects
 * with a LogDamage if a file of the log is missing or wrong.
 */
export async function makeProof(
  files: LogFiles,
  newest: NewestDay,
  { id, sums }: { id: string; sums: string },
): Promise<ModelProof | undefined> {
  const { checkpoint, size, leaf } = newest;
  const index = await newestLeaf(files, newest, id);
  if (index === undefined) return undefined;
  const log = tileHashes(files, size);
  const pathTo = async (at: number) => (await log.inclusion(at)).map(base64);
  return {
    format: PROOF_FORMAT,
    checkpoint,
    model: { leaf: await leafAt(files, index, size), index, path: await pathTo(index) },
    day: { leaf, index: size - 1, path: await pathTo(size - 1) },
    sums,
  };
}

/**
 * Reads the leaf at `index` of a log of `size` leaves, as text. Rejects with a LogDamage if its file is missing or
 * wrong.
 */
async function leafAt(files: LogFiles, index: number, size: number): Promise<string> {
  const bundle = await readBundle(files, tileAt('entries', index, size));
  return textOfBytes(bundle[index % TILE_WIDTH]!);
}
