// Makes a day under the lock of HUB_DATA: index, build, export or push, check, one after the other.
import { counted } from '../../src/model/figures.ts';
import { bucketPlace, type Config, readConfig } from '../../src/service/config.ts';
import { acceptAside, asideSentence } from '../aside/kept-aside.ts';
import { crawlLocked } from '../crawl/run-crawl.ts';
import { storeOf } from '../days/object-store.ts';
import { readState } from '../export/models/export-state.ts';
import { refuseBucket, runExport } from '../export/run-export.ts';
import { inData } from '../files/in-data.ts';
import { buildHub } from '../hub/build-hub.ts';
import { asideOf } from '../import/import-report.ts';
import { originOfNow } from '../import/run-import.ts';
import { Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';
import { progressFor } from '../process/progress-for.ts';
import { readService } from '../process/read-service.ts';
import { sentenceOf } from '../process/sentence-of.ts';
import { stoppable } from '../process/stoppable.ts';
import { runPush } from '../push/run-push.ts';
import { checkArchive } from '../tree/check-archive.ts';
import type { DayReport, DayRequest, FiguresOf, StepName, StepReport } from './day-step.ts';
import { forgetUnfinished, noteUnfinished, unfinishedDay } from './unfinished-day.ts';

/** The number of requests that a push sends at the same time. */
const PARALLEL = 16;

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
  refusePlaces(env, request);
  const work = { env, config, request, progress: progressFor(request.isQuiet) };
  return inData(config, 'day', () => makeDay(work, onStep));
}

/** Throws a Failure for a destination that can't be used, before hours of work are spent. */
function refusePlaces(env: NodeJS.ProcessEnv, { files, bucket }: DayRequest): void {
  if (files) {
    refuseBucket(files.to);
    readState(files.to, '');
  }
  if (bucket) bucketPlace(env, bucket.address, bucket.address);
}

/** The arguments of every step of a day. */
interface DayWork {
  env: NodeJS.ProcessEnv;
  config: Config;
  request: DayRequest;
  progress: Progress;
}

/** The name of a step, and the function that does it. */
type Step = [name: StepName, work: () => Promise<FiguresOf[StepName]>];

async function makeDay(work: DayWork, onStep: (report: StepReport) => void): Promise<DayReport> {
  const begun = performance.now();
  const { day, isDry } = work.request;
  const wanted = stepsOf(work);
  const steps: StepReport[] = [];
  const reportWith = (more: Partial<DayReport>): DayReport => {
    return { day, done: false, seconds: secondsSince(begun), steps, ...more };
  };
  for (const [step, run] of wanted) {
    const from = performance.now();
    try {
      const report = { step, seconds: 0, ...(await run()) } as StepReport;
      report.seconds = secondsSince(from);
      steps.push(report);
      onStep(report);
    } catch (error) {
      return reportWith({ failed: { step, reason: sentenceOf(error) } });
    }
    if (isDry) return reportWith({ next: wanted.slice(1).map(([name]) => name) });
  }
  forgetUnfinished(work.config.data);
  return reportWith({ done: true });
}

/** Lists the wanted steps in their order. */
function stepsOf(work: DayWork): Step[] {
  const { files, bucket } = work.request;
  return [
    ['index', () => index(work)],
    ['build', () => build(work)],
    ...(files ? [['export', () => exportFiles(work, files)] satisfies Step] : []),
    ...(bucket ? [['push', () => push(work, bucket)] satisfies Step] : []),
    ['check', () => check(work)],
  ];
}

async function index({ config, request: asked }: DayWork): Promise<FiguresOf['index']> {
  const { data } = config;
  const { day, ids, rules, isDry, isAccepted = false, isQuiet, pause, silence } = asked;
  const catalog = unfinishedDay(data, asked);
  if (catalog !== undefined) return { day, catalog, isEarlier: true };
  const aside = isAccepted && (await acceptAside(data, storeOf(config), { command: 'index', day }));
  if (aside) {
    noteUnfinished(data, asked);
    return { day, catalog: aside.catalog, isAccepted };
  }
  const request = { ids, again: [], day, rules, isDry, isAccepted, isQuiet, made: originOfNow(), pause, silence };
  return stoppable(async (signal) => {
    const outcome = await crawlLocked(config, request, signal);
    if (isDry) return outcome;
    const aside = asideOf(outcome.crawl?.imported);
    if (aside) throw new Failure(asideSentence(aside));
    if (!outcome.crawl?.imported?.imported) throw new Failure(`No model was found for ${day}, and nothing is changed.`);
    // The index step is not done if a signal stopped the crawl: the next run reads the models that are left.
    signal.throwIfAborted();
    noteUnfinished(data, asked);
    return outcome;
  });
}

async function build({ config, progress }: DayWork): Promise<FiguresOf['build']> {
  const { stamp, changed, models, files, log } = await buildHub(config, readService(config), progress);
  return { snapshot: stamp.snapshot, changed, models, files, log };
}

async function exportFiles(
  { env, progress }: DayWork,
  files: NonNullable<DayRequest['files']>,
): Promise<FiguresOf['export']> {
  const report = await runExport(env, { ...files, isAgain: false, isDry: false }, progress);
  const [first] = report.clashes;
  if (first !== undefined)
    throw new Failure(
      `${counted(report.clashes.length, 'file')} could not be written, the first at ${first}: "model-hub export ${files.to}" says what to do.`,
    );
  return { ...report, to: files.to };
}

async function push(
  { env, progress }: DayWork,
  { address, prunes }: NonNullable<DayRequest['bucket']>,
): Promise<FiguresOf['push']> {
  const request = { address, prunes, isDry: false, parallel: PARALLEL };
  return { ...(await runPush(env, request, progress)), to: address };
}

async function check({ config, progress }: DayWork): Promise<FiguresOf['check']> {
  const { faults } = await checkArchive(config, progress);
  const [first] = faults;
  if (first === undefined) return { faults };
  throw new Failure(`${counted(faults.length, 'fault')}, the first: ${first}`);
}

const secondsSince = (begun: number) => Math.round(performance.now() - begun) / 1000;
