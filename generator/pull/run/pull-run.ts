// Runs a pull. Leaves files that are in place, and fetches all others from all sources at the same time.
import { statfsSync } from 'node:fs';
import process from 'node:process';
import { totalSize } from '../../../src/basics/bytes.ts';
import { defined } from '../../../src/basics/records.ts';
import { bytes as shownBytes } from '../../../src/model/figures.ts';
import { WriteFailure } from '../../files/full-disk.ts';
import { timeLeft } from '../../process/time-left.ts';
import { MOST_SMALL } from '../disk/part-file.ts';
import { ignoresCase, type Placement } from '../disk/placement.ts';
import { WorkFolder } from '../disk/work-folder.ts';
import { type PlannedFile, type PullPlan, refuseNames } from '../plan/pull-plan.ts';
import type { RateLimit } from '../wire/rate-limit.ts';
import type { WireClient } from '../wire/wire-client.ts';
import { FetchedFile, LANES } from './fetched-file.ts';
import type { PullContext } from './pull-context.ts';
import { fileEvent, type PullSummary, type Shares, type Tell } from './pull-events.ts';
import { PULL_LIMITS, type PullLimits, PullSource, type Speed } from './pull-source.ts';

/** The share of the longest silence after which it is reported. */
const TELL = 0.05;

export interface PullSettings {
  client: WireClient;
  placement: Placement;
  tell: Tell;
  limit?: RateLimit | undefined;
  limits?: Partial<PullLimits>;
  /** True to fetch nothing. A file that is missing or wrong then fails. */
  isOffline?: boolean;
}

/** Fetches all files of the plan, and puts them in place. Throws a Failure if nothing can be fetched at all. */
export async function runPull(plan: PullPlan, settings: PullSettings): Promise<PullSummary> {
  const { placement, tell, isOffline = false } = settings;
  const begun = performance.now();
  const { folder, work } = placement;
  if (!isOffline) placement.begin();
  refuseNames(plan.files, { isWindows: process.platform === 'win32', ignoresCase: !isOffline && ignoresCase(work) });
  const sources = [...new Set(plan.files.flatMap(({ urls }) => urls.map(({ source }) => source)))];
  const { id, revision, files } = plan;
  const [count, bytes] = [files.length, totalSize(files)];
  tell({ event: 'plan', id, revision, folder, files: count, bytes, sources });
  const here = await filesHere(files, placement, tell);
  const run = new PullRun(sources, settings);
  const wanted = files.filter((file) => {
    if (here.has(file)) return false;
    // No byte is fetched of a file that can't be put in place.
    const reason = isOffline ? `It is not here with the SHA-256 ${file.sha256}.` : placement.fault(file);
    if (reason !== undefined) run.tell({ event: 'failed', path: file.path, reason });
    return reason === undefined;
  });
  if (wanted.length > 0) await run.fetch(wanted);
  const { failed } = run;
  if (failed.length === 0) placement.finish();
  const summary = {
    ...{ id, revision, folder, ok: failed.length === 0, files: count, bytes },
    here: { files: here.size, bytes: totalSize([...here]) },
    ...run.figures(),
    seconds: (performance.now() - begun) / 1000,
    failed,
  };
  tell({ event: 'done', ...summary });
  return summary;
}

/** Finds the files that are in place already. */
async function filesHere(files: readonly PlannedFile[], placement: Placement, tell: Tell): Promise<Set<PlannedFile>> {
  const here = new Set<PlannedFile>();
  const total = totalSize(files);
  let bytes = 0;
  const onBytes = (count: number) => {
    bytes += count;
    tell({ event: 'checking', bytes, total });
  };
  for (const file of files) if ((await placement.hashThere(file, onBytes)) === file.sha256) here.add(file);
  return here;
}

class PullRun {
  readonly failed: PullSummary['failed'] = [];
  readonly #settings: PullSettings;
  readonly #limits: PullLimits;
  readonly #sources: ReadonlyMap<string, PullSource>;
  readonly #speeds = new Set<Speed>();
  readonly #ended = new AbortController();
  #files: FetchedFile[] = [];
  /** The number of bytes of all files. */
  #total = 0;
  /** The files without a result, by the source that may send them; and all of them. */
  readonly #queues = new Map<PullSource, Set<FetchedFile>>();
  readonly #open = new Set<FetchedFile>();
  #isWaking = false;
  #fault: unknown;
  #onEnd = () => {};
  /** The number of sources that were left when all open files were judged last. */
  #judged = 0;
  /** The number of all bytes when the last ones came, the time of it, and whether the silence since is reported. */
  #heard = { bytes: 0, at: performance.now(), isTold: false };

  constructor(sources: readonly string[], settings: PullSettings) {
    this.#settings = settings;
    this.#limits = { ...PULL_LIMITS, ...settings.limits };
    this.#sources = new Map(sources.map((name) => [name, new PullSource(name, this.#limits)]));
  }

