// Declares the state that all parts of a crawl share.
import type { Config } from '../../src/service/config.ts';
import type { Service, Source } from '../../src/service/service.ts';
import type { CatalogFile } from '../days/catalog-reader.ts';
import type { importDay } from '../import/import-day.ts';
import type { Progress } from '../process/progress.ts';
import type { CrawlMemory } from './crawl-memory.ts';
import type { HubUpstream } from './hub-upstream.ts';
import type { IndexRules } from './index-rules.ts';
import { BudgetSpent } from './polite-fetch.ts';

export interface CrawlRun {
  config: Config;
  rules: IndexRules;
  service: Service;
  /** The source of bytes that is the upstream. */
  source: Source;
  upstream: HubUpstream;
  memory: CrawlMemory;
  /** A day as YYYY-MM-DD. */
  day: string;
  /** The day in force. */
  before: CatalogFile | undefined;
  /** The ids on the command line. If there are any, the run looks only at these and at indexed models. */
  ids: readonly string[];
  /** Models to look at in addition to those that the rules wish for, even if a recent run did not find them. */
  again: readonly string[];
  /** True if the day is imported even if it breaks the rules. */
  isAccepted: boolean;
  /** The time at which the day is made, and the version of the code. */
  made: Parameters<typeof importDay>[0]['made'];
  progress: Progress;
  /** Aborted when the run must end. */
  signal: AbortSignal;
}

/** True if an error means that the run is over: its budget is spent, or somebody stopped it. */
export const isEnd = (error: unknown, { signal }: CrawlRun) => error instanceof BudgetSpent || signal.aborted;
