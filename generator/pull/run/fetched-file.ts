// Fetches a file from all its sources, and puts it in place if its hash is right. After a wrong hash, each source sends
// a copy of its own, one after the other: the next one begins when the copy before it is wrong or comes too slowly.
import { rmSync } from 'node:fs';
import { localSha256 } from '../../files/local-files.ts';
import type { ByteSpan } from '../disk/file-ranges.ts';
import { MOST_SMALL } from '../disk/part-file.ts';
import type { PlannedFile } from '../plan/pull-plan.ts';
import { SourceFault } from '../wire/wire-client.ts';
import { Copy } from './copy.ts';
import type { PullContext } from './pull-context.ts';
import { fileEvent } from './pull-events.ts';
import { type PullSource, timesInARow } from './pull-source.ts';

/** The maximum number of requests to one source at the same time, over all files, and for a large file. */
export const LANES = 8;
const RANGES = 4;
/** If a request brings this many bytes before it fails, the count of failures in a row of its source starts again. */
const OF_USE = 64 * 2 ** 10;

export class FetchedFile {
  readonly planned: PlannedFile;
  /** The result of the fetch; undefined while it goes on. */
  end: 'right' | 'failed' | undefined;
  readonly #context: PullContext;
  /** The copy to which all sources send parts; after a wrong hash, a copy of each source that was asked. */
  #copies: Copy[];
  #isShared = true;
  #isDeciding = false;
  /** The reasons why sources are not asked for this file any more. */
  readonly #out = new Map<PullSource, string>();
  /** The number of faults in a row of a source with this file, and the pause in which the last one fell. */
  readonly #faults = new Map<PullSource, { times: number; pause: number }>();
  /** The sources whose bytes of this small file are not checked yet, or were wrong. */
  readonly #doubted = new Set<PullSource>();
  /** The hashes of the file as sources sent it, where they were wrong. */
  readonly #wrong = new Map<PullSource, string>();
  /** The hashes of the parts of a wrong copy to which several sources sent, to find who sent the wrong ones. */
  readonly #parts: { source: PullSource; span: ByteSpan; sha256: string }[] = [];

  constructor(context: PullContext, planned: PlannedFile) {
    this.#context = context;
    this.planned = planned;
    this.#copies = [new Copy(context, planned)];
  }

