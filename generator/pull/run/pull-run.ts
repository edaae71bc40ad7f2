// Runs a pull. Leaves files that are in place, and fetches all others from all sources at the same time.
import { createHash } from 'node:crypto';
import { rmSync, statfsSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { defined } from '../../../src/basics/defined.ts';
import { totalSize } from '../../../src/basics/total-size.ts';
import { bytes as shownBytes } from '../../../src/model/figures.ts';
import { WriteFailure } from '../../files/full-disk.ts';
import { MOST_SMALL } from '../disk/part-file.ts';
import { ignoresCase, type Placement } from '../disk/placement.ts';
import { WorkFolder } from '../disk/work-folder.ts';
import { type PlannedFile, type PullPlan, refuseNames } from '../plan/pull-plan.ts';
import type { RateLimit } from '../wire/rate-limit.ts';
import type { WireClient } from '../wire/wire-client.ts';
import { FetchedFile, LANES } from './fetched-file.ts';
import type { PullContext } from './holders.ts';
import { fileEvent, type PullSummary, type Shares, type Tell } from './pull-events.ts';
import { SourceState, type Timeouts, USUAL_TIMEOUTS } from './source-state.ts';

/** The number of milliseconds between two checks of speeds, of slow ranges, and of sources that did not answer. */
const TICK_MS = 250;

export interface PullSettings {
  client: WireClient;
  placement: Placement;
  tell: Tell;
  limit?: RateLimit | undefined;
  timeouts?: Partial<Timeouts>;
  /** True to fetch nothing. A file that is missing or wrong then fails. */
  isOffline?: boolean;
}

/** Fetches all files of the plan, and puts them in place. Throws a Failure if nothing can be fetched at all. */
export async function runPull(plan: PullPlan, settings: PullSettings): Promise<PullSummary> {
  const { placement, tell, isOffline = false } = settings;
  const begun = performance.now();
  const { folder, work: workRoot } = placement;
  if (!isOffline) placement.begin();
  refuseNames(plan.files, {
    isWindows: process.platform === 'win32',
    ignoresCase: !isOffline && ignoresCase(workRoot),
  });
  const sources = [...new Set(plan.files.flatMap(({ urls }) => urls.map(({ source }) => source)))];
  const { id, revision, files } = plan;
  tell({ event: 'plan', id, revision, folder, files: files.length, bytes: totalSize(files), sources });
  const here = await filesHere(plan.files, placement, tell);
  const wanted = plan.files.filter((file) => !here.has(file));
  const stuck = isOffline ? wanted.map(notHere) : wanted.flatMap((file) => placeless(file, placement));
  for (const { path, reason } of stuck) tell({ event: 'failed', path, reason });
  const run = new PullRun(sources, settings);
  const paths = new Set(stuck.map(({ path }) => path));
  const failed = [...stuck, ...(await run.fetch(wanted.filter(({ path }) => !paths.has(path))))];
  if (failed.length === 0) placement.finish();
  const kept = [...here];
  const summary = {
    ...{ id, revision, folder, ok: failed.length === 0, files: files.length, bytes: totalSize(files) },
    here: { files: kept.length, bytes: totalSize(kept) },
    ...run.figures(),
    seconds: (performance.now() - begun) / 1000,
    failed,
  };
  tell({ event: 'done', ...summary });
  return summary;
}

const notHere = ({ path, sha256 }: PlannedFile) => ({
  path,
  reason: `It is not here with the SHA-256 ${sha256}.`,
});

/** Returns a failure for a file that can't be put in place, so that none of its bytes is fetched. */
function placeless(file: PlannedFile, placement: Placement): PullSummary['failed'] {
  const reason = placement.fault(file);
  return reason === undefined ? [] : [{ path: file.path, reason }];
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
  readonly #settings: PullSettings;
  readonly #sources: ReadonlyMap<string, SourceState>;
  readonly #ended = new AbortController();
  #files: FetchedFile[] = [];
  /** The files that had no result when `#hasEnded` last looked. It removes those that have one. */
  readonly #open = new Set<FetchedFile>();
  /** The number of bytes of all files. */
  #total = 0;
  #fault: unknown;
  #waiting: (() => void)[] = [];
  /** The sources for whose pause a timer runs. */
  readonly #pausing = new Set<SourceState>();

  constructor(sources: readonly string[], settings: PullSettings) {
    this.#settings = settings;
    const timeouts = { ...USUAL_TIMEOUTS, ...settings.timeouts };
    this.#sources = new Map(sources.map((name) => [name, new SourceState(name, timeouts)]));
  }

  /** Fetches the files and puts them in place. Returns the files that failed. Throws an error of the disk. */
  async fetch(files: readonly PlannedFile[]): Promise<PullSummary['failed']> {
    if (files.length === 0) return [];
    const { placement, timeouts } = this.#settings;
    const work = await WorkFolder.open(placement.work, timeouts?.silence);
    const failed: PullSummary['failed'] = [];
    try {
      const { firsts, copies } = withoutCopies(files);
      this.#files = this.#opened(firsts, this.#context(work, failed));
      for (const file of this.#files) this.#open.add(file);
      needRoom(placement.work, totalSize(files) - this.#kept);
      await this.#work();
      await this.#closeParts();
      if (this.#fault !== undefined) throw this.#fault;
      this.#copy(copies, failed);
      return failed;
    } finally {
      work.close();
    }
  }

  /** Returns the number of bytes from each source, and the reasons why sources are not asked any more. */
  figures(): Pick<PullSummary, 'fetched' | 'sources'> {
    const sources = [...this.#sources.values()].map(({ name, speed, gone }) => ({
      ...{ source: name, bytes: speed.total },
      ...defined({ gone }),
    }));
    return { fetched: sources.reduce((sum, { bytes }) => sum + bytes, 0), sources };
  }

  #context(work: WorkFolder, failed: PullSummary['failed']): PullContext {
    const { client, placement, tell, limit, timeouts } = this.#settings;
    return {
      ...{ client, placement, work, limit, timeouts: { ...USUAL_TIMEOUTS, ...timeouts } },
      sources: this.#sources,
      signal: this.#ended.signal,
      tell(event) {
        if (event.event === 'failed') failed.push({ path: event.path, reason: event.reason });
        tell(event);
      },
      wake: () => this.#wake(),
      stop: (error) => this.#stop(error),
    };
  }

  /** Opens the files, small ones first, because small files soon show which sources are honest. */
  #opened(files: readonly PlannedFile[], context: PullContext): FetchedFile[] {
    this.#total = totalSize(files);
    for (const file of files) if (file.size === 0) putEmpty(context, file);
    const small = files.filter(({ size }) => size > 0 && size <= MOST_SMALL);
    const large = files.filter(({ size }) => size > MOST_SMALL);
    return [...small, ...large].map((file) => new FetchedFile(context, file));
  }

  async #work(): Promise<void> {
    const ticks = setInterval(() => this.#tick(), TICK_MS);
    try {
      const lanes = [...this.#sources.values()].flatMap((source) =>
        Array.from({ length: LANES }, () => this.#lane(source)),
      );
      this.#judge(this.#open);
      await Promise.all([...lanes, this.#untilEnd()]);
    } finally {
      clearInterval(ticks);
    }
  }

  /** Waits until every file has a result. Files may still be hashed when no source has anything to do. */
  async #untilEnd(): Promise<void> {
    while (!this.#hasEnded()) await this.#change();
  }

  async #lane(source: SourceState): Promise<void> {
    while (!this.#hasEnded() && source.gone === undefined) {
      const wait = source.wait(performance.now());
      const found = wait > 0 ? undefined : this.#taskFor(source);
      if (!found) {
        if (wait > 0) this.#wakeAfter(source, wait);
        await this.#change();
        continue;
      }
      try {
        await found.task();
      } catch (error) {
        this.#stop(error);
      }
      // If the source is gone, any open file may have no source left, so all are judged.
      this.#judge(source.gone === undefined ? [found.file] : this.#open);
    }
    this.#wake();
  }

  #taskFor(source: SourceState): { file: FetchedFile; task: () => Promise<void> } | undefined {
    for (const ask of ['next', 'relieve'] as const)
      for (const file of this.#open) {
        const task = file.end ? undefined : file[ask](source);
        if (task) return { file, task };
      }
    return undefined;
  }

  /**
   * True if every file has a result, or if the run was ended early. Stops at the first file without a result, since a
   * model may have a hundred thousand files.
   */
  #hasEnded(): boolean {
    if (this.#ended.signal.aborted) return true;
    for (const file of this.#open) {
      if (!file.end) return false;
      this.#open.delete(file);
    }
    return true;
  }

  #judge(files: Iterable<FetchedFile>): void {
    for (const file of files) if (!file.end) file.judge();
  }

  /** The number of bytes of unfinished files that are on the disk. */
  get #kept(): number {
    return this.#files.reduce((sum, { part }) => sum + part.ranges.bytes, 0);
  }

  #change(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }

  /** Wakes the lanes after the pause of a source. A source has at most one timer, however many lanes wait. */
  #wakeAfter(source: SourceState, wait: number): void {
    if (this.#pausing.has(source)) return;
    this.#pausing.add(source);
    const end = () => {
      this.#pausing.delete(source);
      this.#wake();
    };
    setTimeout(end, wait).unref();
  }

  #tick(): void {
    const seconds = TICK_MS / 1000;
    const states = [...this.#sources.values()];
    for (const { speed } of states) speed.tick(seconds);
    const sources: Shares = Object.fromEntries(states.map(({ name, speed }) => [name, speed.total]));
    const rate = states.reduce((sum, { speed }) => sum + (speed.rate ?? 0), 0);
    const [bytes, total] = [this.#kept, this.#total];
    const left = rate > 0 && bytes < total ? Math.ceil((total - bytes) / rate) : undefined;
    this.#settings.tell({
      ...{ event: 'progress', bytes, total, rate: Math.round(rate), sources },
      ...defined({ left }),
    });
    this.#judge(this.#open);
    this.#wake();
  }

  #stop(error: unknown): void {
    this.#fault ??= error;
    this.#ended.abort();
    this.#wake();
  }

  async #closeParts(): Promise<void> {
    for (const file of this.#files) if (!file.end) await file.part.close();
  }

  /** Puts files in place that have the same bytes as another file of the model, by copying that file. */
  #copy(copies: readonly { file: PlannedFile; of: PlannedFile }[], failed: PullSummary['failed']): void {
    const { placement, tell } = this.#settings;
    for (const { file, of } of copies) {
      const reason = failed.find(({ path }) => path === of.path)?.reason ?? placement.copy(file, of);
      if (reason !== undefined) failed.push({ path: file.path, reason });
      tell(fileEvent(file, [], reason));
    }
  }
}

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

function putEmpty({ work, placement, tell }: PullContext, file: PlannedFile): void {
  const { path, sha256 } = file;
  if (sha256 !== createHash('sha256').digest('hex')) {
    tell({ event: 'failed', path, reason: 'The list names an empty file, and a hash that no empty file has.' });
    return;
  }
  const fresh = work.pathOf(sha256);
  writeFileSync(fresh, '');
  const fault = placement.put(file, fresh);
  if (fault !== undefined) rmSync(fresh);
  tell(fileEvent(file, [], fault));
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
