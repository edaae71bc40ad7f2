// Probes every source again and again. A source that stays down is probed less often. If several instances have one
// database, one of them probes (the leader), and all learn the results (decision 0035).
import { own } from '../../src/basics/records.ts';
import { StoreUnavailable } from '../../src/service/account-store.ts';
import type { HealthStore, Probed } from '../../src/service/kept-health.ts';
import type { Source } from '../../src/service/service.ts';
import type { InstanceStore } from '../stores/sql/instance-rows.ts';
import type { ProbedSource, ProbeResult } from './probe.ts';
import { ProbeResults } from './probe-results.ts';

/** The store that instances share, and the name of this instance. */
interface Shared {
  store: InstanceStore;
  name: string;
}

interface ProberSettings {
  sources: readonly Source[];
  /** The seconds between two probes of a source; undefined if no source is probed. */
  every: number | undefined;
  probe: (source: ProbedSource) => Promise<ProbeResult>;
  /** Keeps the results for the next start. */
  store: HealthStore;
  /** Undefined for a single instance. */
  shared?: Shared | undefined;
  /** Called if a fault of ours made a probe fail. The next probe still runs. */
  onFault: (error: unknown) => void;
}

/** The largest factor by which the interval between probes of a failing source grows. */
const MAX_BACKOFF = 5;
/**
 * The milliseconds from the start until earlier results are loaded, and those until the store is tried again if it was
 * away. Opening the store takes as long as the rest of the start, and the first callers must not wait for it.
 */
const [RESTORE_AFTER_MS, RESTORE_AGAIN_MS] = [500, 5000];
/**
 * The name of the leader's lease, and the format of its results. A release that does not know the format ignores them,
 * and probes by itself.
 */
const [LEASE, FORMAT] = ['probes', 'hub.model-hub.probes/v2'];
/** The milliseconds between two looks at the shared store, and the number of looks that a leader may miss. */
const [LOOK_MS, LOOKS] = [2000, 5];

/** A random factor keeps several instances from acting in the same second. */
const jitter = () => 0.9 + Math.random() * 0.2;

/** Keeps the health of sources. A source without a probe file is never probed, and counts as up. */
export class Prober extends ProbeResults {
  readonly #settings: ProberSettings;
  /** The timers of the next probes, by token. There are none while another instance probes. */
  readonly #timers = new Map<string, NodeJS.Timeout>();
  #isProbing = false;
  /** True if this instance had the lease at its last look. */
  #isLeader = false;
  /** The last look at the shared store. */
  #look: Promise<void> | undefined;
  #isStopped = false;

  constructor(settings: ProberSettings) {
    super(settings.sources, settings.every);
    this.#settings = settings;
  }

  /** Begins to probe, and loads the results from before the start in the background. */
  start(): void {
    if (this.#settings.every === undefined) return;
    this.#after(RESTORE_AFTER_MS, () => this.#restore());
    if (this.#settings.shared) this.#lookNow(this.#settings.shared);
    else this.#lead();
  }

  /** Stops probing, and lets another instance become the leader. Never rejects. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#rest();
    await this.#look;
    const { shared } = this.#settings;
    if (this.#isLeader) await shared?.store.leave(LEASE, shared.name).catch(() => {});
  }

  /** Begins to probe. Each source is probed when the interval since its last result is over. */
  #lead(): void {
    if (this.#isProbing || this.#isStopped) return;
    this.#isProbing = true;
    for (const source of this.probed) {
      const asked = Date.parse(this.last(source.token)?.asked ?? '') || 0;
      this.#schedule(source, Math.max(0, asked + this.#settings.every! * 1000 - Date.now()));
    }
  }

  #rest(): void {
    this.#isProbing = false;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
  }

  #schedule(source: ProbedSource, wait: number): void {
    clearTimeout(this.#timers.get(source.token));
    this.#timers.set(source.token, setTimeout(() => void this.#probe(source), wait).unref());
  }

  /** Probes a source, and plans its next probe. Never rejects. */
  async #probe(source: ProbedSource): Promise<void> {
    const { token } = source;
    const { probe, shared, onFault, every } = this.#settings;
    try {
      this.add(token, await probe(source));
      this.#save(token);
      const results = JSON.stringify({ format: FORMAT, ...this.all() });
      void shared?.store.note(LEASE, shared.name, results).catch(this.#report);
    } catch (error) {
      onFault(error);
    }
    if (!this.#isProbing) return;
    const spell = this.spell(token);
    const failures = spell && !spell.ok ? spell.probes : 0;
    const slower = Math.min(MAX_BACKOFF, 2 ** Math.max(0, failures - 3));
    this.#schedule(source, every! * 1000 * slower * jitter());
  }

  /** Looks at the shared store now, and then again and again. */
  #lookNow(shared: Shared): void {
    this.#look = this.#meet(shared).then(() => this.#after(LOOK_MS * jitter(), () => this.#lookNow(shared)));
  }

  /**
   * Becomes the leader, or learns the results of the leader. Probes by itself while the store is away, or if the leader
   * is another release. Never rejects.
   */
  async #meet({ store, name }: Shared): Promise<void> {
    try {
      this.#isLeader = await store.hold(LEASE, name, LOOKS * LOOK_MS);
      // A leader that probed before, also by itself, has newer results than the store.
      const noted = this.#isLeader && this.#isProbing ? undefined : await store.noted(LEASE);
      const { format, ...probed } = JSON.parse(noted ?? '{}') as Probed & { format?: string };
      if (format === FORMAT) this.learn(probed).forEach(this.#save);
      if (this.#isLeader || (noted !== undefined && format !== FORMAT)) this.#lead();
      else this.#rest();
    } catch (error) {
      this.#report(error);
      this.#isLeader = false;
      this.#lead();
    }
  }

  /**
   * Loads the results from before the start. If a source was probed meanwhile, takes only the time of its last success.
   * Tries again while the store is away, which reports that itself. Never rejects.
   */
  async #restore(): Promise<void> {
    const stored = await this.#settings.store.load().catch(() => undefined);
    if (!stored) return this.#after(RESTORE_AGAIN_MS, () => this.#restore());
    for (const { token } of this.probed) {
      const before = own(stored, token);
      const found = this.last(token);
      if (before) this.keep(token, found ? { ...found, checked: found.checked ?? before.checked } : before);
    }
  }

  readonly #save = (token: string): void => {
    const found = this.last(token);
    if (found) this.#settings.store.save(token, found);
  };

  /** Reports a fault of the shared store, unless it is away: then it reports that by itself. */
  readonly #report = (error: unknown): void => {
    if (!(error instanceof StoreUnavailable)) this.#settings.onFault(error);
  };

  #after(milliseconds: number, work: () => unknown): void {
    setTimeout(() => void (this.#isStopped || work()), milliseconds).unref();
  }
}
