// Makes a day under the lock of HUB_DATA: index, build, export or push, check, one after the other.
import { counted } from '../../src/model/figures.ts';
import { bucketPlace, type Config, readConfig } from '../../src/service/config.ts';
import { acceptAside, asideSentence } from '../aside/kept-aside.ts';
import { crawlLocked } from '../crawl/run-crawl.ts';
import { storeOf } from '../days/object-store.ts';
import { readState } from '../export/models/export-state.ts';
import { exportBucket, runExport } from '../export/run-export.ts';
import { inData } from '../files/in-data.ts';
import { buildHub } from '../hub/build-hub.ts';
import { checkHub } from '../hub/check-hub.ts';
import { asideOf } from '../import/import-report.ts';
import { originOfNow } from '../import/run-import.ts';
import { Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';
import { progressFor } from '../process/progress-for.ts';
import { readService } from '../process/read-service.ts';
import { sentenceOf } from '../process/sentence-of.ts';
import { stoppable } from '../process/stoppable.ts';
import { runPush } from '../push/run-push.ts';
import type { DayReport, DayRequest, FiguresOf, StepName, StepReport } from './day-step.ts';
import { forgetUnfinished, noteUnfinished, unfinishedDay } from './unfinished-day.ts';

/** The number of requests that a push sends at the same time. */
const PARALLEL = 16;

/**
 * Makes the day. A failed step ends it: the report says so, the results of earlier steps stay, and the next run begins
 * with the failed step. Calls `onStep` after each finished step. Throws a Failure before the first step when another
 * process writes to HUB_DATA, or when a place to write to can't be used.
 */
export async function runDay(
  env: NodeJS.ProcessEnv,
  request: DayRequest,
  onStep: (report: StepReport) => void = () => {},
): Promise<DayReport> {
  const config = readConfig(env);
  readService(config);
  refusePlaces(env, request);
  return inData(config, 'day', () => new Day(env, config, request, onStep).run());
}

/** Refuses a destination that can't be used, before hours of work. */
function refusePlaces(env: NodeJS.ProcessEnv, { files, bucket }: DayRequest): void {
  if (files && !exportBucket(env, files.to)) readState(files.to, '');
  if (bucket) bucketPlace(env, bucket.address, bucket.address);
}

class Day {
  readonly #env: NodeJS.ProcessEnv;
  readonly #config: Config;
  readonly #request: DayRequest;
  readonly #onStep: (report: StepReport) => void;
  readonly #progress: Progress;
  readonly #steps: StepReport[] = [];

  constructor(env: NodeJS.ProcessEnv, config: Config, request: DayRequest, onStep: (report: StepReport) => void) {
    this.#env = env;
    this.#config = config;
    this.#request = request;
    this.#onStep = onStep;
    this.#progress = progressFor(request.isQuiet);
  }

  async run(): Promise<DayReport> {
    const begun = performance.now();
    const { day, isDry } = this.#request;
    const works = this.#works();
    const told = (more: Partial<DayReport>): DayReport => {
      return { day, done: false, seconds: secondsSince(begun), steps: this.#steps, ...more };
    };
    for (const [step, work] of works) {
      const from = performance.now();
      try {
        const report = { step, seconds: 0, ...(await work()) } as StepReport;
        report.seconds = secondsSince(from);
        this.#steps.push(report);
        this.#onStep(report);
      } catch (error) {
        return told({ failed: { step, reason: sentenceOf(error) } });
      }
      if (isDry) return told({ next: works.slice(1).map(([name]) => name) });
    }
    forgetUnfinished(this.#config.data);
    return told({ done: true });
  }

  /** Lists the wanted steps in their order. */
  #works(): [StepName, () => Promise<FiguresOf[StepName]>][] {
    const { files, bucket } = this.#request;
    return [
      ['index', () => this.#index()],
      ['build', () => this.#build()],
      ...(files ? [['export', () => this.#export(files)] as [StepName, () => Promise<FiguresOf['export']>]] : []),
      ...(bucket ? [['push', () => this.#push(bucket)] as [StepName, () => Promise<FiguresOf['push']>]] : []),
      ['check', () => this.#check()],
    ];
  }

  async #index(): Promise<FiguresOf['index']> {
    const { data } = this.#config;
    const { day, ids, rules, isDry, isAccepted = false, isQuiet, pause, patience } = this.#request;
    const catalog = unfinishedDay(data, this.#request);
    if (catalog !== undefined) return { day, catalog, isEarlier: true };
    const aside = isAccepted && (await acceptAside(data, storeOf(this.#config), { command: 'index', day }));
    if (aside) {
      noteUnfinished(data, this.#request);
      return { day, catalog: aside.catalog, isAccepted };
    }
    const request = { ids: [...ids], day, rules, isDry, isAccepted, isQuiet, made: originOfNow(), pause, patience };
    return stoppable(async (signal) => {
      const outcome = await crawlLocked(this.#config, request, signal);
      if (isDry) return outcome;
      const aside = asideOf(outcome.crawl?.imported);
      if (aside) throw new Failure(asideSentence(aside));
      if (!outcome.crawl?.imported?.imported)
        throw new Failure(`No model was found for ${day}, and nothing is changed.`);
      // After a signal stopped the crawl, the next run reads the models that are left: the index step is not done.
      signal.throwIfAborted();
      noteUnfinished(data, this.#request);
      return outcome;
    });
  }

  async #build(): Promise<FiguresOf['build']> {
    const service = readService(this.#config);
    const { stamp, changed, models, files, log } = await buildHub(this.#config, service, this.#progress);
    return { snapshot: stamp.snapshot, changed, models, files, log };
  }

  async #export(files: NonNullable<DayRequest['files']>): Promise<FiguresOf['export']> {
    const report = await runExport(this.#env, { ...files, isAgain: false, isDry: false }, this.#progress);
    const [first] = report.clashes;
    if (first !== undefined)
      throw new Failure(
        `${counted(report.clashes.length, 'file')} could not be written, the first at ${first}: "model-hub export ${files.to}" says what to do.`,
      );
    return { ...report, to: files.to };
  }

  async #push({ address, prunes }: NonNullable<DayRequest['bucket']>): Promise<FiguresOf['push']> {
    const request = { address, prunes, isDry: false, parallel: PARALLEL };
    return { ...(await runPush(this.#env, request, this.#progress)), to: address };
  }

  async #check(): Promise<FiguresOf['check']> {
    const { torn, lost } = await checkHub(this.#config, readService(this.#config), this.#progress);
    const faults = [...lost, ...torn];
    if (faults.length === 0) return { faults };
    const [count, mend] = [
      counted(faults.length, 'fault'),
      lost.length > 0 ? 'put back what HUB_DATA lacks from a backup' : 'the next run makes it again',
    ];
    throw new Failure(`${count}, the first: ${faults[0]!.replace(/\.$/, '')}; ${mend}.`);
  }
}

const secondsSince = (begun: number) => Math.round(performance.now() - begun) / 1000;
