// Works on the list of chosen files: hashes, looks up and judges them, and can stop and resume. It does not touch the
// page.
import { asKnown, type CheckedFile, isResumable, isUnderWay, type State, waitingFile } from './checked-file.ts';
import {
  type CheckpointPlace,
  dropCheckpoint,
  type FileIdentity,
  keepCheckpoint,
  readCheckpoint,
} from './checkpoints.ts';
import type { ChosenFile } from './chosen-files.ts';
import { CHECKPOINT_STEP } from './hash-file.ts';
import type { HashPool } from './hash-pool.ts';
import type { Judge, ModelReport } from './judge-files.ts';

/** The workers, the judge, the store and the listeners that a run uses. */
interface RunPorts {
  pool: HashPool;
  judge: Judge;
  /** The store of partial hashes. */
  place: CheckpointPlace;
  /** Returns the time in milliseconds. */
  now(): number;
  /** Called when a file's state has changed. */
  onState(file: CheckedFile): void;
  /** Called when more of a file is hashed. */
  onProgress(file: CheckedFile): void;
  /** Called when all work has ended. */
  onIdle(models: ModelReport[]): void;
}

export class VerifyRun {
  readonly files: CheckedFile[] = [];
  readonly #ports: RunPorts;

  constructor(ports: RunPorts) {
    this.#ports = ports;
  }

  /** Adds files to the list, except those that it has already. Returns the added files. */
  add(chosen: readonly ChosenFile[]): CheckedFile[] {
    const known = new Set(this.files.map((file) => JSON.stringify(identityOf(file))));
    const fresh = chosen.filter((one) => !known.has(JSON.stringify(identityOf(one)))).map(waitingFile);
    this.files.push(...fresh);
    return fresh;
  }

  /** Starts the work on these files of the list. No work on these files may be running. */
  check(files: readonly CheckedFile[]): void {
    for (const file of files) {
      if (file.sha256 === undefined) Object.assign(file, { done: 0, resumedAt: 0 });
      this.#set(file, { at: 'waiting' });
    }
    for (const file of files) this.#check(file).then(() => this.#settle());
  }

  /** Resumes all stopped or failed files. */
  resume(): void {
    this.check(this.files.filter(isResumable));
  }

  /** Stops the hashing. The results so far stay. */
  stop(): void {
    this.#ports.pool.stop();
  }

  clear(): void {
    this.files.length = 0;
  }

  async #check(file: CheckedFile): Promise<void> {
    try {
      file.sha256 ??= await this.#hash(file);
      if (file.sha256 === undefined) return this.#set(file, { at: 'stopped' });
      this.#set(file, { at: 'looking' });
      const { path, sha256 } = file;
      const { matches, verdict } = await this.#ports.judge.look({ path, sha256, size: file.file.size });
      file.matches = matches;
      this.#set(file, { at: 'named', verdict });
    } catch (error) {
      this.#set(file, { at: 'failed', reason: (error as Error).message });
    }
  }

  /** Returns the hash of a file; undefined if the work was stopped. */
  async #hash(file: CheckedFile): Promise<string | undefined> {
    const { place, pool, now } = this.#ports;
    const identity = identityOf(file);
    const from = readCheckpoint(place, identity);
    const end = await pool.hash({
      file: file.file,
      from,
      onStart: () => {
        file.done = from?.offset ?? 0;
        file.resumedAt = file.done;
        this.#set(file, { at: 'hashing' });
      },
      onProgress: (done) => {
        file.done = done;
        this.#ports.onProgress(file);
      },
      onCheckpoint: (checkpoint) => keepCheckpoint(place, identity, checkpoint, now()),
    });
    if ('fault' in end) throw new Error(end.fault);
    if ('stopped' in end) {
      // The hash of a small file is computed faster than its checkpoint is kept.
      if (end.stopped && file.file.size >= CHECKPOINT_STEP) keepCheckpoint(place, identity, end.stopped, now());
      return undefined;
    }
    dropCheckpoint(place, identity);
    file.done = file.file.size;
    return end.sha256;
  }

  #set(file: CheckedFile, state: State): void {
    file.state = state;
    this.#ports.onState(file);
  }

  async #settle(): Promise<void> {
    if (this.files.some(isUnderWay)) return;
    const models = await this.#judge();
    // Reports no outcome if files were added or removed during the judging.
    if (this.files.length > 0 && !this.files.some(isUnderWay)) this.#ports.onIdle(models);
  }

  /** Judges all files whose hash was looked up, and returns a report for each model. */
  async #judge(): Promise<ModelReport[]> {
    const known = new Map(
      this.files.flatMap((file) => {
        const one = asKnown(file);
        return one ? [[one, file] as const] : [];
      }),
    );
    const { verdicts, models } = await this.#ports.judge.together([...known.keys()]);
    for (const [one, verdict] of verdicts) this.#set(known.get(one)!, { at: 'named', verdict });
    return models;
  }
}

function identityOf({ path, file: { size, lastModified } }: ChosenFile): FileIdentity {
  return { path, size, lastModified };
}
