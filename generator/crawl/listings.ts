// Reads facts about models from an upstream's listings, so that these models need no request of their own.
import { inLanes } from '../objects/bounded-work.ts';
import type { Progress } from '../process/progress.ts';
import type { CrawlMemory } from './crawl-memory.ts';
import type { HubUpstream, UpstreamListing, UpstreamModel } from './hub-upstream.ts';
import { BudgetSpent } from './polite-fetch.ts';

/** An owner with at least this many wanted models gets a listing. For fewer models, a listing would save too little. */
const WORTH = 3;
/**
 * The maximum number of entries read for each wanted model. If an owner has many other models, further entries would
 * cost too many bytes.
 */
const ENTRIES = 4;
/** The maximum number of owners whose listings are read at the same time. */
const LANES = 8;
/** The number of failures after which a run requests no more listings. */
const FAILURES = 3;

export class Listings {
  readonly #upstream: HubUpstream;
  readonly #memory: CrawlMemory;
  readonly #day: string;
  readonly #signal: AbortSignal;
  #failures = 0;
  /** The number of entries with enough facts about a model. */
  #telling = 0;
  /** The number of entries without enough facts about a model. */
  #silent = 0;

  /** `memory` keeps the listings for all runs of `day`; `signal` is aborted when the run must end. */
  constructor(upstream: HubUpstream, memory: CrawlMemory, day: string, signal: AbortSignal) {
    this.#upstream = upstream;
    this.#memory = memory;
    this.#day = day;
    this.#signal = signal;
  }

  /**
   * Keeps the facts that a listing gives about a model. A model that is gated or closed according to the listing gets a
   * request of its own, so nothing is kept of it.
   */
  keep(entry: UpstreamListing): void {
    this.#count(entry);
    const { id, model } = entry;
    if (model && !model.isGated && !model.isClosed) this.#memory.keepListed(this.#day, id, model);
  }

  /**
   * Gives the facts that a listing of this day has about a model; undefined if the model needs a request of its own.
   */
  listed(id: string): UpstreamModel | undefined {
    return this.#memory.listed(this.#day, id);
  }

  /**
   * Reads the listings of the owners of `ids` if that takes fewer requests than asking for each model. In the worst
   * case an owner costs one request more. Rejects when the run is over.
   */
  async askOwners(ids: readonly string[], progress: Progress): Promise<void> {
    const owners = Map.groupBy(ids, (id) => id.slice(0, id.indexOf('/')).toLowerCase());
    const task = progress.start('Owners', owners.size);
    await inLanes(LANES, async (lanes) => {
      for (const [owner, models] of owners) {
        const left = new Set(models.filter((id) => this.#isUnknown(id)).map((id) => id.toLowerCase()));
        if (left.size >= WORTH && !this.#memory.isAsked(this.#day, owner)) {
          // The first listing shows whether entries have enough facts. The other listings wait for it, so that none is
          // read for nothing.
          if (this.#telling + this.#silent === 0) await lanes.settle();
          if (this.#isUseful()) await lanes.start(() => this.#ask(models, left));
        }
        task.advance();
      }
    });
    task.done();
  }

  #count({ model }: UpstreamListing): void {
    if (model) this.#telling++;
    else this.#silent++;
  }

  #isUnknown(id: string): boolean {
    const found = this.#memory.found(this.#day, id);
    return (!found || found.kind === 'unreached') && !this.listed(id);
  }

  #isUseful(): boolean {
    return (this.#telling > 0 || this.#silent === 0) && this.#failures < FAILURES;
  }

  async #ask(models: readonly string[], left: Set<string>): Promise<void> {
    const owner = models[0]!.slice(0, models[0]!.indexOf('/'));
    const wanted = new Set(models.map((id) => id.toLowerCase()));
    // The owner is marked before the listing is read. If the run ends meanwhile, the next run requests each model by
    // itself; otherwise a small budget would never suffice.
    this.#memory.keepAsked(this.#day, owner.toLowerCase());
    let pages = 1;
    let seen = 0;
    const limit = ENTRIES * wanted.size;
    const most = left.size;
    // Reads on only while the pages so far have brought, on average, at least one wanted model.
    const goesOn = () => this.#isUseful() && seen >= pages && pages++ < most;
    try {
      for await (const entry of this.#upstream.search({ owner, sort: 'downloads', limit, goesOn })) {
        const id = entry.id.toLowerCase();
        if (wanted.has(id)) {
          seen++;
          this.keep(entry);
        } else this.#count(entry);
        left.delete(id);
        if (left.size === 0) return;
      }
    } catch (error) {
      if (error instanceof BudgetSpent || this.#signal.aborted) throw error;
      this.#failures++;
    }
  }
}
