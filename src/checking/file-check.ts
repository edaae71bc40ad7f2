// Works on the list of chosen files: hashes them one after the other, looks up and judges them. It does not touch the
// page.
import type { ChosenFile } from './chosen-files.ts';
import type { ExpectedFile, HubLookup } from './hash-lookup.ts';
import type { Report } from './hash-worker.ts';
import { type Guess, guessModels, type HashedFile, judgeFiles, type ModelReport, type Verdict } from './judge-files.ts';

export interface CheckedFile extends Omit<HashedFile, 'sha256'>, ChosenFile {
  /** `stopped`: the visitor stopped the work. `failed`: reading the file or looking up its hash failed, see `reason`. */
  state: 'waiting' | 'hashing' | 'looking' | 'stopped' | 'failed' | 'judged';
  /** The number of bytes hashed. */
  done: number;
  sha256?: string;
  reason?: string;
  verdict?: Verdict;
}

export const isUnderWay = ({ state }: CheckedFile) => state === 'waiting' || state === 'hashing' || state === 'looking';
export const isResumable = ({ state }: CheckedFile) => state === 'stopped' || state === 'failed';

interface CheckPorts {
  /** Makes a worker of hash-worker.ts. */
  newWorker(): Worker;
  lookup: HubLookup;
  /** The model with which all files are compared; undefined to guess the model of each file. */
  model: Guess | undefined;
  /** Called when the state or the progress of a file has changed. */
  onChange(file: CheckedFile): void;
  /** Called when all work has ended. */
  onIdle(models: ModelReport[]): void;
}

export class FileCheck {
  readonly files: CheckedFile[] = [];
  readonly #ports: CheckPorts;
  #worker: Worker | undefined;
  /** Ends the hashing of the present file. */
  #interrupt: (() => void) | undefined;
  #isRunning = false;

  constructor(ports: CheckPorts) {
    this.#ports = ports;
  }

  /** Adds files to the list, except those that it has already, and begins to check them. Returns the added files. */
  add(chosen: readonly ChosenFile[]): CheckedFile[] {
    const keyOf = ({ path, file }: ChosenFile) => JSON.stringify([path, file.size, file.lastModified]);
    const known = new Set(this.files.map(keyOf));
    const fresh = chosen
      .filter((one) => !known.has(keyOf(one)))
      .map((one): CheckedFile => ({ ...one, size: one.file.size, state: 'waiting', done: 0 }));
    this.files.push(...fresh);
    // The caller shows the files before their states change.
    queueMicrotask(() => void this.#run());
    return fresh;
  }

  /** Checks all stopped or failed files again. A file whose hash is known is not hashed again. */
  resume(): void {
    for (const file of this.files.filter(isResumable)) this.#set(file, { state: 'waiting' });
    void this.#run();
  }

  /** Stops the hashing. The results so far stay. */
  stop(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const file of this.files) if (file.state === 'waiting') this.#set(file, { state: 'stopped' });
    this.#interrupt?.();
  }

  clear(): void {
    this.files.length = 0;
  }

  async #run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    // The files whose hashes are looked up, while the next file is hashed.
    const lookups: Promise<void>[] = [];
    for (let file = this.#next(); file; file = this.#next()) {
      if (file.sha256 === undefined) await this.#hash(file);
      const { sha256 } = file;
      if (sha256 === undefined) continue;
      this.#set(file, { state: 'looking' });
      lookups.push(this.#look(Object.assign(file, { sha256 })));
    }
    await Promise.all(lookups);
    const models = await this.#judge();
    this.#isRunning = false;
    if (this.#next()) void this.#run();
    else if (this.files.length > 0) this.#ports.onIdle(models);
  }

  #next(): CheckedFile | undefined {
    return this.files.find(({ state }) => state === 'waiting');
  }

  #hash(file: CheckedFile): Promise<void> {
    this.#set(file, { state: 'hashing', done: 0 });
    this.#worker ??= this.#ports.newWorker();
    const worker = this.#worker;
    return new Promise((resolve) => {
      const end = (change: Partial<CheckedFile>) => {
        this.#interrupt = undefined;
        this.#set(file, change);
        resolve();
      };
      this.#interrupt = () => end({ state: 'stopped', done: 0 });
      worker.onmessage = ({ data }: MessageEvent<Report>) => {
        if ('done' in data) this.#set(file, data);
        else end('sha256' in data ? { ...data, done: file.size } : { state: 'failed', reason: data.fault });
      };
      // A worker that could not be loaded or has crashed can't be used any more.
      worker.onerror = ({ message }) => {
        worker.terminate();
        this.#worker = undefined;
        end({ state: 'failed', reason: message || 'the part of this page that hashes could not be loaded' });
      };
      worker.postMessage(file.file);
    });
  }

  /**
   * Looks up the hash of a file: first in the given model, if there is one, and only then in the rest of the index. The
   * last verdict follows when all files are looked up.
   */
  async #look(file: CheckedFile & HashedFile): Promise<void> {
    const { lookup, model } = this.#ports;
    try {
      const same = model && (await this.#listing(model)).filter(({ sha256 }) => sha256 === file.sha256);
      file.matches = same?.length
        ? same.map(({ path }) => ({ ...model!, path }))
        : await lookup.matches(file.sha256).catch((error) => {
            if (!model) throw error;
            return undefined;
          });
      this.#set(file, { state: 'judged', verdict: { kind: file.matches?.length ? 'known' : 'unknown' } });
    } catch (error) {
      this.#set(file, { state: 'failed', reason: (error as Error).message });
    }
  }

  readonly #listings = new Map<string, Promise<ExpectedFile[]>>();

  /** Lists the files of a model. Asks the hub once, and again after a failure. */
  #listing({ model, revision }: Guess): Promise<ExpectedFile[]> {
    let listing = this.#listings.get(model);
    if (!listing) {
      listing = this.#ports.lookup.files(model, revision);
      this.#listings.set(model, listing);
      listing.catch(() => this.#listings.delete(model));
    }
    return listing;
  }

  /** Judges all files whose hash was looked up, and returns a report for each model. */
  async #judge(): Promise<ModelReport[]> {
    const looked = this.files.filter((file): file is CheckedFile & HashedFile => file.state === 'judged');
    const { model } = this.#ports;
    const guesses = model ? [model] : guessModels(looked);
    const listed = guesses.map(async (guess) => [guess.model, await this.#listing(guess).catch(() => [])] as const);
    const { verdicts, models } = judgeFiles(looked, guesses, new Map(await Promise.all(listed)));
    for (const file of looked) this.#set(file, { verdict: verdicts.get(file)! });
    return models;
  }

  #set(file: CheckedFile, change: Partial<CheckedFile>): void {
    Object.assign(file, change);
    this.#ports.onChange(file);
  }
}
