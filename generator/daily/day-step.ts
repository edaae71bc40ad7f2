// Types for the steps of a day: their input and their reports.
import type { CrawlOutcome } from '../crawl/run-crawl.ts';
import type { ExportReport } from '../export/export-hub.ts';
import type { LogReport } from '../log/keep-log.ts';
import type { PushOutcome } from '../push/run-push.ts';

/** The request for one day: what to index, and where to write. Everything else comes from the environment. */
export interface DayRequest {
  /** The day as YYYY-MM-DD. */
  day: string;
  /** Models to read instead of those that index.yaml wishes for. */
  ids: readonly string[];
  /** The path of an index.yaml to use instead of the operator's. */
  rules: string | undefined;
  /** The folder for plain files, and the forms in which they are written; undefined if no plain files are written. */
  files: { to: string; isCompressed: boolean; hasDirections: boolean; isAttested?: boolean } | undefined;
  /** The bucket for the tree; undefined if there is none. */
  bucket: { address: string; prunes: boolean } | undefined;
  isDry: boolean;
  /** True if a day that is kept aside must come into force. */
  isAccepted?: boolean;
  isQuiet: boolean;
  /** Times in milliseconds, as in `CrawlRequest`. */
  pause?: number | undefined;
  silence?: number | undefined;
}

/**
 * The result of the index step: the figures of the crawl, or the fact that an earlier run made the day or kept it
 * aside.
 */
type IndexFigures = CrawlOutcome | MadeBefore;

type MadeBefore = { day: string; catalog: string } & ({ isEarlier: true } | { isAccepted: true });

interface BuildFigures {
  /** The day of the tree. */
  snapshot: string;
  /** False if the tree was up to date before this step. */
  changed: boolean;
  /** The number of models whose pack was written. */
  models: number;
  /** The number of files that were written. */
  files: number;
  log: LogReport;
}

/** The figures in the report of each step. */
export interface FiguresOf {
  index: IndexFigures;
  build: BuildFigures;
  export: ExportReport & { to: string };
  push: PushOutcome & { to: string };
  check: { faults: readonly string[] };
}

export type StepName = keyof FiguresOf;

/** The report of one step, with its time. */
export type StepReport = { [T in StepName]: { step: T; seconds: number } & FiguresOf[T] }[StepName];

export interface DayReport {
  day: string;
  /** True if every step has finished. */
  done: boolean;
  seconds: number;
  /** The finished steps, in order. */
  steps: StepReport[];
  /** The steps that would follow; only for a dry run. */
  next?: StepName[];
  failed?: { step: StepName; reason: string };
}
