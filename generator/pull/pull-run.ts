// Runs a pull. Leaves files that are in place, and fetches all others from all sources at the same time.
import { statfsSync } from 'node:fs';
import process from 'node:process';
import { totalSize } from '../../src/basics/bytes.ts';
import { defined } from '../../src/basics/records.ts';
import { bytes as shownBytes, timeLeft } from '../../src/model/figures.ts';
import { WriteFailure } from '../files/full-disk.ts';
import { FetchedFile, LANES } from './fetched-file.ts';
import { MOST_SMALL } from './part-file.ts';
import { ignoresCase, type Placement } from './placement.ts';
import { type PlannedFile, type PullPlan, refuseNames } from './plan.ts';
import type { PullSummary, Tell } from './pull-lines.ts';
import { PULL_LIMITS, type PullContext, type PullLimits, PullSource } from './pull-source.ts';
import type { WireClient } from './wire-client.ts';
import { WorkFolder } from './work-folder.ts';

/** The share of the longest silence after which it is reported. */
const TELL = 0.05;

export interface PullSettings {
  client: WireClient;
  placement: Placement;
  tell: Tell;
  limits?: Partial<PullLimits>;
}

/** Fetches all files of the plan, and puts them in place. Throws a Failure if nothing can be fetched at all. */
export async function runPull(plan: PullPlan, settings: PullSettings): Promise<PullSummary> {
  const { placement } = settings;
  const begun = performance.now();
  const { folder, work } = placement;
  placement.begin();
  refuseNames(plan.files, { isWindows: process.platform === 'win32', ignoresCase: ignoresCase(work) });
  const limits = { ...PULL_LIMITS, ...settings.limits };
  const names = [...new Set(plan.files.flatMap(({ urls }) => urls.map(({ source }) => source)))];
  const sources = new Map(names.map((name) => [name, new PullSource(name, limits)]));
  const failed: PullSummary['failed'] = [];
  const tell: Tell = (event) => {
    if (event.event === 'failed') failed.push({ path: event.path, reason: event.reason });
    settings.tell(event);
  };
  const { id, revision, files } = plan;
  const all = { files: files.length, bytes: totalSize(files) };
  tell({ event: 'plan', id, revision, folder, ...all, sources: names });
  const here: PlannedFile[] = [];
  const wanted: PlannedFile[] = [];
  let checked = 0;
  for (const file of files) {
    const found = await placement.hashThere(file, (count) => {
      checked += count;
      tell({ event: 'checking', bytes: checked, total: all.bytes });
    });
    if (found === file.sha256) here.push(file);
    else {
      // No byte is fetched of a file that can't be put in place.
      const reason = placement.fault(file);
      if (reason === undefined) wanted.push(file);
      else tell({ event: 'failed', path: file.path, reason });
    }
  }
  if (wanted.length > 0) {
    const own = await WorkFolder.open(work, limits.silence);
    try {
      const run = new PullRun({ ...settings, limits, sources, work: own, tell }, wanted);
      needRoom(work, totalSize(wanted) - run.kept);
      await run.end();
    } finally {
      own.close();
    }
  }
  const told = [...sources.values()];
  const summary = {
    id,
    revision,
    folder,
    ok: failed.length === 0,
    ...all,
    here: { files: here.length, bytes: totalSize(here) },
    fetched: sumOf(told, 'bytes'),
    sources: told.map(({ name, bytes, gone }) => ({ source: name, bytes, ...defined({ gone }) })),
    seconds: (performance.now() - begun) / 1000,
    failed,
  };
  tell({ event: 'done', ...summary });
  return summary;
}

const sumOf = (sources: readonly PullSource[], name: 'bytes' | 'rate') =>
  sources.reduce((sum, source) => sum + (source[name] ?? 0), 0);

class PullRun {
  readonly #context: PullContext;
  readonly #sources: readonly PullSource[];
  readonly #ended = new AbortController();
  readonly #files: FetchedFile[];
  /** The number of bytes of all files, and the number of files without a result. */
  readonly #total: number;
  #open: number;
  /** The files without a result, by the source that may send them. */
  readonly #queues: ReadonlyMap<PullSource, Set<FetchedFile>>;
  #isWaking = false;
  #fault: unknown;
  #onEnd = () => {};
  /** The number of all bytes when the last ones came, the time of it, and whether the silence since is reported. */
  #heard = { bytes: 0, at: performance.now(), isTold: false };

