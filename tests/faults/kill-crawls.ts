// Makes the first index of a large public hub in many runs, under the hub's limits of requests, and kills many of the
// runs. The current day must be right after each run, and the last day must equal that of a single run without limits.
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stringify } from 'yaml';
import { readCrawlNote } from '../../generator/crawl/crawl-note.ts';
import { readIndexRules } from '../../generator/crawl/index-rules.ts';
import { type ObjectStore, openObjectStore } from '../../generator/days/object-store.ts';
import { readPointer } from '../../generator/days/pointer.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import type { CatalogEntry } from '../../src/shapes/objects.ts';
import { randomNumbers } from '../bench/search-rows.ts';
import { limit } from '../crawl/documented-limits.ts';
import { type HubStandIn, startHubStandIn } from '../crawl/hub-stand-in.ts';
import { largeHub } from '../crawl/large-hub.ts';
import { goneOf } from '../kills/kill-loop.ts';
import { hubCommand, startCommand } from './hub-command.ts';
import { dayNamed } from './some-models.ts';
import { chainIn } from './whole-tree.ts';

export interface CrawlKills {
  /** The folder for the files of the scenario. */
  folder: string;
  kills: number;
  models: number;
  /**
   * The number of parts into which the work is divided. Each run may send the number of requests of the single run,
   * divided by `parts`, and a few more.
   */
  parts: number;
  /**
   * `quotas` has the numbers of requests that the hub allows in a window of time. `faster` is how many times faster
   * than real time its clock runs.
   */
  quotas: Record<'api' | 'resolvers', number>;
  faster: number;
  seed: number;
}

interface SlicedCount {
  kills: number;
  /** The number of kills that came before a run had ended, and of those after which its day was current. */
  killed: number;
  landed: number;
  /** The broken promises, a sentence each. */
  faults: string[];
  /** The number of runs, and the number of days that they made. */
  runs: number;
  days: number;
  /** The number of requests that the hub refused with 429. */
  refused: number;
}

/** The number of runs for each day. All of them may be killed, except the last one of a day. */
const RUNS_A_DAY = 3;
/** One kill in three comes while the day is written. */
const WRITTEN = 3;

/** The chance, before each request, that another client with the same address uses up all requests of a window. */
const NEIGHBOUR = 0.003;

/** The maximum number of entries on a page of the public hub. */
const PAGE = 500;

export async function killCrawls(settings: CrawlKills): Promise<SlicedCount> {
  const { quotas, models, parts, faster } = settings;
  const hub = await startHubStandIn(largeHub(models, readIndexRules().wishes.ids));
  hub.page = PAGE;
  try {
    const whole = await wholeCrawl(hub, settings);
    const requests = hub.asked.length;
    hub.asked.length = 0;
    limit(hub, quotas, faster);
    return await new Slices(hub, settings, whole, Math.ceil(requests / parts)).run();
  } finally {
    hub.close();
  }
}

/**
 * Writes the shipped rules to `path`, with at most `models` models for each search. If `requests` is undefined, the
 * rules have no limits on requests.
 */
function writeRules(path: string, models: number, requests?: number): string {
  const { wishes, others: _, limits, ...rules } = readIndexRules();
  const searches = wishes.searches!.map((search) => ({ ...search, limit: Math.min(search.limit, models) }));
  const most = { ...rules.most, ...(requests !== undefined && { requests }) };
  const all = { ...rules, ...(requests !== undefined && { limits }), wishes: { ...wishes, searches }, most };
  writeFileSync(path, stringify(all));
  return path;
}

async function wholeCrawl(hub: HubStandIn, { folder, models }: CrawlKills): Promise<DayParts> {
  const data = join(folder, 'whole');
  const rules = writeRules(join(folder, 'whole.yaml'), models);
  const env = { HUB_DATA: data, HUB_SOURCE_SRCA: hub.url };
  const { code, err } = await hubCommand(['index', '--rules', rules, '--day', dayNamed(1)], env);
  if (code !== 0) throw new Error(err);
  return dayIn(data)!;
}

/** The parts of a day that are compared: the row and the objects of each model. */
interface DayParts {
  snapshot: string;
  rows: Map<string, string>;
  entries: Map<string, CatalogEntry>;
  store: ObjectStore;
}

function dayIn(data: string): DayParts | undefined {
  const pointer = readPointer(data);
  if (!pointer) return undefined;
  const store = openObjectStore(join(data, 'objects'));
  const { snapshot, rows, models } = JSON.parse(store.get(pointer.catalog)) as {
    snapshot: string;
    rows: ModelRow[];
    models: Record<string, CatalogEntry>;
  };
  return {
    ...{ snapshot, store, entries: new Map(Object.entries(models)) },
    rows: new Map(rows.map((row) => [row.id, rowText(row)])),
  };
}

/** Returns the addresses of a model's objects as text. */
const objectsOf = (entry: CatalogEntry | undefined) => JSON.stringify([entry?.model, entry?.sources, entry?.card]);

/**
 * Returns a row as text, without the day on which the model was first indexed. That day differs if many runs make the
 * index.
 */
const rowText = ({ hub: { indexed: _, ...hub }, ...row }: ModelRow) => JSON.stringify({ ...row, hub });

