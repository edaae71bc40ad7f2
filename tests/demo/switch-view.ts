/**
 * Collects the data of the page with the switches: the state of each source, the hub's health report, and the
 * targets of redirects.
 */
import type { ByteSource } from './byte-source.ts';
import type { DemoHub } from './demo-hub.ts';
import type { PlacedModel, SourceToken } from './demo-sources.ts';
import { resolveAddress } from './download.ts';
import { type Health, readHealth } from './health-watch.ts';

/** The faults that a person can switch on. */
export const FAULTS = ['stop', 'slow', 'lie'] as const;
export type Fault = (typeof FAULTS)[number];

/** The bytes per second of a normal source: slow enough for a person to watch a download. */
const USUAL_RATE = 2_500_000;
const SLOW_RATE = 50_000;
/** The milliseconds that a slow source waits before each answer: longer than the time limit of the demo's probes. */
const SLOW_MS = 4000;

/** The switches of a simulated source. Each switch causes one fault of the source. */
class SourceSwitches {
  readonly #source: ByteSource;
  #isStopped = false;
  /** The end of the last change. Stopping a source takes time, so the next change waits for it. */
  #last: Promise<void> = Promise.resolve();

  constructor(source: ByteSource) {
    this.#source = source;
    source.misbehaviour.rate = USUAL_RATE;
  }

  isOn(fault: Fault): boolean {
    const { wrongBytes, slow } = this.#source.misbehaviour;
    return { stop: this.#isStopped, slow: slow > 0, lie: wrongBytes }[fault];
  }

  set(fault: Fault, isOn: boolean): Promise<void> {
    this.#last = this.#last.catch(() => {}).then(() => this.#turn(fault, isOn));
    return this.#last;
  }

  async #turn(fault: Fault, isOn: boolean): Promise<void> {
    const { misbehaviour } = this.#source;
    if (fault === 'lie') misbehaviour.wrongBytes = isOn;
    else if (fault === 'slow')
      Object.assign(misbehaviour, isOn ? { slow: SLOW_MS, rate: SLOW_RATE } : { slow: 0, rate: USUAL_RATE });
    else {
      await (isOn ? this.#source.down() : this.#source.up());
      this.#isStopped = isOn;
    }
  }
}

export interface SourceView {
  readonly token: SourceToken;
  /** The source's host name, as in `/api/hub/health` and in `X-Hub-Source`. */
  readonly host: string;
  readonly url: string;
  readonly on: ReadonlySet<Fault>;
  readonly health: Health['sources'][string] | undefined;
  readonly requests: number;
  /** `sent` is the number of bytes sent in total, `rate` the number in the last second. */
  readonly sent: number;
  readonly rate: number;
}

interface RedirectView {
  readonly id: string;
  readonly path: string;
  /** The source to which the hub redirects; empty if it does not redirect. */
  readonly source: string;
  /** False if the hub warns that the source failed its last probe. */
  readonly isUp: boolean;
}

export interface DemoView {
  readonly hub: string;
  readonly sources: readonly SourceView[];
  readonly redirects: readonly RedirectView[];
}

export class WatchedDemo {
  readonly #hub: DemoHub;
  readonly #switches: Readonly<Record<SourceToken, SourceSwitches>>;
  readonly #counts = new Map<SourceToken, { sent: number; rate: number }>();
  readonly #counting: NodeJS.Timeout;

  constructor(hub: DemoHub) {
    this.#hub = hub;
    const { srca, srcb, ipfs } = hub.sources.running;
    this.#switches = {
      srca: new SourceSwitches(srca),
      srcb: new SourceSwitches(srcb),
      ipfs: new SourceSwitches(ipfs),
    };
    this.#counting = setInterval(() => this.#count(), 1000);
  }

  /** Sets a switch of the source `token`. Returns undefined if there is no such source. */
  set(token: string, fault: Fault, isOn: boolean): Promise<void> | undefined {
    return this.#tokens.find((one) => one === token) && this.#switches[token as SourceToken].set(fault, isOn);
  }

  async view(): Promise<DemoView> {
    const [{ sources }, redirects] = await Promise.all([readHealth(this.#hub.base), this.#redirects()]);
    return {
      hub: this.#hub.base,
      sources: this.#tokens.map((token) => this.#source(token, sources)),
      redirects,
    };
  }

  close(): void {
    clearInterval(this.#counting);
  }

  get #tokens(): SourceToken[] {
    return Object.keys(this.#switches) as SourceToken[];
  }

  #source(token: SourceToken, health: Health['sources']): SourceView {
    const { url, log, sent } = this.#hub.sources.running[token];
    const host = this.#hub.hosts[token];
    return {
      ...{ token, host, url, sent, requests: log.length },
      on: new Set(FAULTS.filter((fault) => this.#switches[token].isOn(fault))),
      health: health[host],
      rate: this.#counts.get(token)?.rate ?? 0,
    };
  }

  #count(): void {
    for (const token of this.#tokens) {
      const { sent } = this.#hub.sources.running[token];
      this.#counts.set(token, { sent, rate: sent - (this.#counts.get(token)?.sent ?? sent) });
    }
  }

  /** Returns the redirect for a file that three sources have, and for a file that only one source has. */
  async #redirects(): Promise<RedirectView[]> {
    const { bert, deep } = this.#hub.sources;
    const files = [deep!, bert].map((placed) => [placed, largest(placed)] as const);
    return Promise.all(files.map(([{ model }, path]) => this.#redirect(model.id, path)));
  }

  async #redirect(id: string, path: string): Promise<RedirectView> {
    const { headers } = await fetch(resolveAddress(this.#hub.base, id, path), { method: 'HEAD', redirect: 'manual' });
    const isUp = headers.get('x-hub-source-ok') !== 'false';
    return { id, path, source: headers.get('x-hub-source') ?? '', isUp };
  }
}

function largest({ model }: PlacedModel): string {
  return [...model.files].reduce((one, other) => (other[1].bytes.length > one[1].bytes.length ? other : one))[0];
}
