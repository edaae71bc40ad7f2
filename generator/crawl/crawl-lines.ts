// Formats the report of a crawl for people. Writes and reads crawl.json in HUB_DATA, which says how far the last run of
// `index` came, and why it ended.
import { join } from 'node:path';
import { defined } from '../../src/basics/records.ts';
import { counted } from '../../src/model/figures.ts';
import { instantOf } from '../../src/nouns/calendar.ts';
import { readJsonNote, writeJsonNote } from '../files/json-note.ts';
import { asideOf } from '../import/import-report.ts';
import { inWords } from '../import/rows/row-shape.ts';
import { grouped } from '../process/progress.ts';
import type { CrawlNote, CrawlReport } from './crawl-day.ts';
import type { OtherCount } from './other-sources.ts';
import type { FetchCount } from './polite-fetch.ts';
import type { PeopleReport } from './wishes-of-people.ts';

export interface CrawlOutcome {
  day: string;
  upstream: string;
  asked: FetchCount;
  /** The numbers of requests to each other source. */
  askedOthers: OtherCount[];
  /**
   * Counts the requested names that the run looks at, and those that wait because they were not found lately. Gives the
   * reason if the database was not asked.
   */
  people: PeopleReport;
  /** Warns that requests carry no contact of the operator. */
  warning?: string;
  crawl: CrawlReport;
}

/** The maximum number of remarks of each kind that are shown. */
const SHOWN = 10;

const KINDS: Record<CrawlNote['kind'], string> = {
  gone: 'are gone, and fall off the list',
  gated: 'are gated',
  renamed: 'have another name now',
  left: 'are left out by the rules',
  unreached: 'could not be reached, and stay as they were',
  unasked: 'could not be looked up at a further source, where they stay as they were',
  headless: 'have a weight file without a header that can be read, and are indexed without its facts',
  differs: 'have files with other bytes at a further source, which are not taken from there',
};

/** Gives the outcome as lines of text. */
export function crawlLines(outcome: CrawlOutcome): string[] {
  const { day, upstream, asked, askedOthers, people, warning, crawl } = outcome;
  const cost = [
    ...(warning === undefined ? [] : [warning]),
    ...peopleLines(people),
    [{ ...asked, upstream }, ...askedOthers].map(costOf).join(' '),
  ];
  if (!crawl.imported) return ['No model was found; nothing is changed.', ...cost];
  const { looked, resumed, kept, later, rows, notes, imported } = crawl;
  const isAside = asideOf(imported) !== undefined;
  const others = kept > 0 ? `; ${counted(kept, 'other')} not due` : '';
  const before = resumed > 0 ? `, ${grouped(resumed)} of them found by an earlier run` : '';
  return [
    `${day} is ${isAside ? 'kept aside' : 'in force'}: ${counted(rows, 'row')} of ${counted(looked, 'model')} looked at${before}${others}.`,
    ...(later ? [laterLine(later)] : []),
    ...Object.entries(KINDS).flatMap(([kind, said]) =>
      linesOf(
        notes.filter((note) => note.kind === kind),
        said,
      ),
    ),
    ...imported.badLines.map(
      ({ id = 'a row', faults }) => `${id} breaks the rules of imports: ${faults.map(inWords).join('; ')}.`,
    ),
    ...imported.warnings,
    ...cost,
  ];
}

function peopleLines({ absent, fault }: CrawlOutcome['people']): string[] {
  return [
    ...(fault === undefined ? [] : [`The models that people want are not known. ${fault}`]),
    ...(absent === 0
      ? []
      : [
          `Not looked at: ${counted(absent, 'name')} that people ask for, not found lately (--retry ID looks at once).`,
        ]),
  ];
}

function laterLine({ indexed, new: news, why }: NonNullable<CrawlReport['later']>): string {
  const kept = indexed === 0 ? '' : ` (${grouped(indexed)} of them indexed, which stay as they were)`;
  return `${counted(indexed + news, 'model')}${kept} left for the next run. ${why}`;
}

const costOf = ({ requests, upstream, bytes, again }: FetchCount & { upstream: string }) =>
  `${counted(requests, 'request')} to ${upstream}, ${counted(bytes, 'byte')} read, ${grouped(again)} asked again.`;

function linesOf(notes: readonly CrawlNote[], said: string): string[] {
  if (notes.length === 0) return [];
  const shown = notes.slice(0, SHOWN).map(({ id, reason }) => `  ${id}${reason === undefined ? '' : `: ${reason}`}`);
  const more = notes.length > SHOWN ? [`  … and ${grouped(notes.length - SHOWN)} more (--json lists all)`] : [];
  return [`${grouped(notes.length)} ${said}:`, ...shown, ...more];
}

const FORMAT = 'hub.model-hub.crawl/v1';
const NAME = 'crawl.json';

interface CrawlNoted extends Pick<CrawlReport, 'later'> {
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