class Slices {
  readonly #hub: HubStandIn;
  readonly #settings: CrawlKills;
  readonly #whole: DayParts;
  readonly #budget: number;
  readonly #random: () => number;
  readonly #data: string;
  readonly #rules: string;
  /** The objects that earlier checks have read and hashed. */
  readonly #proved = new Set<Address>();
  readonly #count: SlicedCount;
  /** The milliseconds in which the last run that was not killed wrote its day. */
  #usual = 1000;
  /** The number of requests of the last run that was not killed. */
  #asked: number;
  #onAsk: (() => void) | undefined;

  constructor(hub: HubStandIn, settings: CrawlKills, whole: DayParts, budget: number) {
    const { folder, models, kills, seed } = settings;
    this.#hub = hub;
    this.#settings = settings;
    this.#whole = whole;
    // Each run also needs requests for the pages of the searches.
    this.#budget = budget + Math.ceil(models / PAGE) + 2;
    this.#asked = this.#budget;
    this.#random = randomNumbers(seed);
    this.#data = join(folder, 'sliced');
    this.#rules = writeRules(join(folder, 'sliced.yaml'), models, this.#budget);
    this.#count = { kills, killed: 0, landed: 0, faults: [], runs: 0, days: 0, refused: 0 };
    const trouble = hub.trouble;
    hub.trouble = (...asked) => {
      this.#onAsk?.();
      if (this.#random() < NEIGHBOUR) this.#askToo(trouble);
      const wrong = trouble(...asked);
      if (wrong?.status === 429) this.#count.refused++;
      return wrong;
    };
  }

  async run(): Promise<SlicedCount> {
    const count = this.#count;
    for (let isThrough = false; !isThrough; count.runs++) {
      const day = 2 + Math.floor(count.runs / RUNS_A_DAY);
      const mayKill = count.killed < this.#settings.kills && count.runs % RUNS_A_DAY < RUNS_A_DAY - 1;
      await this.#slice(dayNamed(day), mayKill);
      count.days = day - 1;
      this.#check(`run ${count.runs + 1} of ${dayNamed(day)}`);
      const note = readCrawlNote(this.#data);
      isThrough = count.killed >= this.#settings.kills && note?.day === dayNamed(day) && !note.later;
      if (count.runs > 10 * (this.#settings.parts + this.#settings.kills))
        throw new Error(`no end after ${count.runs} runs`);
    }
    this.#compare();
    const chain = await chainIn(this.#data).catch((error: Error) => error.message);
    if (typeof chain === 'string') count.faults.push(chain);
    return count;
  }

  #askToo(trouble: HubStandIn['trouble']): void {
    const { api, resolvers } = this.#settings.quotas;
    for (let left = api; left > 0; left--) trouble('/api/models', 1);
    for (let left = resolvers; left > 0; left--) trouble('/a/b/resolve/main/c', 1);
  }

  /** Makes a run, which may be killed at a random request or while its day is written. */
  async #slice(day: string, mayKill: boolean): Promise<void> {
    const before = readPointer(this.#data)?.catalog;
    const env = { HUB_DATA: this.#data, HUB_SOURCE_SRCA: this.#hub.url };
    const child = startCommand(['index', '--rules', this.#rules, '--day', day], env);
    const gone = goneOf(child);
    const isWritten = mayKill && this.#random() < 1 / WRITTEN;
    const last = mayKill && !isWritten ? 1 + Math.floor(this.#random() * this.#asked) : Number.POSITIVE_INFINITY;
    let asked = 0;
    this.#onAsk = () => {
      if (++asked === last) child.kill('SIGKILL');
    };
    while (!existsSync(join(this.#data, 'tmp/rows')) && child.exitCode === null && child.signalCode === null)
      await sleep(5);
    const from = performance.now();
    if (isWritten) await Promise.race([sleep(this.#usual * this.#random()), gone]);
    if (isWritten) child.kill('SIGKILL');
    await gone;
    const wasKilled = child.signalCode === 'SIGKILL';
    this.#onAsk = undefined;
    if (wasKilled) this.#count.killed++;
    else [this.#usual, this.#asked] = [performance.now() - from, asked];
    if (wasKilled && readPointer(this.#data)?.catalog !== before) this.#count.landed++;
  }

  /**
   * Checks that each row and object of the current day equals that of the single run. Reads and hashes objects that are
   * new.
   */
  #check(after: string): void {
    const day = dayIn(this.#data);
    if (!day) return;
    const wrong = [...day.rows].find(([id, row]) => row !== this.#whole.rows.get(id));
    if (wrong) this.#count.faults.push(`after ${after}: the row of ${wrong[0]} is ${wrong[1]}`);
    for (const [id, entry] of day.entries) {
      if (objectsOf(entry) !== objectsOf(this.#whole.entries.get(id)))
        this.#count.faults.push(`after ${after}: the objects of ${id} are others`);
      for (const address of [entry.model, ...entry.sources]) {
        if (this.#proved.has(address)) continue;
        day.store.get(address);
        this.#proved.add(address);
      }
    }
  }

  #compare(): void {
    const { rows } = dayIn(this.#data)!;
    const missing = [...this.#whole.rows.keys()].filter((id) => !rows.has(id));
    if (missing.length > 0) this.#count.faults.push(`${missing.length} models are missing, the first is ${missing[0]}`);
  }
}
