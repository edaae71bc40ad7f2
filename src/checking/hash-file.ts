// Hashes a file piece by piece. The work can stop after any piece, and later resume from that piece.
import type { IHasher } from 'hash-wasm';
import { piecesOf } from './file-pieces.ts';

/** The state of an unfinished hash. */
export interface HashCheckpoint {
  /** The number of bytes hashed. */
  offset: number;
  state: Uint8Array;
}

export type HashResult = { sha256: string } | { stopped: HashCheckpoint };

/** The file that a run hashes, and the listeners of its progress. */
interface HashRun {
  file: Blob;
  /** The checkpoint of an earlier run; if this hasher can't read it, the run starts from the beginning. */
  from?: HashCheckpoint | undefined;
  isStopped(): boolean;
  /**
   * Called with the number of hashed bytes after every `PROGRESS_STEP` bytes. The run waits for the returned promise.
   */
  onProgress(done: number): void | Promise<void>;
  /** Called after every `CHECKPOINT_STEP` bytes, with a checkpoint that should be kept. */
  onCheckpoint(checkpoint: HashCheckpoint): void;
}

/** The number of bytes between two calls of `onProgress`. */
const PROGRESS_STEP = 8 * 1024 * 1024;
/** The number of bytes between two calls of `onCheckpoint`. */
export const CHECKPOINT_STEP = 256 * 1024 * 1024;

/** Hashes `file` with a SHA-256 `hasher`. Rejects if the file can't be read, or became shorter while it was read. */
export async function hashFile(hasher: IHasher, run: HashRun): Promise<HashResult> {
  const { file } = run;
  let done = begin(hasher, run.from, file.size);
  let reported = done;
  let kept = done;
  for await (const piece of piecesOf(file.slice(done))) {
    hasher.update(piece);
    done += piece.length;
    if (run.isStopped() && done < file.size) return { stopped: { offset: done, state: hasher.save() } };
    if (done - reported >= PROGRESS_STEP) {
      await run.onProgress(done);
      reported = done;
    }
    if (done - kept >= CHECKPOINT_STEP) {
      run.onCheckpoint({ offset: done, state: hasher.save() });
      kept = done;
    }
  }
  if (done !== file.size) throw new Error(`it ended after ${done} of ${file.size} bytes`);
  return { sha256: hasher.digest('hex') };
}

/**
 * Resets the hasher, or loads the checkpoint into it. Returns the number of bytes that the hasher has already hashed.
 */
function begin(hasher: IHasher, from: HashCheckpoint | undefined, size: number): number {
  hasher.init();
  if (!from || from.offset > size) return 0;
  try {
    hasher.load(from.state);
    return from.offset;
  } catch {
    hasher.init();
    return 0;
  }
}
