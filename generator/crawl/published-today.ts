// Reads the source records that people published, for the day that a run makes, and checks their files as far as the
// run's budget allows.
import { openPublished } from '../../functions/stores/objects/open-published.ts';
import type { Config } from '../../src/service/config.ts';
import type { Service } from '../../src/service/service.ts';
import type { Source } from '../../src/service/sources.ts';
import type { PublishedState } from '../../src/shapes/objects.ts';
import { StoreAway } from '../../src/tree/store.ts';
import { storeOf } from '../days/object-store.ts';
import type { PublishedModels, PublishedRecord } from '../import/published/published-models.ts';
import type { Progress } from '../process/progress.ts';
import { CrawlMemory } from './crawl-memory.ts';
import { checkRecord, type RecordVerdict } from './published/check-record.ts';
import { type ReadRecord, readRecords } from './published/read-records.ts';

/**
 * The means of checking the files of records: requests, and a limit for their bytes. Absent if nothing may be fetched.
 */
export interface RecordReading {
  /** Makes the polite `fetch` for a source. */
  fetchFrom(source: Source): typeof fetch;
  /** The maximum number of bytes to read. */
  bytes: number;
  signal: AbortSignal;
}

interface PublishedRequest {
  config: Config;
  service: Service;
  /** Opens the crawl's database. Called only if there are records. */
  memory: () => CrawlMemory;
  /** A day as YYYY-MM-DD. */
  day: string;
  reading?: RecordReading;
  progress: Progress;
}

/** The records for a day, and the number of records in each state. */
export interface PublishedToday {
  models: PublishedModels;
  counts: Partial<Record<PublishedState, number>>;
}

/**
 * Reads the records, and checks their files, beginning with records that nobody has checked yet. If a source can't be
 * reached, the earlier results of its records stay.
 */
export async function publishedToday(request: PublishedRequest): Promise<PublishedToday> {
  const records = await recordsIn(request);
  const models = new Map<string, PublishedRecord[]>();
  const counts: PublishedToday['counts'] = {};
  if (records.length === 0) return { models, counts };
  const verdicts = await verdictsOf(records, request);
  for (const record of records) {
    const shown = shownRecord(record, verdicts.get(record));
    const id = record.model.id.toLowerCase();
    models.set(id, [...(models.get(id) ?? []), shown]);
    counts[shown.facts.state] = (counts[shown.facts.state] ?? 0) + 1;
  }
  return { models, counts };
}

/**
 * Reads the records. Gives none if their store can't be reached: only the store knows which records were withdrawn, and
 * the day must not fail.
 */
async function recordsIn({ config, service, progress }: PublishedRequest): Promise<ReadRecord[]> {
  try {
    const objects = await openPublished(config.published, (line) => progress.note(line));
    return await readRecords({ objects, service, store: storeOf(config) });
  } catch (error) {
    if (!(error instanceof StoreAway)) throw error;
    progress.note(`This day has no published records: ${error.message}`);
    return [];
  }
}

/**
 * Makes a function that reads the records for a day, and fetches nothing. It gives the results that `index` found
 * before.
 */
export const publishedKnown =
  (config: Config, day: string) =>
  async (service: Service, progress: Progress): Promise<PublishedModels> => {
    let opened: CrawlMemory | undefined;
    const memory = () => {
      opened ??= new CrawlMemory(config.data);
      return opened;
    };
    try {
      return (await publishedToday({ config, service, memory, day, progress })).models;
    } finally {
      opened?.close();
    }
  };

async function verdictsOf(records: readonly ReadRecord[], { memory: open, day, reading, progress }: PublishedRequest) {
  const memory = open();
  const known = new Map(records.map((record) => [record, memory.verdict(record.record)]));
  const verdicts = new Map<ReadRecord, RecordVerdict>();
  const away = new Set<Source>();
  const fetches = new Map<Source, typeof fetch>();
  const left = { bytes: reading?.bytes ?? 0 };
  for (const record of records.toSorted((a, b) => Number(!!known.get(a)) - Number(!!known.get(b)))) {
    const verdict = known.get(record) ?? { proved: [], differs: [], absent: 0 };
    verdicts.set(record, verdict);
    if (!record.at || !reading || reading.signal.aborted || away.has(record.at.source)) continue;
    const { source } = record.at;
    try {
      const fetch = fetches.get(source) ?? reading.fetchFrom(source);
      fetches.set(source, fetch);
      await checkRecord({ ...record.at, files: record.files, fetch, left, day }, verdict);
    } catch (error) {
      away.add(source);
      if (!reading.signal.aborted) progress.note(`${record.record} is not checked: ${(error as Error).message}`);
    }
    memory.keepVerdict(record.record, verdict);
  }
  return verdicts;
}

function shownRecord(record: ReadRecord, verdict: RecordVerdict | undefined): PublishedRecord {
  const { model, files, at, joined } = record;
  const proved = new Set(at ? verdict?.proved : []);
  const held = files.filter(({ path }) => proved.has(path));
  const { record: address, published, source } = record;
  const state = stateOf(record, held.length, verdict);
  const facts = { record: address, published, source, state, files: files.length, held: joined ?? held.length };
  const shown = {
    revision: model.revision,
    files: new Map(files.map(({ path, sha256 }) => [path, sha256])),
    facts,
  };
  if (!at || held.length === 0) return shown;
  const isWhole = held.length === model.files.length;
  const place = { ...at.place, ...(isWhole ? {} : { files: held.map(({ path }) => path) }), published: address };
  return { ...shown, place };
}

function stateOf({ at, joined, files }: ReadRecord, held: number, verdict: RecordVerdict | undefined): PublishedState {
  if (joined !== undefined) return joined === files.length ? 'objects' : 'differs';
  if (!at) return 'unknown';
  if (held === files.length) return 'offered';
  if (verdict !== undefined && verdict.differs.length > 0) return 'differs';
  return verdict !== undefined && verdict.absent > 0 ? 'absent' : 'waiting';
}
