// Whether one state of a log has grown out of another: a log that forgets or changes a leaf is none (RFC 9162, section 2.1.4).
import { type LogFiles, TileHashes } from './log-proofs.ts';
import { isConsistent, type TreeHead } from './merkle.ts';

/** True when the log of `newer`, whose tiles are in `files`, begins with all leaves of `older`. Rejects with a LogDamage. */
export async function beginsWith(files: LogFiles, newer: TreeHead, older: TreeHead): Promise<boolean> {
  if (older.size > newer.size) return false;
  const path = await new TileHashes(files, newer.size).consistency(older.size);
  return isConsistent(older, newer, path);
}