  /** Opens the files, small ones first, because small files soon show which sources are honest. */
  constructor(shared: Omit<PullContext, 'signal' | 'wake' | 'leave' | 'stop'>, files: readonly PlannedFile[]) {
    this.#context = {
      ...shared,
      signal: this.#ended.signal,
      wake: () => this.#wake(),
      leave: () => void this.#open--,
      stop: (error) => {
        this.#fault ??= error;
        this.#ended.abort();
        this.#wake();
      },
    };
    this.#sources = [...shared.sources.values()];
    const isLarge = ({ size }: PlannedFile) => Number(size > MOST_SMALL);
    const fetched = new Map<string, FetchedFile>();
    for (const file of files.toSorted((a, b) => isLarge(a) - isLarge(b))) {
      // Files with the same bytes are fetched once.
      const same = fetched.get(file.sha256);
      if (same) same.twins.push(file);
      else fetched.set(file.sha256, new FetchedFile(this.#context, file));
    }
    this.#files = [...fetched.values()];
    this.#total = totalSize(this.#files.map(({ planned }) => planned));
    this.#open = this.#files.length;
    this.#queues = new Map(this.#sources.map((source) => [source, new Set()]));
    for (const file of this.#files)
      for (const { source } of file.planned.urls) this.#queues.get(shared.sources.get(source)!)!.add(file);
  }

  /** The number of bytes of the files that are on the disk. */
  get kept(): number {
    return this.#files.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  /** Fetches the files and puts them in place. Throws an error of the disk. */
  async end(): Promise<void> {
    const tick = setInterval(() => this.#tick(), this.#context.limits.tick);
    await new Promise<void>((resolve) => {
      this.#onEnd = resolve;
      this.#wake();
    });
    clearInterval(tick);
    for (const file of this.#files) if (!file.hasEnded) await file.close();
    if (this.#fault !== undefined) throw this.#fault;
  }

  /** Looks for requests to send, once the changes of this moment are made. */
  #wake(): void {
    if (this.#isWaking) return;
    this.#isWaking = true;
    setImmediate(() => {
      this.#isWaking = false;
      this.#schedule();
    });
  }

  #schedule(): void {
    const hasStopped = this.#ended.signal.aborted;
    if (!hasStopped) this.#askAll();
    if (this.#sources.some(({ requests }) => requests > 0)) return;
    if (hasStopped || this.#open === 0) this.#onEnd();
    // A file may be complete since an earlier run, or have no source left.
    else for (const file of this.#files) file.judge();
  }

  /** Sends requests: each source gets one in turn, the fastest first. */
  #askAll(): void {
    const now = performance.now();
    let asked = this.#sources.filter((source) => source.gone === undefined && source.wait(now) === 0);
    asked.sort((a, b) => (b.rate ?? 0) - (a.rate ?? 0));
    while (asked.length > 0) asked = asked.filter((source) => source.requests < LANES && this.#ask(source));
  }

  #ask(source: PullSource): boolean {
    const queue = this.#queues.get(source)!;
    for (const isHelp of [false, true])
      for (const file of queue) {
        if (file.hasEnded) queue.delete(file);
        else if (file.ask(source, isHelp)) return true;
      }
    return false;
  }

  #tick(): void {
    const seconds = this.#context.limits.tick / 1000;
    // A source that nobody asks keeps its speed.
    const busy = this.#sources.filter(({ requests }) => requests > 0);
    for (const source of busy) source.tick(seconds);
    const rate = sumOf(busy, 'rate');
    const [bytes, total] = [this.kept, this.#total];
    const left = rate > 0 && bytes < total ? Math.ceil((total - bytes) / rate) : undefined;
    const sources = Object.fromEntries(this.#sources.map((source) => [source.name, source.bytes]));
    this.#context.tell({
      event: 'progress',
      bytes,
      total,
      rate: Math.round(rate),
      sources,
      ...defined({ left }),
    });
    this.#listen();
    this.#wake();
  }

  /** Reports once that no source sends anything, and leaves all sources if this lasts. */
  #listen(): void {
    const now = performance.now();
    const asked = this.#sources.filter(({ gone }) => gone === undefined);
    const bytes = sumOf(this.#sources, 'bytes');
    if (bytes > this.#heard.bytes) this.#heard = { bytes, at: now, isTold: false };
    const { longest } = this.#context.limits;
    const spent = now - this.#heard.at;
    if (spent > longest)
      for (const source of asked) {
        source.fault ??= 'sends nothing';
        source.gone = `${source.fault} for ${timeLeft(longest / 1000)}`;
      }
    else if (spent > longest * TELL && asked.length > 0 && !this.#heard.isTold) {
      this.#heard.isTold = true;
      this.#context.tell({ event: 'waiting', seconds: Math.ceil((longest - spent) / 1000) });
    }
  }
}

/** Throws a WriteFailure if the disk of `folder`, which must exist, has no room for `needed` bytes. */
function needRoom(folder: string, needed: number): void {
  const { bavail, bsize } = statfsSync(folder);
  const free = bavail * bsize;
  if (needed > free)
    throw new WriteFailure(
      `${folder} has room for ${shownBytes(free)}, and ${shownBytes(needed)} are needed: make room, or name another folder with --to.`,
    );
}
