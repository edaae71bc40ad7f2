// Keeps, under a key of Workers KV, the models that sources refuse although the sources are up. Isolates report where
// they sent callers, a cron trigger asks those sources, and each isolate reads the results.
import { own } from '../../../src/basics/own.ts';
import { Remembered } from '../../../src/basics/remembered.ts';
import type { Holder, HolderPort } from '../../ports/ports.ts';
import { askHolder } from '../../sources/holder-answer.ts';
import { type RefusalCount, refusedAgain, SERVED, SPACING_MS } from '../../sources/holder-checks.ts';
import type { KvNamespace } from './bindings.ts';
import { KvValue, parsed } from './kv-value.ts';

const TOLD = 'directed:';
/** Milliseconds between two runs of the cron trigger, and between two reports of an isolate. */
const [RUN_MS, TELL_MS] = [60_000, 60_000];
/** KV drops an isolate's report after this many seconds if the trigger has not read it. */
const WAITS_SECONDS = 600;
/**
 * The maximum numbers of reported models that an isolate remembers, of models in one of its reports, and of questions
 * to a source in one run.
 */
const [REMEMBERED, AT_A_TIME, QUESTIONS] = [8192, 50, 20];
/** The maximum number of models that are kept as refused by one source. */
const MOST_REFUSED = 1000;

/** A model, and the source to which a caller was redirected for it. */
interface Directed {
  model: string;
  source: string;
  url: string;
}

/** The refusals that were found, by source and then by model. */
type Found = Record<string, Record<string, RefusalCount & { url: string }>>;

const areFound = async (value: unknown) => (await import('../../sources/kept-shapes.ts')).areRefusals(value);

const isTold = (value: unknown): value is Directed[] =>
  Array.isArray(value) && value.every((one) => typeof one?.model === 'string' && URL.canParse(one.url));

export class KvHolders implements HolderPort {
  readonly #kv: KvNamespace;
  readonly #beside: (work: Promise<unknown>) => void;
  readonly #found: KvValue<Found>;
  #reportedAt = Number.NEGATIVE_INFINITY;
  #waiting: Directed[] = [];
  /** The time in milliseconds since 1970 until which a model at a source is not reported again. */
  readonly #known = new Remembered<string, number>({ most: REMEMBERED });

  /** `beside` keeps the isolate alive for work for which no request waits. */
  constructor(kv: KvNamespace, beside: (work: Promise<unknown>) => void) {
    this.#kv = kv;
    this.#found = new KvValue(kv, { key: 'holders', format: 'hub.model-hub.holders/v1', is: areFound, first: {} });
    this.#beside = beside;
  }

  serves(model: string, { source }: Holder): boolean {
    return !this.refuses(model, source);
  }

  refuses(model: string, source: string): boolean {
    return own(own(this.#found.current, source) ?? {}, model) !== undefined;
  }

  refusing(): Record<string, number> {
    const counts = Object.entries(this.#found.current).map(
      ([token, models]) => [token, Object.keys(models).length] as const,
    );
    return Object.fromEntries(counts.filter(([, count]) => count > 0));
  }

  directed(model: string, { source, url }: Holder): void {
    const now = Date.now();
    const key = `${source} ${model}`;
    if ((this.#known.known(key) ?? 0) > now || this.#waiting.length >= AT_A_TIME) return;
    this.#known.put(key, now + SERVED * RUN_MS);
    this.#waiting.push({ model, source, url });
    if (now - this.#reportedAt < TELL_MS) return;
    this.#reportedAt = now;
    const text = JSON.stringify(this.#waiting.splice(0));
    // If the write fails, the models are reported again at a later request.
    const kept = this.#kv.put(TOLD + crypto.randomUUID(), text, { expirationTtl: WAITS_SECONDS });
    this.#beside(kept.catch(() => {}));
  }

  /**
   * Reads the results, unless this isolate read them in the last half minute. Never rejects: while KV is away every
   * source counts as serving its models.
   */
  look(): Promise<void> {
    return this.#found.look();
  }

  /**
   * Asks sources about models, one question at a time. It asks about models for which callers were redirected to the
   * source, and about models that the source refused before. Skips sources for which `isOk` is false.
   */
  async ask(userAgent: string, isOk: (token: string) => boolean): Promise<void> {
    const before = await this.#found.read();
    const asked = [...(await this.#takeTold()), ...due(before)].filter(({ source }) => isOk(source));
    const found = new Map(Object.entries(before));
    await Promise.all(
      [...Map.groupBy(asked, ({ source }) => source)].map(async ([source, all]) => {
        const models = new Map(Object.entries(found.get(source) ?? {}));
        for (const { model, url } of all.slice(0, QUESTIONS)) {
          const refused = await askHolder(url, userAgent);
          if (refused) models.set(model, { ...refusedAgain(models.get(model), refused.wait, Date.now(), RUN_MS), url });
          else models.delete(model);
          await new Promise((resolve) => setTimeout(resolve, SPACING_MS));
        }
        found.set(source, Object.fromEntries([...models].slice(-MOST_REFUSED)));
      }),
    );
    await this.#found.write(Object.fromEntries(found));
  }

  async #takeTold(): Promise<Directed[]> {
    const { keys } = await this.#kv.list({ prefix: TOLD });
    const texts = await Promise.all(keys.map(({ name }) => this.#kv.get(name)));
    await Promise.all(keys.map(({ name }) => this.#kv.delete(name)));
    return texts.map(parsed).flatMap((one) => (isTold(one) ? one : []));
  }
}

/** Lists the refused models whose next check is due. */
function due(found: Found): Directed[] {
  const now = Date.now();
  return Object.entries(found).flatMap(([source, models]) =>
    Object.entries(models).flatMap(([model, { next, url }]) => (next <= now ? [{ model, source, url }] : [])),
  );
}
