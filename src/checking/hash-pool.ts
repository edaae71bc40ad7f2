// Distributes waiting files among a few workers.
import type { HashCheckpoint, HashResult } from './hash-file.ts';
import type { Order, Report } from './hash-worker.ts';

/** A file to hash, and the listeners of its progress. */
interface HashJob {
  file: File;
  from: HashCheckpoint | undefined;
  onStart(): void;
  onProgress(done: number): void;
  onCheckpoint(checkpoint: HashCheckpoint): void;
}

/** `stopped` without a checkpoint means that the hashing did not begin. */
type HashEnd = HashResult | { stopped: undefined } | { fault: string };

interface Waiting {
  job: HashJob;
  end(result: HashEnd): void;
}

/** Hashes files in up to `size` workers, in the order of requests. */
export class HashPool {
  readonly #make: () => Worker;
  readonly #size: number;
  #idle: Worker[] = [];
  #busy = new Set<Worker>();
  #waiting: Waiting[] = [];

  constructor(make: () => Worker, size: number) {
    this.#make = make;
    this.#size = size;
  }

  /** Resolves once the file is hashed, or the work on it stops or fails. */
  hash(job: HashJob): Promise<HashEnd> {
    return new Promise((end) => {
      this.#waiting.push({ job, end });
      this.#next();
    });
  }

  /** Stops hashing after the present piece of each running file, and drops all waiting files. */
  stop(): void {
    for (const { end } of this.#waiting.splice(0)) end({ stopped: undefined });
    for (const worker of this.#busy) worker.postMessage({ kind: 'stop' } satisfies Order);
  }

  #next(): void {
    if (this.#waiting.length === 0 || this.#busy.size >= this.#size) return;
    const worker = this.#idle.pop() ?? this.#make();
    this.#run(worker, this.#waiting.shift()!);
  }

  #run(worker: Worker, { job, end }: Waiting): void {
    this.#busy.add(worker);
    const finish = (result: HashEnd) => {
      worker.onmessage = null;
      worker.onerror = null;
      this.#busy.delete(worker);
      end(result);
      this.#next();
    };
    worker.onmessage = ({ data }: MessageEvent<Report>) => {
      if (data.kind === 'progress') job.onProgress(data.done);
      else if (data.kind === 'checkpoint') job.onCheckpoint(data.checkpoint);
      else {
        this.#idle.push(worker);
        finish(data.kind === 'end' ? data.result : { fault: data.reason });
      }
    };
    // A worker that could not be loaded or has crashed can't be used any more.
    worker.onerror = (event) => {
      worker.terminate();
      finish({ fault: event.message || 'the part of this page that hashes could not be loaded' });
    };
    job.onStart();
    worker.postMessage({ kind: 'hash', file: job.file, from: job.from } satisfies Order);
  }
}