  /** The number of bytes on the disk, in the copy that has the most. */
  get bytes(): number {
    return Math.max(0, ...this.#copies.map(({ part }) => part.ranges.bytes));
  }

  /** Sends a request to `source`: for free bytes, or with `isHelp` for those of a slow range. False if there are none. */
  ask(source: PullSource, isHelp: boolean): boolean {
    const isLarge = this.planned.size > MOST_SMALL;
    if (this.end || this.#isDeciding || source.requests >= (isLarge ? RANGES : LANES)) return false;
    // A source shows by small files that it is honest, before it sends parts of large ones.
    if ((isLarge && source.doubts > 0) || !this.#left().includes(source)) return false;
    const now = performance.now();
    const copy = this.#copyFor(source, isHelp, now);
    const work = isHelp ? copy?.relieve(source, now) : copy?.take(source);
    if (!copy || !work) return false;
    if (!isLarge && !this.#doubted.has(source)) {
      this.#doubted.add(source);
      source.doubts++;
    }
    void this.#request(copy, source, work).catch(this.#context.stop);
    return true;
  }

  /** Checks the hash of a complete copy. Fails the file if no source is left to ask. */
  judge(): void {
    if (this.end || this.#isDeciding || this.#context.signal.aborted) return;
    const done = this.#copies.find(({ part }) => part.ranges.isDone);
    if (!done && (this.#left().length > 0 || this.#copies.some(({ isRunning }) => isRunning))) return;
    this.#isDeciding = true;
    void (done ? this.#decide(done) : this.#fail()).catch(this.#context.stop).finally(() => {
      this.#isDeciding = false;
      if (this.end) for (const source of this.#doubted) this.#trust(source);
      // Another request may have ended in the meantime.
      this.judge();
      this.#context.wake();
    });
  }

  /** Closes the file after the run was stopped. Its bytes stay for the next run. */
  async close(): Promise<void> {
    for (const copy of this.#copies) await (this.#isShared ? copy.part.close() : copy.drop());
  }

  #trust(source: PullSource): void {
    if (this.#doubted.delete(source)) source.doubts--;
  }

  /** Lists the sources that can be asked for this file. */
  #left(): PullSource[] {
    return this.planned.urls.flatMap(({ source }) => {
      const found = this.#context.sources.get(source)!;
      return found.gone === undefined && !this.#out.has(found) ? found : [];
    });
  }

  /** Returns the copy to which `source` may send now. */
  #copyFor(source: PullSource, isHelp: boolean, now: number): Copy | undefined {
    const left = this.#left();
    // A copy of a source that is not asked any more never ends.
    const isLost = ({ only, isRunning }: Copy) => only !== undefined && !isRunning && !left.includes(only);
    const isStuck = () => this.#copies.every((copy) => isLost(copy) || copy.isStuck(source, now));
    const isRunning = this.#copies.some((copy) => copy.isRunning);
    // A source that has sent a wrong file is asked last.
    if (source.hasErred && left.some((one) => !one.hasErred && one.wait(now) === 0) && !(isRunning && isStuck()))
      return undefined;
    if (this.#isShared) {
      // A source that sends whole files sends most bytes for nothing, so it waits while others send ranges.
      const waits = source.sendsWhole && this.planned.size > MOST_SMALL;
      return waits && !isStuck() ? undefined : this.#copies[0];
    }
    const own = this.#copies.find(({ only }) => only === source);
    if (own || isHelp || !isStuck()) return own;
    const fresh = new Copy(this.#context, this.planned, source);
    this.#copies.push(fresh);
    return fresh;
  }

  async #request(copy: Copy, source: PullSource, work: Parameters<Copy['request']>[2]): Promise<void> {
    try {
      const { url } = this.planned.urls.find((one) => one.source === source.name)!;
      await copy.request(source, url, work);
      this.#serve(source);
    } catch (error) {
      if (!(error instanceof SourceFault)) throw error;
      this.#trust(source);
      if (error.kind === 'whole') source.sendsWhole = true;
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
    const setback = source.fail(fault, performance.now());
    if (kind === 'file') this.#out.set(source, message);
    else if (fault.wait === undefined) {
      const last = this.#faults.get(source);
      const times = (last?.times ?? 0) + (last?.pause === source.pauses ? 0 : 1);
      this.#faults.set(source, { times, pause: source.pauses });
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
    if (sender && others.length === 0) {
      sender.hasErred = true;
      this.#wrong.set(sender, found);
      this.#out.set(sender, `sent other bytes (SHA-256 ${found.slice(0, 12)}…)`);
    } else
      for (const { source, ...span } of copy.sent)
        if (source) this.#parts.push({ source, span, sha256: await sha256Of(copy, span) });
    this.#isShared = false;
    this.#copies = this.#copies.filter((one) => one !== copy);
    await copy.drop();
  }

  async #finish(copy: Copy): Promise<void> {
    await copy.part.settle();
    await copy.part.close();
    const { placement, tell } = this.#context;
    // The right bytes prove that the bytes of others were wrong, and not the list of hashes.
    const liars = new Set(this.#wrong.keys());
    for (const { source, span, sha256 } of this.#parts)
      if (!liars.has(source) && (await sha256Of(copy, span)) !== sha256) liars.add(source);
    const fault = placement.put(this.planned, copy.part.path);
    // If a large file with the right hash can't be put in place, it stays for the next run.
    if (fault === undefined) copy.part.removeNotes();
    else if (this.planned.size <= MOST_SMALL) rmSync(copy.part.path, { force: true });
    for (const other of this.#copies) if (other !== copy) await other.drop();
    this.end = fault === undefined ? 'right' : 'failed';
    for (const source of liars) {
      source.gone ??= `sent wrong bytes of ${this.planned.path}`;
      tell({ event: 'source', source: source.name, fault: 'sent wrong bytes', path: this.planned.path });
    }
    const names = [...copy.senders].flatMap((source) => source?.name ?? []);
    tell(fileEvent(this.planned, names, fault));
  }

  async #fail(reason = this.#why()): Promise<void> {
    await this.close();
    this.end = 'failed';
    this.#context.tell({ event: 'failed', path: this.planned.path, reason });
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
    const isPassing = this.#faults.size > 0 || sources.some(({ mayReturn }) => mayReturn);
    const fix = isPassing ? ' Try again later: the same command goes on.' : '';
    const lie = first === undefined ? '' : `${names} sent other bytes than those with SHA-256 ${sha256}. `;
    return `${lie}No source sent it: ${reasons.join('; ')}.${fix}`;
  }
}

const sha256Of = ({ part }: Copy, { from, to }: ByteSpan) =>
  localSha256(part.path, () => {}, { start: from, end: to - 1 });
