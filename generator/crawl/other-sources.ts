// Opens the other sources that the rules name. Requests to them are polite, and each source has a budget of its own.
import { sourceKind } from '../../src/nouns/source-kinds.ts';
import type { Service } from '../../src/service/service.ts';
import type { Source } from '../../src/service/sources.ts';
import { Failure } from '../process/failure.ts';
import type { IndexRules } from './index-rules.ts';
import { AskedSource, type OtherSource } from './others/other-source.ts';
import { scopeSource } from './others/scope-source.ts';
import { gatewaySource, isByHash, type PlaceMemory, storeSource } from './others/stored-files.ts';
import { BudgetSpent, type FetchCount, type FetchSettings, type PoliteFetch } from './polite-fetch.ts';
import { obeyRobots } from './robots.ts';

/**
 * Makes the polite `fetch` for `source` within a budget. `own` is for the source of the index only: its token, its
 * limits, and a function that counts its requests.
 */
export type Asking = (
  source: Source,
  budget: Budget,
  own?: Pick<FetchSettings, 'kinds' | 'onAsk' | 'token'>,
) => PoliteFetch;

type Budget = Pick<IndexRules['most'], 'requests' | 'bytes' | 'under_way' | 'minutes'>;

/** The counts of requests to another source. */
export interface OtherCount extends FetchCount {
  source: string;
  upstream: string;
}

interface OtherSettings {
  rules: IndexRules;
  service: Service;
  memory: PlaceMemory;
  ask: Asking;
  signal: AbortSignal;
}

type Rule = NonNullable<IndexRules['others']>[number];

/**
 * Opens the sources, and counts the requests to each. Throws a Failure for a source that service.yaml lacks, that is
 * the source of the index itself, or whose template has no /models/{id}/, {root} or {sha256}.
 */
export function otherSources({ rules, service, memory, ask, signal }: OtherSettings) {
  const asked: OtherCount[] = [];
  const others = (rules.others ?? []).map((rule) => {
    const source = declared(service, rule.source, rules.source);
    const polite = ask(source, rule.most ?? rules.most);
    asked.push(Object.assign(polite.count, { source: source.token, upstream: source.base }));
    const other = otherSource(
      source,
      rule,
      rules.robots === 'ignore' ? polite.fetch : obeyRobots(polite.fetch),
      memory,
      rules.most.files_of_a_model,
    );
    return new AskedSource(other, signal, (error) => error instanceof BudgetSpent);
  });
  return { others, asked };
}

function otherSource(
  source: Source,
  { names = {}, pins = [] }: Rule,
  fetchPolitely: typeof fetch,
  memory: PlaceMemory,
  most: number,
): OtherSource {
  const named = new Map(Object.entries(names).map(([id, name]) => [id.toLowerCase(), name]));
  if (sourceKind(source) === 'ipfs') return gatewaySource({ source, fetch: fetchPolitely, pins, memory });
  if (isByHash(source)) return storeSource({ source, fetch: fetchPolitely, names: named, memory });
  return scopeSource({ source, fetch: fetchPolitely, names: named, most });
}

function declared({ sources }: Service, token: string, first: string): Source {
  const source = sources.find((one) => one.token === token);
  const isKnown =
    source && (source.template.startsWith('/models/{id}/') || sourceKind(source) === 'ipfs' || isByHash(source));
  if (!isKnown || token === first)
    throw new Failure(
      `content/index.yaml: others names the source ${token}: name a source of service.yaml other than ${first} ` +
        'whose template has /models/{id}/, {root} or {sha256}.',
    );
  return source;
}
