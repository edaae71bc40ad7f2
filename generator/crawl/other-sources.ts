// Opens the other sources that the rules name, and asks them about models. A source that is down, or whose budget is
// spent, ends no run.
import { sourceKind } from '../../src/nouns/source-kinds.ts';
import type { Service } from '../../src/service/service.ts';
import type { Source } from '../../src/service/sources.ts';
import { Failure } from '../process/failure.ts';
import type { CrawlMemory } from './crawl-memory.ts';
import type { IndexRules, OtherRule } from './index-rules.ts';
import type { Compared, KnownModel, OtherFound } from './other-source.ts';
import { BudgetSpent, type FetchCount, type PoliteFetch } from './polite-fetch.ts';
import { obeyRobots } from './robots.ts';
import { scopeFiles } from './scope-source.ts';
import { isByHash, storedFiles } from './stored-files.ts';

/** The counts of requests to another source. */
export interface OtherCount extends FetchCount {
  source: string;
  upstream: string;
}

/** Asks a source about a model. Gives undefined if the source is not meant for it. Rejects only when the run is over. */
export interface AskedSource {
  source: string;
  ask(model: KnownModel): Promise<OtherFound | undefined>;
}

interface OtherSettings {
  rules: IndexRules;
  service: Service;
  memory: CrawlMemory;
  /** Makes the polite `fetch` for a source within a budget. */
  politely: (source: Source, budget: NonNullable<OtherRule['most']>) => PoliteFetch;
  signal: AbortSignal;
}

/** The number of failures in a row after which a source is not asked again in the run. */
const PATIENCE = 5;

/**
 * Opens the sources, and counts the requests to each. Throws a Failure for a source that service.yaml lacks, that is
 * the source of the index itself, or whose template has no /models/{id}/, {root} or {sha256}.
 */
export function otherSources({ rules, service, memory, politely, signal }: OtherSettings) {
  const asked: OtherCount[] = [];
  const others = (rules.others ?? []).map((rule): AskedSource => {
    const source = declared(service, rule.source, rules.source);
    const polite = politely(source, rule.most ?? rules.most);
    asked.push(Object.assign(polite.count, { source: source.token, upstream: source.base }));
    const fetch = rules.robots === 'ignore' ? polite.fetch : obeyRobots(polite.fetch);
    let inVain = 0;
    let end: string | undefined;
    return {
      source: source.token,
      async ask(model) {
        if (end !== undefined) return { source: source.token, fault: end };
        try {
          const found = await filesAt(source, fetch, { rule, memory, most: rules.most.files_of_a_model }, model);
          inVain = 0;
          return found && { source: source.token, ...found };
        } catch (error) {
          signal.throwIfAborted();
          const fault = `${source.display}: ${(error as Error).message}`;
          if (error instanceof BudgetSpent) end = fault;
          else if (++inVain >= PATIENCE) end = `${source.display} is away`;
          return { source: source.token, fault };
        }
      },
    };
  });
  return { others, asked };
}

/**
 * Compares the files of a model with those of the source, under the names that the rules give it there. A gateway answers
 * only for models that are pinned at the revision in the index.
 */
async function filesAt(
  source: Source,
  fetch: typeof globalThis.fetch,
  { rule, memory, most }: { rule: OtherRule; memory: CrawlMemory; most: number },
  model: KnownModel,
): Promise<Compared | undefined> {
  const isModel = (id: string) => id.toLowerCase() === model.id.toLowerCase();
  if (sourceKind(source) === 'ipfs') {
    const pin = rule.pins?.find((one) => isModel(one.model) && one.revision === model.revision);
    if (!pin) return undefined;
    const { model: _, revision: __, ...names } = pin;
    return { ...(await storedFiles({ source, fetch, place: { root: pin.root } }, memory, model)), names };
  }
  const [, id = model.id] = Object.entries(rule.names ?? {}).find(([ours]) => isModel(ours)) ?? [];
  const names = id === model.id ? {} : { id };
  if (!isByHash(source)) return { ...(await scopeFiles(source, fetch, model, { id, most })), names };
  // A registry with a repository for each model needs the model's name, and not only the hash.
  if (!source.template.includes('{id}')) return storedFiles({ source, fetch, place: {} }, memory, model);
  const place = { id, revision: source.defaultRevision ?? model.revision };
  return { ...(await storedFiles({ source, fetch, place }, memory, model)), names };
}

function declared({ sources }: Service, token: string, first: string): Source {
  const source = sources.find((one) => one.token === token);
  const isKnown =
    source && (source.template.startsWith('/models/{id}/') || sourceKind(source) === 'ipfs' || isByHash(source));
  if (isKnown && token !== first) return source;
  throw new Failure(
    `content/index.yaml: others names the source ${token}: name a source of service.yaml other than ${first} ` +
      'whose template has /models/{id}/, {root} or {sha256}.',
  );
}
