// Types the steps of a day: their input and their reports.
import type { CrawlOutcome } from '../crawl/run-crawl.ts';
import type { ExportReport } from '../export/export-hub.ts';
import type { LogReport } from '../log/keep-log.ts';
import type { PushOutcome } from '../push/run-push.ts';

/** Says what a day does and where it puts it, beside the environment. */
export interface DayRequest {
  /** YYYY-MM-DD. */
  day: string;
  /** Models to look at in place of the wishes. */
  ids: readonly string[];
  /** Another index.yaml. */
  rules: string | undefined;
  /** The folder for plain files, and their forms; undefined writes none. */
  files:
    | { to: string; hasHub: boolean; isCompressed: boolean; hasDirections: boolean; isAttested?: boolean }
    | undefined;
  /** The bucket that the tree goes to; undefined: none. */
  bucket: { address: string; prunes: boolean } | undefined;
  isDry: boolean;
  /** True: the day that is kept aside comes into force. */
  isAccepted?: boolean;
  isQuiet: boolean;
  /** See `CrawlRequest`. */
  pause?: number;
  patience?: number;
}

/** The index step: the crawl's figures, or a note that an earlier run of the day did it, or kept it aside. */
type IndexFigures = CrawlOutcome | MadeBefore;

type MadeBefore = { day: string; catalog: string } & ({ isEarlier: true } | { isAccepted: true });

interface BuildFigures {
  /** The day of the tree. */
  snapshot: string;
  /** False: the standing tree is already that of the day. */
  changed: boolean;
  /** Models whose pack was written, and files written. */
  models: number;
  files: number;
  log: LogReport;
}

/** The report of each step. */
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
  /** True: every step has finished. */
  done: boolean;
  seconds: number;
  /** The finished steps, in order. */
  steps: StepReport[];
  /** The steps that would follow; only of a dry run. */
  next?: StepName[];
  failed?: { step: StepName; reason: string };
}
