// Lets several instances check sources together: one of them probes, all of them learn the results, and no source is
// asked twice (decision 0035).
import { StoreUnavailable } from '../../src/service/account-store.ts';
import type { Probed } from '../../src/service/kept-health.ts';
import type { InstanceStore } from '../ports/instances.ts';
import type { FellowChecks, HolderChecks } from './holder-checks.ts';
import type { Prober } from './prober.ts';

/** The settings by which one instance shares its checks with the other instances. */
interface SharedChecksSettings {
  prober: Prober;
  holders: Pick<HolderChecks, 'learn'>;
  fellows: Fellows;
  /** Called with each fault of ours. */
  onFault: (error: unknown) => void;
  /** The milliseconds between two looks at the store. */
  lookEvery?: number;
}

const PROBES = 'probes';
/**
 * The format of the results that the probing instance (the leader) stores. A release that does not know the format
 * ignores them, and probes by itself.
 */
const FORMAT = 'hub.model-hub.probes/v2';
const LOOK_MS = 2000;
/** If a leader has not renewed its lease within this number of looks, another instance becomes the leader. */
const LOOKS = 5;
/** The maximum number of milliseconds that a question to a source takes. */
const QUESTION_MS = 25_000;

/** Reaches the other instances through the store that all of them share. */
export class Fellows implements FellowChecks {
  readonly store: InstanceStore;
  /** The name of this instance. */
  readonly own: string;
  readonly #onFault: (error: unknown) => void;

  constructor(store: InstanceStore, own: string, onFault: (error: unknown) => void) {
    this.store = store;
    this.own = own;
    this.#onFault = onFault;
  }

  turn(source: string): Promise<boolean> {
    return this.store.hold(turnOf(source), this.own, QUESTION_MS);
  }

  found(...[finding, wait]: Parameters<FellowChecks['found']>): void {
    this.#beside(this.store.leave(turnOf(finding.source), this.own, wait));
    this.#beside(this.store.noteFinding(finding));
  }

  probed(probed: Probed): void {
    this.#beside(this.store.note(PROBES, this.own, JSON.stringify({ format: FORMAT, ...probed })));
  }

  /** Reports a failure of `work`, unless the store is away: the store itself reports that. */
  #beside(work: Promise<void>): void {
    work.catch((error) => {
      if (!(error instanceof StoreUnavailable)) this.#onFault(error);
    });
  }
}

const turnOf = (source: string) => `question to ${source}`;

/**
 * Looks regularly at the store for the leader and its results. While the store is away, this instance probes by itself.
 */
export class SharedChecks {
  readonly #settings: SharedChecksSettings;
  readonly #every: number;
  /**
   * The role of this instance since the last look. 'alone' means that the store was away, so the instance probed by
   * itself.
   */
  #part: 'new' | 'leads' | 'follows' | 'alone' = 'new';
  /** The time from which the next look reads findings, on the clock of the database. */
  #since: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #stopped = false;

  constructor(settings: SharedChecksSettings) {
    this.#settings = settings;
    this.#every = settings.lookEvery ?? LOOK_MS;
  }

  start(): void {
    this.#settings.prober.restoreSoon();
    this.#lookIn(0);
  }

  /** Stops looking at the store, and lets another instance become the leader. Never rejects. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#looking;
    const { store, own } = this.#settings.fellows;
    if (this.#part === 'leads') await store.leave(PROBES, own, 0).catch(() => {});
  }

  #lookIn(milliseconds: number): void {
    this.#timer = setTimeout(() => {
      this.#looking = this.#look().then(() => {
        if (!this.#stopped) this.#lookIn(this.#every * (0.9 + Math.random() * 0.2));
      });
    }, milliseconds).unref();
  }

  /** Looks at the store once. Never rejects. */
  async #look(): Promise<void> {
    const { prober, onFault } = this.#settings;
    try {
      await this.#meet();
      await this.#learn();
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) onFault(error);
      [this.#part, this.#since] = ['alone', undefined];
      prober.lead();
    }
  }

  async #meet(): Promise<void> {
    const { prober, fellows } = this.#settings;
    const { store, own } = fellows;
    const leads = await store.hold(PROBES, own, LOOKS * this.#every);
    // A new leader continues with the stored results of the former leader. An instance that probed alone keeps its own
    // results, which are newer.
    const wants = !leads || this.#part === 'new' || this.#part === 'follows';
    const noted = wants ? probedIn(await store.noted(PROBES)) : undefined;
    if (noted instanceof Object) prober.learn(noted);
    if (leads || noted === 'strange') prober.lead();
    else prober.rest();
    this.#part = leads ? 'leads' : 'follows';
  }

  async #learn(): Promise<void> {
    const { findings, next } = await this.#settings.fellows.store.findings(this.#since);
    this.#settings.holders.learn(findings, this.#since === undefined);
    this.#since = next;
  }
}

/**
 * Parses the stored results of a leader. Returns 'strange' if another release wrote them, and undefined if there are
 * none.
 */
function probedIn(text: string | undefined): Probed | 'strange' | undefined {
  if (text === undefined) return undefined;
  const { format, ...probed } = JSON.parse(text) as Probed & { format: string };
  return format === FORMAT ? probed : 'strange';
}
