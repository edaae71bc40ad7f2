// Opens the other sources that the rules name, and asks them about models. A source that is down, or whose budget is
// spent, ends no run.
import { sourceKind } from '../../src/nouns/source-kinds.ts';
import type { Service } from '../../src/service/service.ts';
import type { Source } from '../../src/service/sources.ts';
import { Failure } from '../process/failure.ts';
import type { Compared, CrawlMemory, KnownModel, OtherFound, OtherPlace, PlaceNote } from './crawl-memory.ts';
import type { IndexRules, OtherRule } from './index-rules.ts';
import { BudgetSpent, type FetchCount, type PoliteFetch } from './polite-fetch.ts';
import { obeyRobots } from './robots.ts';
import { scopeFiles } from './scope-source.ts';
import { isByHash, storedFiles } from './stored-files.ts';

/** The counts of requests to another source. */
export interface OtherCount extends FetchCount {
  source: string;
  upstream: string;
}

/** Asks a source about a model, whose files were `old` when it was last looked at. Rejects only when the run is over. */
export type AskSource = (model: KnownModel, old: Omit<KnownModel, 'id'> | undefined) => Promise<OtherFound>;

interface OtherSettings {
  rules: IndexRules;
  service: Service;
  memory: CrawlMemory;
  /** A day as YYYY-MM-DD. */
  day: string;
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
export function otherSources({ rules, service, memory, day, politely, signal }: OtherSettings) {
  const asked: OtherCount[] = [];
  const others = (rules.others ?? []).map((rule): AskSource => {
    const source = declared(service, rule.source, rules.source);
    const polite = politely(source, rule.most ?? rules.most);
    asked.push(Object.assign(polite.count, { source: source.token, upstream: source.base }));
    const fetch = rules.robots === 'ignore' ? polite.fetch : obeyRobots(polite.fetch);
    const { token, display } = source;
    let inVain = 0;
    let end: string | undefined;
    return async (model, old) => {
      const key = `${token} ${model.id}`;
      const last = memory.get('place', key);
      const keep = (place: OtherPlace | undefined, fault?: string): OtherFound => {
        memory.set('place', key, { revision: model.revision, place: place ?? null });
        return { source: token, ...(place && { place }), ...(fault !== undefined && { fault }) };
      };
      if (end !== undefined) return keep(stillThere(last, model, old), end);
      try {
        const { names, ...found } = await filesAt(source, fetch, { rule, memory, rules }, model);
        inVain = 0;
        return keep(placeOf(model, { source: token, ...names }, found, last?.place?.differs, day));
      } catch (error) {
        signal.throwIfAborted();
        const fault = `${display}: ${(error as Error).message}`;
        if (error instanceof BudgetSpent) end = fault;
        else if (++inVain >= PATIENCE) end = `${display} is away`;
        return keep(stillThere(last, model, old), fault);
      }
    };
  });
  return { others, asked };
}

/** Makes the place of a source from what it has. Each difference has the day on which it was first found. */
function placeOf(
  { files }: KnownModel,
  place: OtherPlace,
  { held, differs }: Compared,
  before: OtherPlace['differs'],
  day: string,
): OtherPlace | undefined {
  if (held.length + differs.length === 0) return undefined;
  const seen = new Map(before?.map((other) => [`${other.sha256} ${other.path}`, other.seen]));
  const since = differs.map((other) => ({ ...other, seen: seen.get(`${other.sha256} ${other.path}`) ?? day }));
  return {
    ...place,
    ...(held.length < files.length && { files: held }),
    ...(since.length > 0 && { differs: since }),
  };
}

/** Gives the place of the last answer, without those files that have changed since. */
function stillThere(
  last: PlaceNote | undefined,
  model: KnownModel,
  old: Omit<KnownModel, 'id'> | undefined,
): OtherPlace | undefined {
  if (!last?.place || last.revision === model.revision) return last?.place ?? undefined;
  if (last.revision !== old?.revision) return undefined;
  const { files, differs = [], ...place } = last.place;
  const then = new Map(old.files.map(({ path, sha256 }) => [path, sha256]));
  const same = model.files.filter(({ path, sha256 }) => then.get(path) === sha256).map(({ path }) => path);
  const held = files ? same.filter((path) => files.includes(path)) : same;
  return placeOf(model, place, { held, differs: differs.filter(({ path }) => same.includes(path)) }, differs, '');
}

/**
 * Compares the files of a model with those of the source, under the names that the rules give it there. A gateway has
 * only models that are pinned at the revision in the index.
 */
async function filesAt(
  source: Source,
  fetch: typeof globalThis.fetch,
  { rule, memory, rules }: { rule: OtherRule; memory: CrawlMemory; rules: IndexRules },
  model: KnownModel,
): Promise<Compared & { names?: object }> {
  const isModel = (id: string) => id.toLowerCase() === model.id.toLowerCase();
  if (sourceKind(source) === 'ipfs') {
    const pin = rule.pins?.find((one) => isModel(one.model) && one.revision === model.revision);
    if (!pin) return { held: [], differs: [] };
    const { model: _, revision: __, ...names } = pin;
    return { ...(await storedFiles({ source, fetch, place: { root: pin.root } }, memory, model)), names };
  }
  const [, id = model.id] = Object.entries(rule.names ?? {}).find(([ours]) => isModel(ours)) ?? [];
  const place = { id, revision: source.defaultRevision ?? model.revision };
  // Only a registry with a repository for each model needs the model's name beside the hash.
  const isNamed = source.template.includes('{id}');
  const found = isByHash(source)
    ? await storedFiles({ source, fetch, place: isNamed ? place : {} }, memory, model)
    : await scopeFiles(source, fetch, model, { ...place, most: rules.most.files_of_a_model });
  return isNamed && id !== model.id ? { ...found, names: { id } } : found;
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
