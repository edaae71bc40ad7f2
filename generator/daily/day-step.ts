// The steps of a day: what each is told, and what it tells when it is done.
import type { CrawlOutcome } from '../crawl/run-crawl.ts';
import type { ExportReport } from '../export/export-hub.ts';
import type { LogReport } from '../log/keep-log.ts';
import type { PushOutcome } from '../push/run-push.ts';

/** What a day does and where it puts it, beside what the environment says. */
export interface DayRequest {
  /** YYYY-MM-DD. */
  day: string;
  /** Models to look at in place of the wishes. */
  ids: readonly string[];
  /** Another index.yaml. */
  rules: string | undefined;
  /** Where plain files go, and in which forms; undefined: nowhere. */
  files:
    | { to: string; hasHub: boolean; isCompressed: boolean; hasDirections: boolean; isAttested?: boolean }
    | undefined;
  /** The bucket that the tree goes to; undefined: none. */
  bucket: { address: string; prunes: boolean } | undefined;
  isDry: boolean;
  isQuiet: boolean;
  /** As `CrawlRequest` has them. */
  pause?: number;
  patience?: number;
}

/** The index step: what was found and asked, or that an earlier run of the day did it. */
type IndexFigures = CrawlOutcome | { day: string; catalog: string; isEarlier: true };

interface BuildFigures {
  /** The day of the tree. */
  snapshot: string;
  /** False: the tree that stands is that of the day already. */
  changed: boolean;
  /** Models whose pack was written, and files written. */
  models: number;
  files: number;
  log: LogReport;
}

/** What each step tells. */
export interface FiguresOf {
  index: IndexFigures;
  build: BuildFigures;
  export: ExportReport & { to: string };
  push: PushOutcome & { to: string };
  check: { faults: readonly string[] };
}

export type StepName = keyof FiguresOf;

/** What a step did, and how long it took. */
export type StepReport = { [T in StepName]: { step: T; seconds: number } & FiguresOf[T] }[StepName];

export interface DayReport {
  day: string;
  /** True: every step came to its end. */
  done: boolean;
  seconds: number;
  /** Those that came to their end, in their order. */
  steps: StepReport[];
  /** The steps that would follow; only of a dry run. */
  next?: StepName[];
  failed?: { step: StepName; reason: string };
}
