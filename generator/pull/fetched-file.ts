// Fetches a file from all its sources, and puts it in place if its hash is right. After a wrong hash, each source sends
// a copy of its own, one after the other: the next one begins when the copy before it is wrong or comes too slowly.
import { rmSync } from 'node:fs';
import { Copy, type RangeWork } from './copy.ts';
import { MOST_SMALL } from './part-file.ts';
import type { PlannedFile } from './plan.ts';
import { timesInARow } from './pull-lines.ts';
import type { PullContext, PullSource } from './pull-source.ts';
import { SourceFault } from './wire-client.ts';

/** The maximum number of requests to one source at the same time, over all files, and for a large file. */
export const LANES = 8;
const RANGES = 4;
/** If a request brings this many bytes before it fails, the count of failures in a row of its source starts again. */
const OF_USE = 64 * 2 ** 10;

export class FetchedFile {
  readonly planned: PlannedFile;
  /** Other files with the same bytes. */
  readonly twins: PlannedFile[] = [];
  /** True once the file is in place, or failed. */
  hasEnded = false;
  readonly #context: PullContext;
  /** The copy to which all sources send parts, until it is wrong; and a copy of each source that was asked alone. */
  #copies: Copy[];
  #isDeciding = false;
  /** The reasons why sources are not asked for this file any more. */
  readonly #out = new Map<PullSource, string>();
  /** The numbers of faults in a row of sources with this file. */
  readonly #faults = new Map<PullSource, number>();
  /** The hashes of the whole file as sources sent it, where they were wrong. */
  readonly #wrong = new Map<PullSource, string>();

  constructor(context: PullContext, planned: PlannedFile) {
    this.#context = context;
    this.planned = planned;
    this.#copies = [new Copy(context, planned)];
  }

