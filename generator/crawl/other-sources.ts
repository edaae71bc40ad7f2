// Opens the other sources that the rules name, and asks them about models. A source that is down, or whose budget is
// spent, ends no run.
import { sourceKind } from '../../src/nouns/source-kinds.ts';
import type { Service, Source } from '../../src/service/service.ts';
import type { ModelFile } from '../../src/shapes/objects.ts';
import { Failure } from '../process/failure.ts';
import type { KnownFiles, OtherPlace, PlaceNote, Remark } from './crawl-memory.ts';
import type { CrawlRun } from './crawl-run.ts';
import type { OtherRule } from './index-rules.ts';
import { BudgetSpent, type FetchCount, type PoliteFetch } from './polite-fetch.ts';
import { isByHash, listedHashes, type SourceHashes, storedHashes } from './source-hashes.ts';

/** The counts of requests to another source. */
export interface OtherCount extends FetchCount {
  source: string;
  upstream: string;
}

type KnownModel = KnownFiles & { id: string };

/**
 * Asks a source about a model, whose files were `old` when it was last looked at. Gives the place of the model there, if
 * it has one. Rejects only when the run is over.
 */
export type AskSource = (
  model: KnownModel,
  old: KnownFiles | undefined,
) => Promise<{ place?: OtherPlace | undefined; remarks: Remark[] }>;

/** The number of failures in a row after which a source is not asked again in the run. */
const PATIENCE = 5;

/**
 * Opens the sources, and counts the requests to each; `politely` makes the `fetch` for a source within a budget. Throws
 * a Failure for a source that service.yaml lacks, that is the source of the index itself, or whose template has no
 * /models/{id}/, {root} or {sha256}.
 */
export function otherSources(
  { rules, service, memory, day, signal }: Pick<CrawlRun, 'rules' | 'service' | 'memory' | 'day' | 'signal'>,
  politely: (source: Source, budget: NonNullable<OtherRule['most']>) => Pick<PoliteFetch, 'fetch' | 'count'>,
) {
  const asked: OtherCount[] = [];
  const others = (rules.others ?? []).map((rule): AskSource => {
    const source = declared(service, rule.source, rules.source);
    const { fetch, count } = politely(source, rule.most ?? rules.most);
    asked.push(Object.assign(count, { source: source.token, upstream: source.base }));
    const { token, display } = source;
    let inVain = 0;
    let end: string | undefined;
    return async (model, old) => {
      const key = `${token} ${model.id}`;
      const last = memory.get('place', key);
      let fault = end;
      let place: OtherPlace | undefined;
      try {
        if (fault === undefined) {
          const found = await hashesAt(source, fetch, { rule, memory, rules }, model);
          place = found && placeOf(model.files, { source: token, ...found.names }, found.hashes, last?.place, day);
          inVain = 0;
        }
      } catch (error) {
        signal.throwIfAborted();
        fault = `${display}: ${(error as Error).message}`;
        if (error instanceof BudgetSpent) end = fault;
        else if (++inVain >= PATIENCE) end = `${display} is away`;
      }
      if (fault !== undefined) place = stillThere(last, model, old);
      memory.set('place', key, { revision: model.revision, place: place ?? null });
      if (fault !== undefined) return { place, remarks: [{ kind: 'unasked', reason: fault }] };
      const { length = 0, 0: first } = place?.differs ?? [];
      const reason = `${token} has ${length}, the first is ${first?.path}`;
      return { place, remarks: first ? [{ kind: 'differs', reason }] : [] };
    };
  });
  return { others, asked };
}

/**
 * Makes the place of a source from the hashes that it gives. Each difference has the day on which it was first found.
 * Gives undefined if the source has none of the files.
 */
function placeOf(
  files: readonly ModelFile[],
  names: OtherPlace,
  hashes: SourceHashes,
  before: OtherPlace | null | undefined,
  day: string,
): OtherPlace | undefined {
  if (hashes.size === 0) return undefined;
  const held = files.filter(({ path, sha256 }) => hashes.get(path) === sha256).map(({ path }) => path);
  const seen = new Map(before?.differs?.map((other) => [`${other.sha256} ${other.path}`, other.seen]));
  const differs = files.flatMap(({ path, sha256: ours }) => {
    const sha256 = hashes.get(path) ?? ours;
    return sha256 === ours ? [] : { path, sha256, seen: seen.get(`${sha256} ${path}`) ?? day };
  });
  return {
    ...names,
    ...(held.length < files.length && { files: held }),
    ...(differs.length > 0 && { differs }),
  };
}

/** Gives the place of the last answer, without those files that have changed since. */
function stillThere(last: PlaceNote | undefined, model: KnownModel, old: KnownFiles | undefined) {
  if (!last?.place || last.revision === model.revision) return last?.place ?? undefined;
  if (last.revision !== old?.revision) return undefined;
  const { files: held, differs = [], ...names } = last.place;
  const then = new Map(old.files.map(({ path, sha256 }) => [path, sha256]));
  const given = new Map(held ? held.map((path) => [path, then.get(path)!]) : then);
  for (const { path, sha256 } of differs) given.set(path, sha256);
  const same = model.files.filter(({ path, sha256 }) => then.get(path) === sha256 && given.has(path));
  return placeOf(model.files, names, new Map(same.map(({ path }) => [path, given.get(path)!])), last.place, '');
}

/**
 * Asks for the hashes of a model's files, under the names that the rules give it there. Gives undefined for a model that
 * is not pinned at a gateway at the revision in the index.
 */
async function hashesAt(
  source: Source,
  fetch: typeof globalThis.fetch,
  { rule, memory, rules }: { rule: OtherRule } & Pick<CrawlRun, 'memory' | 'rules'>,
  { id: ours, revision, files }: KnownModel,
): Promise<{ hashes: SourceHashes; names: Partial<OtherPlace> } | undefined> {
  const isModel = (id: string) => id.toLowerCase() === ours.toLowerCase();
  if (sourceKind(source) === 'ipfs') {
    const pin = rule.pins?.find((one) => isModel(one.model) && one.revision === revision);
    if (!pin) return undefined;
    const { model: _, revision: __, ...names } = pin;
    return { hashes: await storedHashes({ source, fetch, place: { root: pin.root } }, memory, files), names };
  }
  const [, id = ours] = Object.entries(rule.names ?? {}).find(([name]) => isModel(name)) ?? [];
  const place = { id, revision: source.defaultRevision ?? revision };
  // Only a registry with a repository for each model needs the model's name beside the hash.
  const isNamed = source.template.includes('{id}');
  const hashes = isByHash(source)
    ? await storedHashes({ source, fetch, place: isNamed ? place : {} }, memory, files)
    : await listedHashes(source, fetch, { ...place, most: rules.most.files_of_a_model }, files);
  return { hashes, names: isNamed && id !== ours ? { id } : {} };
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
