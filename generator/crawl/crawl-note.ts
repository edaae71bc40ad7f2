// Writes and reads crawl.json in HUB_DATA. It says how far the last run of `index` came, and why it ended.
import { join } from 'node:path';
import { defined } from '../../src/basics/records.ts';
import { counted } from '../../src/model/figures.ts';
import { instantOf } from '../../src/nouns/calendar.ts';
import { readJsonNote, writeJsonNote } from '../files/json-note.ts';
import { grouped } from '../process/progress.ts';
import type { CrawlReport } from './crawl-day.ts';

const FORMAT = 'hub.model-hub.crawl/v1';
const NAME = 'crawl.json';

export interface CrawlNoted extends Pick<CrawlReport, 'later'> {
  day: string;
  /** The time when the run ended (RFC 3339). */
  ended: string;
  /** The number of models that this run looked at, without those that an earlier run of the day had found. */
  models: number;
}

/** Writes crawl.json at the end of a run. */
export function noteCrawl(data: string, day: string, { looked, resumed, later }: CrawlReport): void {
  const note: CrawlNoted = { day, ended: instantOf(Date.now()), models: looked - resumed, ...defined({ later }) };
  writeJsonNote(join(data, NAME), { format: FORMAT, ...note });
}

/** Reads crawl.json. Gives undefined if there is none, or if it can't be read. */
export const readCrawlNote = (data: string): CrawlNoted | undefined => readJsonNote(join(data, NAME), FORMAT);

/** Says how far the index is, and what ended the last run. */
export function crawlWords({ day, ended, models, later }: CrawlNoted): string {
  const run = `${day}, ended ${ended}: ${counted(models, 'model')}`;
  if (!later) return `${run}; all are looked at`;
  return `${run}; ${grouped(later.indexed + later.new)} left, ${grouped(later.new)} of them new. ${later.why}`;
}
