// Makes a day of an index. Asks the upstream about every wanted model, imports the rows, and keeps the old row of a
// model that could not be reached.

import { Readable } from 'node:stream';
import { counted } from '../../src/model/figures.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { DayVerdict } from '../aside/judge-day.ts';
import type { CatalogFile } from '../days/catalog-reader.ts';
import { modelsIn } from '../days/model-stream.ts';
import type { ObjectStore } from '../days/object-store.ts';
import { asideOf, type ImportReport } from '../import/import-report.ts';
import { readImportRow } from '../import/rows/import-row.ts';
import { importRowOf } from '../mirror/rules/import-row-of.ts';
import { inLanes } from '../objects/bounded-work.ts';
import { Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';
import type { WantedIds } from './chosen-models.ts';
import type { CrawlMemory, Found, FoundRow } from './crawl-memory.ts';
import { askAgain, crawlModel, hasUnasked, type Looked, type ModelCrawler } from './crawl-model.ts';
import { earlierModel } from './day-maker.ts';
import { isOdd } from './hub-upstream.ts';
import { demandOf, licenceFault } from './index-rules.ts';
import type { OtherFound } from './others/other-source.ts';
import { needEarlier, rowPlaces } from './others/other-source.ts';
import { BudgetSpent } from './polite-fetch.ts';
import type { RunShares } from './run-shares.ts';

/** The maximum number of models that are crawled at the same time. Requests have a limit of their own. */
const LANES = 16;

interface CrawlInput {
  crawler: ModelCrawler;
  /** A day as YYYY-MM-DD. */
  day: string;
  wanted: WantedIds;
  /** Indexed models that are not due, and therefore keep their rows. */
  kept: ReadonlySet<string>;
  shares: RunShares;
  /** The day in force. Models that can't be reached keep their rows from it. */
  before: { catalog: CatalogFile; store: ObjectStore; purged: ReadonlySet<Address> } | undefined;
  progress: Progress;
  /** True if the day is imported even if it breaks the rules. */
  isAccepted: boolean;
  /** Makes a day of import rows. `known` holds the rules that the day is already known to break. */
  importRows(rows: Readable, known: DayVerdict | undefined): Promise<ImportReport>;
}

/**
 * A remark about one model. It says why the model has no row in this day or keeps its old one. It may also say that
 * another source differs or failed, or that a header can't be read.
 */
export interface CrawlNote {
  id: string;
  kind: 'gone' | 'gated' | 'renamed' | 'left' | 'unreached' | 'unasked' | 'differs' | 'headless';
  reason?: string;
}

export interface CrawlReport {
  /** The number of models that this run is done with, and how many of these an earlier run of the day had found. */
  looked: number;
  resumed: number;
  /** The number of indexed models that were not due; absent if all were due. */
  kept?: number;
  /** The models that wait for the next run, if this run ended before them. */
  later?: Later;
  rows: number;
  notes: CrawlNote[];
  imported: ImportReport | undefined;
}

interface Later {
  /** The number of waiting models that the day before has. They keep their rows. */
  indexed: number;
  /** The number of waiting models that the day before lacks. */
  new: number;
  /** The reason as a sentence. */
  why: string;
}

/**
 * Looks at every model, and imports the day. A run that is stopped, or out of budget, imports what it has: its results,
 * and the rows of the day before for all other models. If the run has no results, it throws the reason for its end. A
 * day with more unreached models than the rules allow is kept aside. If such a day has no row, or the same rows as the
 * day in force, the run throws a Failure.
 */
export async function crawlDay(input: CrawlInput): Promise<CrawlReport> {
  const { crawler, kept } = input;
  const looks = await lookAtAll(input);
  const { notes, resumed, waiting, end } = looks;
  const looked = Object.values(input.wanted).flat().length - waiting.size;
  // Requires at least one model with a row on a first day. Gated models alone would make an empty list.
  const hasSome = input.before ? looked > 0 : [...looks.found.values()].some(({ kind }) => kind === 'row');
  if (!hasSome && end !== undefined) throw end;
  const later = laterOf(input, looks);
  const unreached = notes.filter(({ kind }) => kind === 'unreached');
  // The models that are not due count as well, so that a day with few due models does not fail because of one of them.
  const of = looked + kept.size;
  const known = input.isAccepted ? undefined : tooMany(unreached, of, crawler.rules.unreached_percent);
  const rows = { count: 0 };
  const lines = linesOf(input, looks, rows);
  const report = { looked, resumed, ...(kept.size > 0 && { kept: kept.size }), ...(later && { later }), notes };
  const first = lines.next();
  if (first.done && known) throw notReached(unreached, of);
  if (first.done) return { ...report, rows: 0, imported: undefined };
  const imported = await input.importRows(Readable.from(startingWith(first.value, lines)), known);
  // A day that breaks the rule about unreached models is imported only if its rows are those of the day in force.
  if (known && imported.imported) throw notReached(unreached, of);
  if (imported.imported) crawler.memory.settle(input.day);
  // The day's results stay in crawl.db if models wait, so that the next run continues where this one ended.
  if (isOver(imported) && !later) crawler.memory.endDay();
  return { ...report, rows: rows.count, imported };
}

/** The results that a run has collected when it ends. */
interface Looks {
  found: Map<string, Seen>;
  notes: CrawlNote[];
  /** The number of models that an earlier run of the day had found. */
  resumed: number;
  /** The ids of models that the run has not looked at. */
  waiting: Set<string>;
  /**
   * The reason why the run ended early: its budget is spent, or somebody stopped it. Undefined if it did not end early.
   */
  end: unknown;
}

async function lookAtAll({ crawler, shares, day, wanted, progress }: CrawlInput): Promise<Looks> {
  const ids = Object.values(wanted).flat();
  const looks: Looks = { found: new Map(), notes: [], resumed: 0, waiting: new Set(ids), end: undefined };
  /** The number of models that people asked for and that this run indexes. */
  let indexed = 0;
  const noteEnd = (error: unknown) => {
    if (!isEnd(error, crawler)) throw error;
    looks.end ??= error;
  };
  const see = (id: string, one: Looked) => {
    looks.waiting.delete(id);
    if (one.kind === 'left') looks.notes.push({ id, kind: 'left', reason: one.reason });
    else {
      looks.found.set(id, seenOf(one));
      looks.notes.push(...notesOf(id, one));
    }
  };
  await crawler.listings.askOwners(ids, progress).catch(noteEnd);
  const task = progress.start('Models', ids.length);
  await inLanes(LANES, async (lanes) => {
    for (const [share, id] of shares.inTurn(wanted)) {
      const known = crawler.memory.found(day, id);
      // Takes the answers of earlier runs, even after this run's budget is spent. Otherwise each run would spend its
      // budget on the same requests.
      const isKnown = known !== undefined && known.kind !== 'unreached';
      const unasked = known && hasUnasked(known) ? known : undefined;
      if (isKnown) looks.resumed++;
      if (isKnown && (!unasked || looks.end !== undefined)) {
        see(id, known);
        task.advance();
        continue;
      }
      if (looks.end !== undefined) continue;
      if (share === 'demanded' && indexed >= demandOf(crawler.rules).models) {
        looks.waiting.delete(id);
        continue;
      }
      await lanes.start(async () => {
        const look = () => (unasked ? askAgain(crawler, unasked) : lookAt(crawler, id));
        const one = (await shares.run(share, look).catch(noteEnd)) ?? unasked;
        if (!one) return;
        see(id, one);
        if (one.kind !== 'left') crawler.memory.keepFound(day, id, one);
        if (one.kind === 'row' && share === 'demanded') indexed++;
        if (share !== 'indexed') noteAbsence(crawler.memory, day, id, one);
        task.advance();
      });
    }
  });
  task.done(`${ids.length - looks.waiting.size} of ${ids.length} looked at`);
  return looks;
}

/**
 * Records whether the model was found. A missing model is looked for again only after some time, however often people
 * ask for it.
 */
function noteAbsence(memory: CrawlMemory, day: string, id: string, { kind }: Looked): void {
  if (kind === 'gone') memory.keepAbsent(day, id);
  else if (memory.absence(day, id)) memory.forgetAbsent(id);
}

const isEnd = (error: unknown, { signal }: ModelCrawler) => error instanceof BudgetSpent || signal.aborted;

function laterOf({ before, crawler }: CrawlInput, { waiting, end }: Looks): Later | undefined {
  if (waiting.size === 0) return undefined;
  const indexed = before ? [...modelsIn(before.catalog)].filter(({ id }) => waiting.has(id)).length : 0;
  const why = crawler.signal.aborted ? 'The run was stopped.' : (end as Error).message;
  return { indexed, new: waiting.size - indexed, why };
}

/**
 * The part of a result that is held in RAM. The row of a found model stays in crawl.db until it is needed, because all
 * rows would take too much RAM.
 */
type Seen = Exclude<Found, FoundRow> | { kind: 'row'; needsEarlier: boolean };

const seenOf = (found: Found): Seen =>
  found.kind === 'row' ? { kind: 'row', needsEarlier: needEarlier(found.others) } : found;

function* startingWith<T>(first: T, others: Iterable<T>): Generator<T> {
  yield first;
  yield* others;
}

/**
 * Yields the lines of the import: first each row with its card, counted in `rows`, and then the models that an earlier
 * run of the day found to be gated.
 */
function* linesOf(input: CrawlInput, looks: Looks, rows: { count: number }): Generator<Buffer> {
  for (const row of rowsOf(input, looks)) {
    rows.count++;
    yield Buffer.from(`${JSON.stringify(input.crawler.cards.withCard(row))}\n`);
  }
  // Yields gated models only after a row, because a day of gated models alone would drop all other models.
  if (rows.count > 0)
    for (const id of stillGated(input, looks.found)) yield Buffer.from(`${JSON.stringify({ id, gated: true })}\n`);
}

/**
 * Lists the gated models of the earlier version of this same day, except those about which this run found something
 * else. The import itself keeps the gated models of the day before.
 */
function stillGated({ before, day }: CrawlInput, found: ReadonlyMap<string, Seen>): string[] {
  if (before?.catalog.frame.snapshot !== day) return [];
  const said = new Set([...found].flatMap(([id, { kind }]) => (kind === 'unreached' ? [] : id.toLowerCase())));
  return before.catalog.frame.gated.filter((id) => !said.has(id.toLowerCase()));
}

async function lookAt(crawler: ModelCrawler, id: string): Promise<Looked> {
  try {
    const looked = await crawlModel(crawler, id);
    const fault = looked.kind === 'row' ? ruleFault(looked, crawler) : undefined;
    // An import would refuse a row with a fault, and the list would lose the model. An unreached model keeps its old
    // row.
    return fault === undefined
      ? looked
      : { kind: 'unreached', reason: `what it says breaks the rules of imports: ${fault}` };
  } catch (error) {
    if (isEnd(error, crawler)) throw error;
    return { kind: 'unreached', reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof SyntaxError) return 'its answer is not JSON';
  return isOdd(error) ? 'its answers have another shape than those of the public hub' : (error as Error).message;
}

function notesOf(id: string, found: Found): CrawlNote[] {
  if (found.kind === 'row') {
    const headless = found.headless.map((path): CrawlNote => ({ id, kind: 'headless', reason: path }));
    return [...found.others.flatMap((other) => otherNotes(id, other)), ...headless];
  }
  if (found.kind === 'renamed') return [{ id, kind: 'renamed', reason: found.to }];
  return [found.kind === 'unreached' ? { id, kind: 'unreached', reason: found.reason } : { id, kind: found.kind }];
}

/** Makes remarks if another source has other bytes, or could not be asked. */
function otherNotes(id: string, other: OtherFound): CrawlNote[] {
  if (other.kind === 'unreached') return [{ id, kind: 'unasked', reason: other.reason }];
  if (other.kind === 'absent' || other.differs.length === 0) return [];
  const [first] = other.differs;
  return [{ id, kind: 'differs', reason: `${other.source} has ${other.differs.length}, the first is ${first!.path}` }];
}

/** Gives the fault for which an import would refuse a row; undefined for a good row. */
function ruleFault({ row }: FoundRow, { service }: ModelCrawler): string | undefined {
  const read = readImportRow(Buffer.from(JSON.stringify(row)), service);
  const [first] = 'faults' in read ? read.faults : [];
  return first && `${first.field} ${first.reason}`.trim();
}

/** Gives the breach of the rule about unreached models; undefined when the day keeps the rule. */
function tooMany(unreached: readonly CrawlNote[], all: number, percent: number): DayVerdict | undefined {
  if (unreached.length * 100 <= all * percent) return undefined;
  const worst = unreached
    .slice(0, 3)
    .map(({ id, reason }) => ({ id, what: `could not be reached: ${reasonIn(reason)}` }));
  return { breaches: [{ rule: 'unreached', models: unreached.length, of: all, percent }], worst };
}

function notReached(unreached: readonly CrawlNote[], all: number): Failure {
  const [first] = unreached;
  return new Failure(
    `${unreached.length} of ${counted(all, 'model')} could not be reached, and what is in force ` +
      `stays; the first is ${first!.id}: ${reasonIn(first!.reason)}. Run it again: what was ` +
      'found is kept.',
  );
}

const reasonIn = (reason: string | undefined) => reason?.replace(/\.$/, '');

/**
 * True if the next run of the day starts anew. It continues this run if the day was kept aside only for unreached
 * models.
 */
function isOver(report: ImportReport): boolean {
  if (report.imported) return true;
  return asideOf(report)?.breaches.some(({ rule }) => rule !== 'unreached') === true;
}

/** Gives the found rows, and the rows of the day before for models that were not reached, not looked at, or not due. */
function* rowsOf({ before, day, crawler, kept }: CrawlInput, { found, waiting: later }: Looks): Generator<object> {
  const rowOf = (id: string) => crawler.memory.found(day, id) as FoundRow;
  /**
   * Models whose found row also needs their row in the day in force. The key is the id that the upstream gives, the
   * value the id that was asked for.
   */
  const waiting = new Map<string, string>();
  for (const [id, one] of found) {
    if (one.kind === 'row' && before && one.needsEarlier) waiting.set(rowOf(id).row.id, id);
    else if (one.kind === 'row') yield withPlaces(rowOf(id), undefined, day);
    if (one.kind === 'gated') yield { id, gated: true };
  }
  if (!before) return;
  for (const model of modelsIn(before.catalog)) {
    const one = waiting.get(model.id);
    waiting.delete(model.id);
    const isKept = kept.has(model.id) || later.has(model.id) || found.get(model.id)?.kind === 'unreached';
    if (!one && !isKept) continue;
    const earlier = earlierModel(model, before);
    if (one) yield withPlaces(rowOf(one), earlier, day);
    // A model leaves the index if the rules now refuse the licence of its old row.
    if (one || !earlier || licenceFault(earlier.model.license, crawler.rules) !== undefined) continue;
    if (earlier.card) crawler.cards.keep(earlier.card);
    yield importRowOf(earlier.row, earlier.model, earlier.sources);
  }
  for (const id of waiting.values()) yield withPlaces(rowOf(id), undefined, day);
}

function withPlaces({ row, others }: FoundRow, earlier: Parameters<typeof rowPlaces>[2], day: string): object {
  return { ...row, sources: [...row.sources, ...rowPlaces(row, others, earlier, day)] };
}
