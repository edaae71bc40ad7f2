// Takes facts about models from an upstream's listings, so that these models need no request of their own.
import { BoundedWork } from '../objects/bounded-work.ts';
import type { Progress } from '../process/progress.ts';
import type { CrawlMemory } from './crawl-memory.ts';
import type { HubUpstream, UpstreamListing, UpstreamModel } from './hub-upstream.ts';
import { BudgetSpent } from './polite-fetch.ts';

/** An owner with so many models gets a listing: fewer would save too little. */
const WORTH = 3;
/** Reads so many entries of an owner for each wanted model: an owner with many others costs bytes. */
const ENTRIES = 4;
/** Owners that are listed side by side. */
const LANES = 8;
/** After so many failures a run requests no more listings. */
const FAILURES = 3;

export class Listings {
  readonly #upstream: HubUpstream;
  readonly #memory: CrawlMemory;
  readonly #day: string;
  readonly #signal: AbortSignal;
  #failures = 0;
  /** Entries that said enough of a model, and that did not. */
  #telling = 0;
  #silent = 0;

  /** Keeps the listings in `memory` for the runs of `day`; `signal` ends the run. */
  constructor(upstream: HubUpstream, memory: CrawlMemory, day: string, signal: AbortSignal) {
    this.#upstream = upstream;
    this.#memory = memory;
    this.#day = day;
    this.#signal = signal;
  }

  /** Keeps what an entry of a listing says of a model. One that nobody may have is no news until the model itself says so. */
  keep(entry: UpstreamListing): void {
    this.#count(entry);
    const { id, told } = entry;
    if (told && !told.isGated && !told.isClosed) this.#memory.keepListed(this.#day, id, told);
  }

  /** Gives a listing's facts of the day about a model; undefined when it needs a request. */
  told(id: string): UpstreamModel | undefined {
    return this.#memory.listed(this.#day, id);
  }

  /**
   * Asks for listings of the owners of `ids` where that is cheaper than asking for their models. For an owner it makes one
   * request more than asking for each model would at the very most. Rejects when the run is over.
   */
  async askOwners(ids: readonly string[], progress: Progress): Promise<void> {
    const owners = Map.groupBy(ids, (id) => id.slice(0, id.indexOf('/')).toLowerCase());
    const lanes = new BoundedWork(LANES);
    const task = progress.start('Owners', owners.size);
    try {
      for (const [owner, models] of owners) {
        const left = new Set(models.filter((id) => this.#isUnknown(id)).map((id) => id.toLowerCase()));
        if (left.size >= WORTH && !this.#memory.isAsked(this.#day, owner)) {
          // The first listing shows how listings are; the others need not find out.
          if (this.#telling + this.#silent === 0) await lanes.settle();
          if (this.#isUseful()) await lanes.start(() => this.#ask(models, left));
        }
        task.advance();
      }
    } finally {
      await lanes.settle();
    }
    await lanes.end();
    task.done();
  }

  #count({ told }: UpstreamListing): void {
    if (told) this.#telling++;
    else this.#silent++;
  }

  #isUnknown(id: string): boolean {
    const found = this.#memory.found(this.#day, id);
    return (!found || found.kind === 'unreached') && !this.told(id);
  }

  #isUseful(): boolean {
    return (this.#telling > 0 || this.#silent === 0) && this.#failures < FAILURES;
  }

  async #ask(models: readonly string[], left: Set<string>): Promise<void> {
    const owner = models[0]!.slice(0, models[0]!.indexOf('/'));
    const wanted = new Set(models.map((id) => id.toLowerCase()));
    // A run that ends in the middle of it is followed by one that asks for models: else a small budget would never do.
    this.#memory.keepAsked(this.#day, owner.toLowerCase());
    let pages = 1;
    let seen = 0;
    const limit = ENTRIES * wanted.size;
    const most = left.size;
    // Each page has to show at least one of the wanted.
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
