// Makes a day under the lock of HUB_DATA: index, build, export or push, check, one after the other.

import { counted } from '../../src/model/figures.ts';
import { bucketPlace, type Config, readConfig } from '../../src/service/config.ts';
import { acceptAside, asideSentence } from '../aside/kept-aside.ts';
import type { CrawlOutcome } from '../crawl/crawl-lines.ts';
import { crawlLocked } from '../crawl/run-crawl.ts';
import { storeOf } from '../days/object-store.ts';
import { type ExportReport, runExport } from '../export/export-hub.ts';
import { readState } from '../export/export-state.ts';
import { inData } from '../files/lock.ts';
import { buildHub } from '../hub/build-hub.ts';
import { asideOf } from '../import/import-report.ts';
import { originOfNow } from '../import/run-import.ts';
import type { LogReport } from '../log/keep-log.ts';
import { Failure } from '../process/failure.ts';
import { progressFor } from '../process/progress.ts';
import { readService } from '../process/read-service.ts';
import { sentenceOf } from '../process/sentence-of.ts';
import { stoppable } from '../process/stoppable.ts';
import { type PushOutcome, runPush } from '../push/run-push.ts';
import { checkArchive } from '../tree/check-archive.ts';
import { forgetUnfinished, noteUnfinished, unfinishedDay } from './unfinished-day.ts';

/** The request for one day: what to index, and where to write. Everything else comes from the environment. */
interface DayRequest {
  /** The day as YYYY-MM-DD. */
  day: string;
  /** Models to read instead of those that index.yaml wishes for. */
  ids: readonly string[];
  /** The path of an index.yaml to use instead of the operator's. */
  rules: string | undefined;
  /** The folder for plain files; undefined if none are written. */
  files: { to: string; isAttested?: boolean } | undefined;
  /** The address of the bucket for the tree; undefined if there is none. */
  bucket: string | undefined;
  /** True if a day that is kept aside must come into force. */
  isAccepted?: boolean;
  isQuiet: boolean;
  /** Times in milliseconds, as in `CrawlRequest`. */
  pause?: number | undefined;
  silence?: number | undefined;
}

/** The figures in the report of each step. */
interface FiguresOf {
  /** The figures of the crawl, or the fact that an earlier run made the day or kept it aside. */
  index: CrawlOutcome | ({ day: string; catalog: string } & ({ isEarlier: true } | { isAccepted: true }));
  build: {
    /** The day of the tree. */
    snapshot: string;
    /** False if the tree was up to date before this step. */
    changed: boolean;
    /** The number of models whose pack was written. */
    models: number;
    /** The number of files that were written. */
    files: number;
    log: LogReport;
  };
  export: ExportReport & { to: string };
  push: PushOutcome & { to: string };
  check: { faults: readonly string[] };
}

type StepName = keyof FiguresOf;

/** The report of one step, with its time. */
export type StepReport = { [T in StepName]: { step: T; seconds: number } & FiguresOf[T] }[StepName];

export interface DayReport {
  day: string;
  /** True if every step has finished. */
  done: boolean;
  seconds: number;
  /** The finished steps, in order. */
  steps: StepReport[];
  failed?: { step: StepName; reason: string };
}

/**
 * Makes the day. A failed step ends it: the report says so, and the results of earlier steps stay. The next run leaves
 * out the index step if that step has finished. Calls `onStep` after each finished step. Throws a Failure before the
 * first step when another process writes to HUB_DATA, or when a destination can't be used.
 */
export async function runDay(
  env: NodeJS.ProcessEnv,
  request: DayRequest,
  onStep: (report: StepReport) => void = () => {},
): Promise<DayReport> {
  const config = readConfig(env);
  readService(config);
  const { files, bucket, day } = request;
  // A destination that can't be used is refused before hours of work are spent.
  if (files) readState(files.to, '');
  if (bucket) bucketPlace(env, bucket, bucket);
  return inData(config, async () => {
    const begun = performance.now();
    const steps: StepReport[] = [];
    const reportWith = (more: Partial<DayReport>): DayReport => {
      return { day, done: false, seconds: secondsSince(begun), steps, ...more };
    };
    for (const [step, work] of stepsOf(env, config, request)) {
      const from = performance.now();
      try {
        const report = { step, seconds: 0, ...(await work()) } as StepReport;
        report.seconds = secondsSince(from);
        steps.push(report);
        onStep(report);
      } catch (error) {
        return reportWith({ failed: { step, reason: sentenceOf(error) } });
      }
    }
    forgetUnfinished(config.data);
    return reportWith({ done: true });
  });
}

/** The name of a step, and the function that does it. */
type Step<T extends StepName = StepName> = [name: T, work: () => Promise<FiguresOf[T]>];

/** Lists the wanted steps in their order. */
function stepsOf(env: NodeJS.ProcessEnv, config: Config, request: DayRequest): Step[] {
  const { files, bucket, isQuiet } = request;
  const progress = progressFor(isQuiet);
  const build: Step<'build'> = [
    'build',
    async () => {
      const { stamp, changed, models, files, log } = await buildHub(config, readService(config), progress);
      return { snapshot: stamp.snapshot, changed, models, files, log };
    },
  ];
  const exported = async ({ to }: { to: string }) => ({ ...(await runExport(env, files!, progress)), to });
  const pushed = async (address: string) => ({
    ...(await runPush(env, address, progress)),
    to: address,
  });
  const check: Step<'check'> = [
    'check',
    async () => {
      const { faults } = await checkArchive(config, progress);
      const [first] = faults;
      if (first === undefined) return { faults };
      throw new Failure(`${counted(faults.length, 'fault')}, the first: ${first}`);
    },
  ];
  return [
    ['index', () => index(config, request)],
    build,
    ...(files ? [['export', () => exported(files)] satisfies Step] : []),
    ...(bucket ? [['push', () => pushed(bucket)] satisfies Step] : []),
    check,
  ];
}

async function index(config: Config, asked: DayRequest): Promise<FiguresOf['index']> {
  const { data } = config;
  const { day, isAccepted = false } = asked;
  const catalog = unfinishedDay(data, asked);
  if (catalog !== undefined) return { day, catalog, isEarlier: true };
  const accepted = isAccepted && (await acceptAside(data, storeOf(config), { command: 'index', day }));
  if (accepted) {
    noteUnfinished(data, asked);
    return { day, catalog: accepted.catalog, isAccepted: true };
  }
  return stoppable(async (signal) => {
    const request = { ...asked, again: [], isAccepted, made: originOfNow() };
    const outcome = await crawlLocked(config, request, signal);
    const aside = asideOf(outcome.crawl?.imported);
    if (aside) throw new Failure(asideSentence(aside));
    if (!outcome.crawl?.imported?.imported) throw new Failure(`No model was found for ${day}, and nothing is changed.`);
    // The index step is not done if a signal stopped the crawl: the next run reads the models that are left.
    signal.throwIfAborted();
    noteUnfinished(data, asked);
    return outcome;
  });
}

const secondsSince = (begun: number) => Math.round(performance.now() - begun) / 1000;