  /** The number of bytes on the disk, in the copy that has the most. */
  get bytes(): number {
    return Math.max(0, ...this.#copies.map(({ bytes }) => bytes));
  }

  /** Sends a request to `source`: for free bytes, or with `isHelp` for those of a slow range. False if there are none. */
  ask(source: PullSource, isHelp: boolean): boolean {
    const lanes = this.planned.size > MOST_SMALL ? RANGES : LANES;
    if (this.hasEnded || this.#isDeciding || source.requests >= lanes) return false;
    const now = performance.now();
    const copy = this.#copyFor(source, isHelp, now);
    const work = isHelp ? copy?.relieve(source, now) : copy?.take(source);
    if (!copy || !work) return false;
    void this.#request(copy, work).catch(this.#context.stop);
    return true;
  }

  /** Checks the hash of a complete copy. Fails the file if no source is left to ask. */
  judge(): void {
    if (this.hasEnded || this.#isDeciding || this.#context.signal.aborted) return;
    const done = this.#copies.find(({ isDone }) => isDone);
    if (!done && (this.#left().length > 0 || this.#copies.some(({ isRunning }) => isRunning))) return;
    this.#isDeciding = true;
    void (done ? this.#decide(done) : this.#fail()).catch(this.#context.stop).finally(() => {
      this.#isDeciding = false;
      if (this.hasEnded) this.#context.leave();
      // Another request may have ended in the meantime.
      this.judge();
      this.#context.wake();
    });
  }

  /** Closes the file after the run was stopped. Its bytes stay for the next run. */
  async close(): Promise<void> {
    for (const copy of this.#copies) await (copy.only ? copy.drop() : copy.part.close());
  }

  /** Lists the sources that can be asked for this file. */
  #left(): PullSource[] {
    const sources = this.planned.urls.map(({ source }) => this.#context.sources.get(source)!);
    return sources.filter((source) => source.gone === undefined && !this.#out.has(source));
  }

  /** Returns the copy to which `source` may send now. */
  #copyFor(source: PullSource, isHelp: boolean, now: number): Copy | undefined {
    const left = this.#left();
    if (!left.includes(source)) return undefined;
    const mine = this.#copies.find(({ only }) => only === source || (!only && !source.isAlone));
    if (mine || isHelp) return mine;
    // A copy of a source that is not asked any more never ends.
    const isLost = ({ only, isRunning }: Copy) => only !== undefined && !isRunning && !left.includes(only);
    if (!this.#copies.every((copy) => isLost(copy) || copy.isStuck(source, now))) return undefined;
    const fresh = new Copy(this.#context, this.planned, source);
    this.#copies.push(fresh);
    return fresh;
  }

  async #request(copy: Copy, work: RangeWork): Promise<void> {
    const { source } = work;
    try {
      await copy.request(work, this.planned.urls.find((one) => one.source === source.name)!.url);
      this.#serve(source);
    } catch (error) {
      if (!(error instanceof SourceFault)) throw error;
      if (error.kind === 'whole') source.isAlone = true;
      else this.#count(source, error, work.at - work.from);
    }
    this.judge();
    this.#context.wake();
  }

  #serve(source: PullSource): void {
    source.serve();
    this.#faults.delete(source);
  }

  /** Records a request that failed after `came` bytes. Leaves a source that fails repeatedly with this file. */
  #count(source: PullSource, fault: SourceFault, came: number): void {
    if (came >= OF_USE) this.#serve(source);
    const { message, kind } = fault;
    const now = performance.now();
    const isPaused = source.wait(now) > 0;
    const setback = source.fail(fault, now);
    if (kind === 'file') this.#out.set(source, message);
    else if (fault.wait === undefined && !isPaused) {
      const times = (this.#faults.get(source) ?? 0) + 1;
      this.#faults.set(source, times);
      if (times >= this.#context.limits.attempts) this.#out.set(source, timesInARow(message, times));
    }
    const path = kind === 'file' && setback?.times === undefined ? { path: this.planned.path } : {};
    if (setback) this.#context.tell({ event: 'source', source: source.name, fault: message, ...setback, ...path });
  }

  async #decide(copy: Copy): Promise<void> {
    const found = await copy.part.sha256();
    if (found === this.planned.sha256) return this.#finish(copy);
    if (this.planned.size === 0) return this.#fail('The list names an empty file, and a hash that no empty file has.');
    const [sender, ...others] = copy.senders;
    if (sender && others.length === 0 && copy.part.kept.length === 0) {
      this.#wrong.set(sender, found);
      this.#out.set(sender, `sent other bytes (SHA-256 ${found.slice(0, 12)}…)`);
    }
    for (const one of copy.senders) one.isAlone = true;
    this.#copies = this.#copies.filter((one) => one !== copy);
    await copy.drop();
  }

  async #finish(copy: Copy): Promise<void> {
    await copy.part.settle();
    await copy.part.close();
    const { placement, tell } = this.#context;
    const fault = placement.put(this.planned, copy.part.path);
    // If a large file with the right hash can't be put in place, it stays for the next run.
    if (fault === undefined) copy.part.removeNotes();
    else if (this.planned.size <= MOST_SMALL) rmSync(copy.part.path, { force: true });
    for (const other of this.#copies) if (other !== copy) await other.drop();
    this.hasEnded = true;
    // The right bytes prove that the bytes of others were wrong, and not the list of hashes.
    for (const source of this.#wrong.keys()) {
      source.gone ??= `sent wrong bytes of ${this.planned.path}`;
      tell({ event: 'source', source: source.name, fault: 'sent wrong bytes', path: this.planned.path });
    }
    this.#tell(
      [...copy.senders].map(({ name }) => name),
      fault,
    );
    for (const twin of this.twins) this.#tell([], fault ?? placement.copy(twin, this.planned), twin);
  }

  async #fail(reason = this.#why()): Promise<void> {
    await this.close();
    this.hasEnded = true;
    for (const file of [this.planned, ...this.twins]) this.#tell([], reason, file);
  }

  /** Reports that a file is in place, or the reason why it is not. */
  #tell(sources: string[], reason: string | undefined, { path, size: bytes } = this.planned): void {
    const { tell } = this.#context;
    tell(reason === undefined ? { event: 'file', path, bytes, sources } : { event: 'failed', path, reason });
  }

  /** Returns a sentence with the reasons why no source sent the file. */
  #why(): string {
    const { urls, sha256 } = this.planned;
    if (urls.length === 0) return 'No source has it.';
    const [first, ...others] = this.#wrong.values();
    const names = [...this.#wrong.keys()].map(({ name }) => name).join(', ');
    if (others.length > 0 && others.every((found) => found === first))
      return `${names} agree on other bytes than the list names (SHA-256 ${first}): the list may be wrong.`;
    const sources = urls.map(({ source }) => this.#context.sources.get(source)!);
    const reasons = sources.map(
      (source) => `${source.name} ${this.#out.get(source) ?? source.gone ?? 'was not asked'}`,
    );
    const fix = sources.some(({ fault }) => fault !== undefined) ? ' Try again later: the same command goes on.' : '';
    const lie = first === undefined ? '' : `${names} sent other bytes than those with SHA-256 ${sha256}. `;
    return `${lie}No source sent it: ${reasons.join('; ')}.${fix}`;
  }
}
