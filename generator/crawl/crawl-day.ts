// Makes a day of an index: asks for every wanted model, keeps the old rows of unreached ones, and imports the rows.

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
import { BoundedWork } from '../objects/bounded-work.ts';
import { Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';
import type { CrawlMemory, Found, FoundRow } from './crawl-memory.ts';
import { askAgain, crawlModel, hasUnasked, type Looked, type ModelCrawler } from './crawl-model.ts';
import { earlierModel } from './earlier-model.ts';
import { isOdd } from './hub-upstream.ts';
import { demandOf, licenceFault } from './index-rules.ts';
import type { OtherFound } from './others/other-source.ts';
import { needEarlier, rowPlaces } from './others/row-places.ts';
import { BudgetSpent } from './polite-fetch.ts';
import type { RunShares } from './run-shares.ts';
import type { WantedIds } from './wanted-ids.ts';

/** Models crawled at the same time; requests have a limit of their own. */
const LANES = 16;

interface CrawlInput {
  crawler: ModelCrawler;
  /** YYYY-MM-DD. */
  day: string;
  wanted: WantedIds;
  /** Models of the day before that are not due, so that their rows stay. */
  kept: ReadonlySet<string>;
  shares: RunShares;
  /** The day in force, whose rows stay for unreached models. */
  before: { catalog: CatalogFile; store: ObjectStore; purged: ReadonlySet<Address> } | undefined;
  progress: Progress;
  /** True if the day is imported even if it breaks rules. */
  isAccepted: boolean;
  /** Makes a day of import rows; `known` holds the rules that it already breaks. */
  importRows(rows: Readable, known: DayVerdict | undefined): Promise<ImportReport>;
}

/** Says why a model has no row in this day or keeps the old one, or how a further source differs or failed. */
export interface CrawlNote {
  id: string;
  kind: 'gone' | 'gated' | 'renamed' | 'left' | 'unreached' | 'unasked' | 'differs' | 'headless';
  reason?: string;
}

export interface CrawlReport {
  /** Counts the models of this run, and those of them that an earlier run of the day had found. */
  looked: number;
  resumed: number;
  /** Counts indexed models that were not due, where there were some. */
  kept?: number;
  /** The models that wait for the next run, where this one came to its end before them. */
  later?: Later;
  rows: number;
  notes: CrawlNote[];
  imported: ImportReport | undefined;
}

interface Later {
  /** Counts models of the day before, which keep their rows, and new ones. */
  indexed: number;
  new: number;
  /** A sentence. */
  why: string;
}

/**
 * Looks at every model and imports the day. A run that is stopped, or out of budget, imports its results: the models
 * that it looked at, and the rows of the day before for the rest. Throws the reason for its end if there are no
 * results. A day with more unreached models than the rules allow is kept aside. Throws a Failure if such a day would
 * have no row, or the same rows as the day in force.
 */
export async function crawlDay(input: CrawlInput): Promise<CrawlReport> {
  const { crawler, kept } = input;
  const looks = await lookAtAll(input);
  const { notes, resumed, waiting, end } = looks;
  const looked = Object.values(input.wanted).flat().length - waiting.size;
  // A first day needs a model with a row: with gated models alone, its list would be empty.
  const hasSome = input.before ? looked > 0 : [...looks.found.values()].some(({ kind }) => kind === 'row');
  if (!hasSome && end !== undefined) throw end;
  const later = laterOf(input, looks);
  const unreached = notes.filter(({ kind }) => kind === 'unreached');
  // A day of few models that are due does not fail for one of them.
  const of = looked + kept.size;
  const known = input.isAccepted ? undefined : tooMany(unreached, of, crawler.rules.unreached_percent);
  const rows = { count: 0 };
  const lines = linesOf(input, looks, rows);
  const report = { looked, resumed, ...(kept.size > 0 && { kept: kept.size }), ...(later && { later }), notes };
  const first = lines.next();
  if (first.done && known) throw notReached(unreached, of);
  if (first.done) return { ...report, rows: 0, imported: undefined };
  const imported = await input.importRows(Readable.from(startingWith(first.value, lines)), known);
  // The day in force has the same rows already, and too many models are out of reach.
  if (known && imported.imported) throw notReached(unreached, of);
  if (imported.imported) crawler.memory.settle(input.day);
  // If models wait, the next run of the day continues where this one ended.
  if (isOver(imported) && !later) crawler.memory.endDay();
  return { ...report, rows: rows.count, imported };
}

/** The results of a run up to its end. */
interface Looks {
  found: Map<string, Seen>;
  notes: CrawlNote[];
  /** Counts the models that an earlier run of the day had found. */
  resumed: number;
  /** The ids that nobody has looked at. */
  waiting: Set<string>;
  /** The reason why the run ended early: its budget is spent, or somebody stopped it. */
  end: unknown;
}

async function lookAtAll({ crawler, shares, day, wanted, progress }: CrawlInput): Promise<Looks> {
  const ids = Object.values(wanted).flat();
  const looks: Looks = { found: new Map(), notes: [], resumed: 0, waiting: new Set(ids), end: undefined };
  /** Counts the models that people asked for and that this run indexes. */
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
  const lanes = new BoundedWork(LANES);
  try {
    for (const [share, id] of shares.inTurn(wanted)) {
      const known = crawler.memory.found(day, id);
      // Counts all answers: otherwise a budget spent on the same requests would never be enough.
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
        if (one.kind === 'row')
          for (const { kind, source } of one.others)
            if (kind !== 'unreached') crawler.memory.keepCompared(source, one.row.id, day);
        if (one.kind === 'row' && share === 'demanded') indexed++;
        if (share !== 'indexed') noteAbsence(crawler.memory, day, id, one);
        task.advance();
      });
    }
  } finally {
    await lanes.settle();
  }
  await lanes.end();
  task.done(`${ids.length - looks.waiting.size} of ${ids.length} looked at`);
  return looks;
}

