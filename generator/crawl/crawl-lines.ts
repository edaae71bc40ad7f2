// Formats the report of a crawl for people.
import { counted } from '../../src/model/figures.ts';
import { asideOf } from '../import/import-report.ts';
import { inWords } from '../import/rows/row-shape.ts';
import { grouped } from '../process/progress.ts';
import type { CrawlNote, CrawlReport } from './crawl-day.ts';
import type { FetchCount } from './polite-fetch.ts';
import type { CrawlOutcome } from './run-crawl.ts';

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
  const { day, upstream, asked, askedOthers, people, wanted, warning, refresh, crawl } = outcome;
  const cost = [
    ...(warning === undefined ? [] : [warning]),
    ...(refresh ? [refreshLine(refresh)] : []),
    ...peopleLines(people),
    [{ ...asked, upstream }, ...askedOthers].map(costOf).join(' '),
  ];
  if (wanted) return [...wanted, `${counted(wanted.length, 'model')} would be looked at. So far:`, ...cost];
  if (!crawl?.imported) return ['No model was found; nothing is changed.', ...cost];
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

function refreshLine({ changed, inTurn, why = '' }: NonNullable<CrawlOutcome['refresh']>): string {
  if (changed === undefined) return `All indexed models are due. ${why}`;
  return `${counted(changed, 'indexed model')} changed, by the hub’s list; ${counted(inTurn, 'other')} in turn.`;
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
