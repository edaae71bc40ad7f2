// Writes and reads crawl.json in HUB_DATA. It says how far the last run of `index` came, how fast it was, and why it
// ended.
import { join } from 'node:path';
import { defined } from '../../src/basics/defined.ts';
import { counted } from '../../src/model/figures.ts';
import { instantOf } from '../../src/nouns/calendar.ts';
import { readJsonNote, writeJsonNote } from '../files/json-note.ts';
import { grouped } from '../process/progress.ts';
import type { CrawlReport } from './crawl-day.ts';
import type { FetchCount } from './polite-fetch.ts';

const FORMAT = 'hub.model-hub.crawl/v1';
const NAME = 'crawl.json';

export interface CrawlNoted {
  day: string;
  /** The time when the run ended (RFC 3339). */
  ended: string;
  seconds: number;
  /** The number of models that this run looked at, without those that an earlier run of the day had found. */
  models: number;
  asked: FetchCount;
  later?: NonNullable<CrawlReport['later']>;
}

/** Writes crawl.json at the end of a run. */
export function noteCrawl(
  data: string,
  { day, seconds, asked }: Pick<CrawlNoted, 'day' | 'seconds' | 'asked'>,
  { looked, resumed, later }: CrawlReport,
): void {
  const ended = instantOf(Date.now());
  const note: CrawlNoted = { day, ended, seconds, models: looked - resumed, asked, ...defined({ later }) };
  writeJsonNote(join(data, NAME), { format: FORMAT, ...note });
}

/** Reads crawl.json. Gives undefined if there is none, or if it can't be read. */
export function readCrawlNote(data: string): CrawlNoted | undefined {
  const note = readJsonNote<CrawlNoted & { format: string }>(join(data, NAME), FORMAT);
  if (!note) return undefined;
  const { format: _, ...noted } = note;
  return noted;
}

/** Says how far the index is, how fast it grows, when it will be complete, and what limits it. */
export function crawlWords({ day, ended, seconds, models, asked, later }: CrawlNoted): string {
  const hourly = grouped(Math.round((models * 3600) / Math.max(seconds, 1)));
  const waited =
    asked.waited < 1000
      ? ''
      : `, ${counted(Math.round(asked.waited / 1000), 'second')} of them waiting for the hub’s limits`;
  const run = `${day}, ended ${ended}: ${counted(models, 'model')} in ${counted(Math.round(seconds), 'second')}${waited} (${hourly} an hour)`;
  if (!later) return `${run}; all are looked at`;
  const left = later.indexed + later.new;
  const runs = models === 0 ? '' : `, ${counted(Math.ceil(left / models), 'run')} more at this rate`;
  return `${run}; ${grouped(left)} left, ${grouped(later.new)} of them new${runs}. ${later.why}`;
}