  /** Fetches the files and puts them in place. Throws an error of the disk. */
  async fetch(files: readonly PlannedFile[]): Promise<void> {
    const { client, placement, limit } = this.#settings;
    const work = await WorkFolder.open(placement.work, this.#limits.silence);
    const context: PullContext = {
      ...{ client, placement, work, limit, limits: this.#limits, sources: this.#sources, speeds: this.#speeds },
      signal: this.#ended.signal,
      tell: (event) => this.tell(event),
      wake: () => this.#wake(),
      stop: (error) => this.#stop(error),
    };
    try {
      const { firsts, copies } = withoutCopies(files);
      this.#enqueue(firsts, context);
      needRoom(placement.work, totalSize(files) - this.#kept);
      const tick = setInterval(() => this.#tick(), this.#limits.tick);
      await new Promise<void>((resolve) => {
        this.#onEnd = resolve;
        for (const file of this.#open) file.judge();
        this.#wake();
      });
      clearInterval(tick);
      for (const file of this.#files) if (!file.end) await file.close();
      if (this.#fault !== undefined) throw this.#fault;
      for (const { file, of } of copies) {
        const reason = this.failed.find(({ path }) => path === of.path)?.reason ?? placement.copy(file, of);
        this.tell(fileEvent(file, [], reason));
      }
    } finally {
      work.close();
    }
  }

  /** Passes an event on, and keeps those of failures. */
  tell(event: Parameters<Tell>[0]): void {
    if (event.event === 'failed') this.failed.push({ path: event.path, reason: event.reason });
    this.#settings.tell(event);
  }

  /** Returns the number of bytes from each source, and the reasons why sources are not asked any more. */
  figures(): Pick<PullSummary, 'fetched' | 'sources'> {
    const sources = [...this.#sources.values()].map(({ name, speed, gone }) => ({
      ...{ source: name, bytes: speed.total },
      ...defined({ gone }),
    }));
    return { fetched: sources.reduce((sum, { bytes }) => sum + bytes, 0), sources };
  }

  /** Opens the files, small ones first, because small files soon show which sources are honest. */
  #enqueue(files: readonly PlannedFile[], context: PullContext): void {
    for (const source of this.#sources.values()) this.#queues.set(source, new Set());
    const isLarge = ({ size }: PlannedFile) => Number(size > MOST_SMALL);
    this.#files = files.toSorted((a, b) => isLarge(a) - isLarge(b)).map((file) => new FetchedFile(context, file));
    this.#total = totalSize(files);
    for (const file of this.#files) {
      this.#open.add(file);
      for (const { source } of file.planned.urls) this.#queues.get(this.#sources.get(source)!)!.add(file);
    }
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
    const sources = [...this.#sources.values()];
    if (!this.#ended.signal.aborted) this.#askAll(sources);
    const isIdle = sources.every(({ requests }) => requests === 0);
    if (isIdle && (this.#ended.signal.aborted || this.#hasEnded())) this.#onEnd();
  }

  #askAll(sources: readonly PullSource[]): void {
    const gone = sources.filter((source) => source.gone !== undefined).length;
    if (gone !== this.#judged) for (const file of this.#open) file.judge();
    this.#judged = gone;
    // Each source gets one request in turn, the fastest first.
    const now = performance.now();
    let asked = sources.filter((source) => source.gone === undefined && source.wait(now) === 0);
    asked.sort((a, b) => (b.speed.rate ?? 0) - (a.speed.rate ?? 0));
    while (asked.length > 0) asked = asked.filter((source) => source.requests < LANES && this.#ask(source));
  }

  /** True if every file has a result. Stops at the first one without, since a model may have 100,000 files. */
  #hasEnded(): boolean {
    for (const file of this.#open) {
      if (!file.end) return false;
      this.#open.delete(file);
    }
    return true;
  }

  #ask(source: PullSource): boolean {
    const queue = this.#queues.get(source)!;
    for (const isHelp of [false, true])
      for (const file of queue) {
        if (file.end) queue.delete(file);
        else if (file.ask(source, isHelp)) return true;
      }
    return false;
  }

  /** The number of bytes of unfinished files that are on the disk. */
  get #kept(): number {
    return this.#files.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  #tick(): void {
    const seconds = this.#limits.tick / 1000;
    const states = [...this.#sources.values()];
    // A source that nobody asks keeps its speed.
    for (const { speed, requests } of states) if (requests > 0) speed.tick(seconds);
    for (const speed of this.#speeds) speed.tick(seconds);
    const sources: Shares = Object.fromEntries(states.map(({ name, speed }) => [name, speed.total]));
    const rate = states.reduce((sum, { speed, requests }) => sum + (requests > 0 ? (speed.rate ?? 0) : 0), 0);
    const [bytes, total] = [this.#kept, this.#total];
    const left = rate > 0 && bytes < total ? Math.ceil((total - bytes) / rate) : undefined;
    this.tell({ ...{ event: 'progress', bytes, total, rate: Math.round(rate), sources }, ...defined({ left }) });
    this.#listen();
    this.#wake();
  }

  /** Reports once that no source sends anything, and leaves all sources if this lasts. */
  #listen(): void {
    const now = performance.now();
    const states = [...this.#sources.values()].filter(({ gone }) => gone === undefined);
    const bytes = this.figures().fetched;
    if (bytes > this.#heard.bytes) this.#heard = { bytes, at: now, isTold: false };
    const { longest } = this.#limits;
    const spent = now - this.#heard.at;
    if (spent > longest)
      for (const source of states) {
        source.gone = `${source.fault ?? 'sends nothing'} for ${timeLeft(longest / 1000)}`;
        source.mayReturn = true;
      }
    else if (spent > longest * TELL && states.length > 0 && !this.#heard.isTold) {
      this.#heard.isTold = true;
      this.tell({ event: 'waiting', seconds: Math.ceil((longest - spent) / 1000) });
    }
  }

  #stop(error: unknown): void {
    this.#fault ??= error;
    this.#ended.abort();
    this.#wake();
  }
}

/** Separates the files with the same bytes as another file of the plan. They are copied from that file. */
function withoutCopies(files: readonly PlannedFile[]) {
  const firsts = new Map<string, PlannedFile>();
  const copies: { file: PlannedFile; of: PlannedFile }[] = [];
  for (const file of files) {
    const of = firsts.get(file.sha256);
    if (of) copies.push({ file, of });
    else firsts.set(file.sha256, file);
  }
  return { firsts: [...firsts.values()], copies };
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
