/**
 * Collects the data of the page with the switches: the state of each source, the hub's health report, and the
 * targets of redirects.
 */
import type { DemoHub } from './demo-hub.ts';
import type { PlacedModel, SourceToken } from './demo-sources.ts';
import { resolveAddress } from './download.ts';
import { type Health, readHealth } from './health-watch.ts';
import { FAULTS, type Fault, SourceSwitches } from './source-switches.ts';

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
