// Compares one other source with the index. Asks the source about models, beginning with those that it was asked about
// longest ago. Makes a day with the answers.
import { Readable } from 'node:stream';
import { parseModelObject } from '../../src/catalog/model-object.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { Config } from '../../src/service/config.ts';
import { entryOf, modelsIn } from '../days/model-stream.ts';
import { isPurged } from '../days/purged.ts';
import { dayPlaces, onDisk } from '../files/full-disk.ts';
import { inData } from '../files/in-data.ts';
import { importRowOf } from '../mirror/rules/import-row-of.ts';
import { inLanes } from '../objects/bounded-work.ts';
import { Failure } from '../process/failure.ts';
import type { Progress } from '../process/progress.ts';
import { progressFor } from '../process/progress-for.ts';
import { readService } from '../process/read-service.ts';
import { type CrawlNote, type CrawlReport, otherNotes } from './crawl-day.ts';
import { CrawlMemory } from './crawl-memory.ts';
import { type DayMaking, dayInForce, dayMaker } from './day-maker.ts';
import { earlierModel } from './earlier-model.ts';
import { readIndexRules } from './index-rules.ts';
import { otherSources } from './other-sources.ts';
import type { AskedSource } from './others/other-source.ts';
import { rowPlaces } from './others/row-places.ts';
import { publishedToday } from './published-today.ts';
import { type CrawlOutcome, politely } from './run-crawl.ts';

/** The maximum number of models that the source is asked about at the same time. Requests have a limit of their own. */
const LANES = 16;

interface CompareRequest extends Pick<DayMaking, 'day' | 'made'> {
  /** The token of the source. */
  source: string;
  /** The models to ask about; all models if the list is empty. */
  ids: readonly string[];
  /** The path of another index.yaml to use. */
  rules?: string | undefined;
  isQuiet: boolean;
  /** Times in milliseconds, as in `CrawlRequest`. */
  pause?: number | undefined;
  patience?: number | undefined;
}

interface Comparison {
  before: NonNullable<Awaited<ReturnType<typeof dayInForce>>>;
  other: AskedSource;
  memory: CrawlMemory;
  /** A day as YYYY-MM-DD. */
  day: string;
  ids: readonly string[];
  signal: AbortSignal;
  progress: Progress;
}

/**
 * Compares the source with the index. A run that is stopped, or out of its budget, still puts its answers in force. Throws
 * a Failure when nothing is indexed, or when the source answered about no model.
 */
export async function runCompare(config: Config, request: CompareRequest, signal: AbortSignal): Promise<CrawlOutcome> {
  return inData(config, 'index', async () => {
    const service = readService(config);
    const rules = readIndexRules(request.rules);
    const rule = rules.others?.find(({ source }) => source === request.source) ?? { source: request.source };
    const progress = progressFor(request.isQuiet);
    const before = await dayInForce(config);
    if (!before) throw new Failure('Nothing is indexed here yet: run "model-hub index" first.');
    const memory = new CrawlMemory(config.data);
    try {
      const ask = politely(config, service, request, progress, signal);
      const { others, asked } = otherSources({ rules: { ...rules, others: [rule] }, service, memory, ask, signal });
      const [other, count] = [others[0]!, asked[0]!];
      const { day, ids } = request;
      const comparison = { before, other, memory, day, ids, signal, progress };
      const looks = await compareAll(comparison);
      const rows = { count: 0 };
      const published = async () =>
        (await publishedToday({ config, service, memory: () => memory, day, progress })).models;
      const imported = await onDisk(dayPlaces(config), 'Make room and run it again: what was found is kept.', () =>
        dayMaker({ ...request, config, service, rules, progress, published })(
          Readable.from(linesOf(comparison, rows)),
          undefined,
        ),
      );
      const people = { drawn: 0, absent: 0 };
      const crawl = { ...looks, rows: rows.count, imported };
      return { day, upstream: count.upstream, asked: count, askedOthers: [], people, crawl };
    } finally {
      memory.close();
    }
  });
}

/** Asks the source about every wanted model, until the run ends. */
async function compareAll(
  comparison: Comparison,
): Promise<Pick<CrawlReport, 'looked' | 'resumed' | 'later' | 'notes'>> {
  const { before, other, memory, day, signal, progress } = comparison;
  const addresses = wantedOf(comparison);
  const notes: CrawlNote[] = [];
  const counts = { looked: 0, resumed: 0 };
  const task = progress.start('Models', addresses.size);
  await inLanes(LANES, async (lanes) => {
    for (const id of memory.longestUncompared(other.source, [...addresses.keys()])) {
      if (other.end !== undefined || signal.aborted) break;
      const address = addresses.get(id)!;
      const isKnown = memory.compared(other.source, id, day, address) !== undefined;
      if (isKnown) counts.resumed++;
      if (isKnown) continue;
      await lanes.start(async () => {
        const found = await other.ask(parseModelObject(before.store.get(address)));
        if (found) notes.push(...otherNotes(id, found));
        if (found?.kind === 'unreached') return;
        memory.keepCompared(other.source, id, day, { model: address, found });
        counts.looked++;
        task.advance();
      });
    }
  }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  const looked = counts.looked + counts.resumed;
  const left = addresses.size - looked;
  task.done(`${looked} of ${addresses.size} compared`);
  const [unasked] = notes.filter(({ kind }) => kind === 'unasked');
  const why = signal.aborted ? 'The run was stopped.' : (other.end ?? unasked?.reason ?? 'No such model is indexed.');
  if (looked === 0) throw new Failure(`Nothing was compared. ${why}`);
  return { ...counts, looked, notes, ...(left > 0 && { later: { indexed: left, new: 0, why } }) };
}

/** Gives the addresses of the wanted models' objects, by the models' ids. */
function wantedOf({ before: { catalog, purged }, ids }: Comparison): Map<string, Address> {
  const wanted = new Set(ids.map((id) => id.toLowerCase()));
  const addresses = new Map<string, Address>();
  for (const lines of modelsIn(catalog)) {
    if (wanted.size > 0 && !wanted.has(lines.id.toLowerCase())) continue;
    const entry = entryOf(lines);
    if (!isPurged(entry, purged)) addresses.set(lines.id, entry.model);
  }
  return addresses;
}

/** Gives the lines of the import: each model of the day in force, with the source's answer of today. */
function* linesOf({ before, other, memory, day }: Comparison, rows: { count: number }): Generator<Buffer> {
  for (const one of modelsIn(before.catalog)) {
    const earlier = earlierModel(one, before);
    if (!earlier) continue;
    const { model, sources, row, card } = earlier;
    const kept = importRowOf(row, model, sources, card?.text);
    const { found } = memory.compared(other.source, one.id, day, earlier.address) ?? {};
    rows.count++;
    if (!found) yield lineOf(kept);
    else {
      const rest = kept.sources.filter(({ source }) => source !== other.source);
      yield lineOf({ ...kept, sources: [...rest, ...rowPlaces(model, [found], earlier, day)] });
    }
  }
  // The import keeps the gated models of the day before. If this day replaces an earlier version of the same day, the
  // gated models of that version must be written again.
  const { snapshot, gated } = before.catalog.frame;
  if (snapshot === day) for (const id of gated) yield lineOf({ id, gated: true });
}

const lineOf = (row: object) => Buffer.from(`${JSON.stringify(row)}\n`);