/** A name that nobody found is looked for again after some time, however often people ask for it. */
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
 * The kept part of a found model. Its row stays in the crawl's memory on disk until it is needed: all rows would fill
 * ours.
 */
type Seen = Exclude<Found, FoundRow> | { kind: 'row'; needsEarlier: boolean };

const seenOf = (found: Found): Seen =>
  found.kind === 'row' ? { kind: 'row', needsEarlier: needEarlier(found.others) } : found;

function* startingWith<T>(first: T, others: Iterable<T>): Generator<T> {
  yield first;
  yield* others;
}

/** Gives one row at a time with its card, and counts it; then the models that an earlier run of the day found gated. */
function* linesOf(input: CrawlInput, looks: Looks, rows: { count: number }): Generator<Buffer> {
  for (const row of rowsOf(input, looks)) {
    rows.count++;
    yield Buffer.from(`${JSON.stringify(input.crawler.cards.withCard(row))}\n`);
  }
  // If a day had only gated models, all other models would leave the list.
  if (rows.count > 0)
    for (const id of stillGated(input, looks.found)) yield Buffer.from(`${JSON.stringify({ id, gated: true })}\n`);
}

/**
 * Lists gated models of the replaced day for which this run found nothing else. The import keeps those of the day before.
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
    // An import would refuse the row, and the list would lose the model.
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

/** Notes that a further source has other bytes, or could not be asked. */
export function otherNotes(id: string, other: OtherFound): CrawlNote[] {
  if (other.kind === 'unreached') return [{ id, kind: 'unasked', reason: other.reason }];
  if (other.kind === 'absent' || other.differs.length === 0) return [];
  const [first] = other.differs;
  return [{ id, kind: 'differs', reason: `${other.source} has ${other.differs.length}, the first is ${first!.path}` }];
}

/** Gives the fault for which imports would refuse a row; undefined for a good one. */
function ruleFault({ row }: FoundRow, { service }: ModelCrawler): string | undefined {
  const read = readImportRow(Buffer.from(JSON.stringify(row)), service);
  const [first] = 'faults' in read ? read.faults : [];
  return first && `${first.field} ${first.reason}`.trim();
}

/** Gives the breach of the rule about unreached models; undefined when the rule holds. */
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

/** Tells whether the next run starts anew: it only continues if unreached models are the only fault. */
function isOver(report: ImportReport): boolean {
  if (report.imported) return true;
  return asideOf(report)?.breaches.some(({ rule }) => rule !== 'unreached') === true;
}

/** Gives the rows of the day: the found ones, and the day before's for models that were not reached, not looked at or not due. */
function* rowsOf({ before, day, crawler, kept }: CrawlInput, { found, waiting: later }: Looks): Generator<object> {
  const rowOf = (id: string) => crawler.memory.found(day, id) as FoundRow;
  /** Ids with found rows, by the ids under which the day before has them. */
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
    // The licence of the old row is refused, so the model goes.
    if (one || !earlier || licenceFault(earlier.model.license, crawler.rules) !== undefined) continue;
    if (earlier.card) crawler.cards.keep(earlier.card);
    yield importRowOf(earlier.row, earlier.model, earlier.sources);
  }
  for (const id of waiting.values()) yield withPlaces(rowOf(id), undefined, day);
}

function withPlaces({ row, others }: FoundRow, earlier: Parameters<typeof rowPlaces>[2], day: string): object {
  return { ...row, sources: [...row.sources, ...rowPlaces(row, others, earlier, day)] };
}
