// Makes a day of an index: asks the upstream about every wanted model, and imports what changed. A model that could not
// be reached, was not looked at, or is not due stays as the day before has it.
import { hash } from 'node:crypto';
import metadata from '../../package.json' with { type: 'json' };
import { defined } from '../../src/basics/records.ts';
import { counted } from '../../src/model/figures.ts';
import type { ModelFigures } from '../../src/model/model-figures.ts';
import { readWithdrawnIds } from '../accounts/database.ts';
import type { DayVerdict } from '../aside/judge-day.ts';
import { modelsIn } from '../days/model-stream.ts';
import { storeOf } from '../days/object-store.ts';
import { importDay } from '../import/import-day.ts';
import { asideOf, type ImportReport } from '../import/import-report.ts';
import { inputOf } from '../import/rows/input-lines.ts';
import { inLanes } from '../objects/bounded-work.ts';
import { Failure } from '../process/failure.ts';
import { seedFolder } from '../process/package-paths.ts';
import { byShares, type Share, type WantedIds } from './chosen-models.ts';
import type { CrawlMemory, Found, Remark } from './crawl-memory.ts';
import { crawlModel, type ModelCrawler } from './crawl-model.ts';
import { isEnd } from './crawl-run.ts';
import { isDenied, limitsOf } from './index-rules.ts';

/** The maximum number of models that are crawled at the same time. Requests have a limit of their own. */
const LANES = 16;

/** A remark about one model: why it has no row in this day or keeps its old one, or a remark about its row. */
export interface CrawlNote {
  id: string;
  kind: Exclude<Found['kind'], 'row'> | Remark['kind'];
  reason?: string;
}

export interface CrawlReport {
  /** The number of models that this run is done with, and how many of these an earlier run of the day had found. */
  looked: number;
  resumed: number;
  /** The number of indexed models that were not due. */
  kept: number;
  /** The models that wait for the next run, if this run ended before them. */
  later?: Later;
  /** The number of models that were found. */
  rows: number;
  notes: CrawlNote[];
  imported: ImportReport | undefined;
}

interface Later {
  /** The number of waiting models that the index has, which stay as they are, and the number of other ones. */
  indexed: number;
  new: number;
  /** The reason as a sentence. */
  why: string;
}

/** The results that a run has collected when it ends. Found rows stay in crawl.db, because all would take too much RAM. */
interface Looks {
  found: Map<string, Found['kind']>;
  notes: CrawlNote[];
  /** The number of models that an earlier run of the day had found. */
  resumed: number;
  /** The ids of models that the run has not looked at. */
  waiting: Set<string>;
  /** The reason why the run ended early; undefined if it did not. */
  end: unknown;
}

/**
 * Looks at every model, and imports the day. A run that is stopped, or out of budget, imports what it has. If it has
 * nothing, it throws the reason for its end. `kept` is the number of indexed models that are not due. A day with more
 * unreached models than the rules allow is kept aside. If such a day changes nothing, the run throws a Failure.
 */
export async function crawlDay(crawler: ModelCrawler, wanted: WantedIds, kept: number): Promise<CrawlReport> {
  const { memory, rules, signal, before } = crawler;
  const { found, notes, resumed, waiting, end } = await lookAtAll(crawler, wanted);
  const looked = Object.values(wanted).flat().length - waiting.size;
  const rows = [...found.values()].filter((kind) => kind === 'row').length;
  // A first day needs a row: gated models alone would make an empty list.
  if (end !== undefined && (before ? looked : rows) === 0) throw end;
  const indexed = wanted.indexed.filter((id) => waiting.has(id)).length;
  const why = signal.aborted ? 'The run was stopped.' : (end as Error | undefined)?.message;
  const later = why !== undefined && waiting.size > 0 ? { indexed, new: waiting.size - indexed, why } : undefined;
  const unreached = notes.filter(({ kind }) => kind === 'unreached');
  // The models that are not due count as well, so that a day with few due models does not fail because of one of them.
  const of = looked + kept;
  const known = crawler.isAccepted ? undefined : tooMany(unreached, of, rules.unreached_percent);
  const report = { looked, resumed, kept, ...(later && { later }), rows, notes };
  const imported = rows > 0 || before ? await importFound(crawler, wanted, found, known) : undefined;
  // A day that breaks the rule about unreached models is imported only if it is the day in force.
  if (known && (!imported || imported.imported)) throw notReached(unreached, of);
  if (!imported) return { ...report, imported };
  const settled = [...found].flatMap(([id, kind]) => (kind === 'unreached' ? [] : id));
  // The day's results stay if models wait, or if the day was kept aside only for unreached models: the next run goes on.
  const isOver = imported.imported || asideOf(imported)?.breaches.some(({ rule }) => rule !== 'unreached') === true;
  if (imported.imported) memory.set('progress', 'catalog', imported.catalog);
  memory.endDay(crawler.day, imported.imported ? settled : [], isOver && !later);
  return { ...report, imported };
}

