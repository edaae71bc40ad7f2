// Keeps what the hub knows of each source: the last result of its probes.
import { own } from '../../src/basics/records.ts';
import { type KeptHealth, type Probed, resultLifetime, type Spell } from '../../src/service/kept-health.ts';
import type { Source } from '../../src/service/service.ts';
import type { HubHealth, SourceHealth } from '../../src/shapes/live.ts';
import type { HealthPort } from '../ports/ports.ts';
import { type ProbedSource, type ProbeResult, probedOf } from './probe.ts';

/** The health of a source that was not probed, or whose last result is stale. */
const UNPROBED: SourceHealth = { ok: true, checked: null, reason: 'unprobed' };

/** The results of probes by the tokens of the sources. A source without a result counts as up. */
export class ProbeResults implements HealthPort {
  readonly #sources: readonly Source[];
  /** The sources that have a probe file. */
  readonly probed: readonly ProbedSource[];
  readonly #lifetime: number;
  /**
   * The last results. `until` is the time at which a result becomes stale, in milliseconds since 1970. The present spell
   * begins with the first probe that this process made or learned of. `sentWrong` stays until a probe gets right bytes.
   */
  readonly #found = new Map<
    string,
    { health: KeptHealth; until: number; spell: Spell | undefined; sentWrong: boolean }
  >();

  /** `every` is the number of seconds between two probes of a source; undefined if sources are not probed. */
  constructor(sources: readonly Source[], every: number | undefined) {
    this.#sources = sources;
    this.probed = probedOf(sources);
    this.#lifetime = resultLifetime(every);
  }

  current(): HubHealth {
    return { sources: this.#byHost((token) => this.#shown(token)), order: this.#sources.map(({ host }) => host) };
  }

  spells(): Record<string, Spell | undefined> {
    return this.#byHost((token) => this.spell(token));
  }

  isOk(token: string): boolean {
    const found = this.#found.get(token);
    return found === undefined || found.health.ok || !(found.until > Date.now());
  }

  sentWrong(token: string): boolean {
    return this.#found.get(token)?.sentWrong === true;
  }

  spell(token: string): Spell | undefined {
    return this.#found.get(token)?.spell;
  }

  /** Returns the last result of a source, even if it is stale. */
  last(token: string): KeptHealth | undefined {
    return this.#found.get(token)?.health;
  }

  /** Adds the result of a probe that was made just now. */
  add(token: string, { ok, reason }: ProbeResult): void {
    const asked = new Date().toISOString();
    const spell = this.spell(token);
    this.keep(
      token,
      { ok, checked: ok ? asked : (this.last(token)?.checked ?? null), reason, asked },
      spell?.ok === ok ? { ...spell, to: asked, probes: spell.probes + 1 } : { ok, from: asked, to: asked, probes: 1 },
    );
  }

  /**
   * Keeps a result, and the spell that it belongs to. A stale result continues no spell: nobody probed for a while, so a
   * new one begins with the next probe.
   */
  keep(token: string, health: KeptHealth, spell?: Spell): void {
    const until = Date.parse(health.asked ?? '') + this.#lifetime;
    const sentWrong = health.reason === 'mismatch' || (!health.ok && this.sentWrong(token));
    this.#found.set(token, {
      health,
      until,
      spell: spell && until > Date.now() ? spell : this.spell(token),
      sentWrong,
    });
  }

  /** Keeps the results of another process. Returns the tokens of the sources whose results are new. */
  learn({ sources }: Probed): string[] {
    return this.probed.flatMap(({ token }) => {
      const found = own(sources, token);
      if (!found || found.health.asked === this.last(token)?.asked) return [];
      this.keep(token, found.health, found.spell);
      return [token];
    });
  }

  /** Returns the results of all probes that this process made or learned of. */
  all(): Probed {
    const entries = [...this.#found].flatMap(([token, { health, spell }]) =>
      spell ? [[token, { health, spell }]] : [],
    );
    return { sources: Object.fromEntries(entries) };
  }

  #shown(token: string): SourceHealth {
    const found = this.#found.get(token);
    if (!found || !(found.until > Date.now())) return UNPROBED;
    const { asked: _, ...health } = found.health;
    return health;
  }

  #byHost<T>(of: (token: string) => T): Record<string, T> {
    return Object.fromEntries(this.#sources.map(({ host, token }) => [host, of(token)]));
  }
}