async function lookAtAll(crawler: ModelCrawler, wanted: WantedIds): Promise<Looks> {
  const { memory, day, progress } = crawler;
  const ids = Object.values(wanted).flat();
  const looks: Looks = { found: new Map(), notes: [], resumed: 0, waiting: new Set(ids), end: undefined };
  /** The number of models that people asked for and that this run indexes. */
  let demanded = 0;
  const noteEnd = (error: unknown) => {
    if (!isEnd(error, crawler)) throw error;
    looks.end ??= error;
  };
  const task = progress.start('Models', ids.length);
  const see = (id: string, one: Found) => {
    looks.waiting.delete(id);
    looks.found.set(id, one.kind);
    looks.notes.push(...notesOf(id, one));
    task.advance();
  };
  await inLanes(LANES, async (lanes) => {
    for (const [share, id] of byShares(wanted)) {
      const known = memory.get('found', id);
      // Takes the answers of earlier runs, even after this run's budget is spent. Otherwise each run would spend its
      // budget on the same requests.
      if (known && known.kind !== 'unreached') {
        looks.resumed++;
        see(id, known);
      } else if (share === 'demanded' && demanded >= (crawler.rules.wishes.demand?.models ?? 0))
        looks.waiting.delete(id);
      else if (looks.end === undefined)
        await lanes.start(async () => {
          const one = await crawlModel(crawler, id).catch(noteEnd);
          if (!one) return;
          see(id, one);
          if (one.kind === 'row' && share === 'demanded') demanded++;
          remember(memory, day, id, one, share);
        });
    }
  });
  task.done(`${ids.length - looks.waiting.size} of ${ids.length} looked at`);
  return looks;
}

/**
 * Records the result. A missing model that is not indexed is looked for again only after some time, however often
 * people ask for it.
 */
function remember(memory: CrawlMemory, day: string, id: string, one: Found, share: Share): void {
  if (one.kind !== 'left') memory.set('found', id, one);
  // The next day begins with it.
  if (one.kind === 'unreached') memory.forget('looked', id);
  if (one.kind === 'gone' && share !== 'indexed') memory.miss(id.toLowerCase(), day, 2);
  else if (memory.get('missed', id.toLowerCase())) memory.forget('missed', id.toLowerCase());
}

const notesOf = (id: string, found: Found): CrawlNote[] =>
  (found.kind === 'row' ? found.remarks : [found]).map((remark) => ({ id, ...remark }));

/** Gives the breach of the rule about unreached models; undefined when the day keeps the rule. */
function tooMany(unreached: readonly CrawlNote[], of: number, percent: number): DayVerdict | undefined {
  if (unreached.length * 100 <= of * percent) return undefined;
  const worst = unreached
    .slice(0, 3)
    .map(({ id, reason }) => ({ id, what: `could not be reached: ${endless(reason)}` }));
  return { breaches: [{ rule: 'unreached', models: unreached.length, of, percent }], worst };
}

const endless = (reason: string | undefined) => reason?.replace(/\.$/, '');

const notReached = ([first, ...others]: readonly CrawlNote[], all: number) =>
  new Failure(
    `${others.length + 1} of ${counted(all, 'model')} could not be reached, and what is in force ` +
      `stays; the first is ${first!.id}: ${endless(first!.reason)}. Run it again: what was found is kept.`,
  );

/** Imports the models that were found as changes of the day in force. `known` holds a rule that the day breaks already. */
async function importFound(
  crawler: ModelCrawler,
  wanted: WantedIds,
  found: ReadonlyMap<string, Found['kind']>,
  known: DayVerdict | undefined,
): Promise<ImportReport> {
  const { config, day, made, progress, isAccepted, rules, service, before } = crawler;
  const off = [...found].filter(([, kind]) => kind === 'gone' || kind === 'renamed' || kind === 'left');
  const figures = new Map<string, ModelFigures>();
  return importDay({
    ...{ data: config.data, seed: seedFolder, store: storeOf(config), service, day, made, progress, known },
    input: inputOf('the crawl', rowsOf(crawler, wanted, found, figures)),
    skipInvalid: true,
    others: { gone: new Set(off.map(([id]) => id.toLowerCase())), figures },
    // A run may take days. Models that were withdrawn during the run are left out too.
    withdrawn: await readWithdrawnIds(config),
    // A model leaves the index if the rules now refuse it.
    drop: before ? Array.from(modelsIn(before), ({ id }) => id).filter((id) => isDenied(id, rules)) : [],
    rules: isAccepted ? undefined : { command: 'index', limits: limitsOf(rules) },
  });
}

/**
 * Yields the rows of the import, and notes a hash of each row. If the crawl itself made the day in force, an indexed
 * model whose row has the noted hash is left out: only its figures are added to `figures`.
 */
function* rowsOf(
  { memory, files, before }: ModelCrawler,
  wanted: WantedIds,
  found: ReadonlyMap<string, Found['kind']>,
  figures: Map<string, ModelFigures>,
): Generator<object> {
  const indexed = new Set(memory.get('progress', 'catalog') === before?.address ? wanted.indexed : []);
  // Until the day is in force, no hash counts.
  memory.forget('progress', 'catalog');
  for (const [id, kind] of found) {
    if (kind === 'gated') yield { id, gated: true };
    if (kind !== 'row') {
      if (kind !== 'unreached') memory.forget('row', id);
      continue;
    }
    const { row } = memory.get('found', id) as Extract<Found, { kind: 'row' }>;
    const { downloads, likes, ...facts } = row;
    const full = { ...facts, ...files.cardIn(row) };
    // Another version of the program may make another model of the same row.
    const sha256 = hash('sha256', JSON.stringify([metadata.version, full]));
    if (indexed.has(id) && memory.get('row', id) === sha256)
      figures.set(id.toLowerCase(), defined({ downloads, likes }));
    else {
      memory.set('row', id, sha256);
      yield { ...full, downloads, likes };
    }
  }
}
