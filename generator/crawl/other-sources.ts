// Opens the other sources that the rules name, which have the API of modelscope.cn, and asks them which files of a model
// they have. A source that is down, or whose budget is spent, ends no run.
import { isRecord } from '../../src/basics/records.ts';
import type { Service, Source } from '../../src/service/service.ts';
import type { ModelFile } from '../../src/shapes/objects.ts';
import { Failure } from '../process/failure.ts';
import type { KnownFiles, OtherPlace, Remark } from './crawl-memory.ts';
import type { CrawlRun } from './crawl-run.ts';
import type { OtherRule } from './index-rules.ts';
import { BudgetSpent, type FetchCount, type PoliteFetch } from './polite-fetch.ts';

/** The counts of requests to another source. */
export interface OtherCount extends FetchCount {
  source: string;
  upstream: string;
}

/** Asks a source about a model. Gives the place of the model there, if it has one. Rejects only when the run is over. */
export type AskSource = (
  model: KnownFiles & { id: string },
) => Promise<{ place?: OtherPlace | undefined; remarks: Remark[] }>;

/** The number of failures in a row after which a source is not asked again in the run. */
const PATIENCE = 5;
/** The number of files that are requested in a page. A hub without pages gives all files at once. */
const PAGE = 200;

/**
 * Opens the sources, and counts the requests to each; `politely` makes the `fetch` for a source within a budget. Throws
 * a Failure for a source that service.yaml lacks, that is the source of the index itself, or whose template has no
 * /models/{id}/.
 */
export function otherSources(
  { rules, service, memory, day, signal }: Pick<CrawlRun, 'rules' | 'service' | 'memory' | 'day' | 'signal'>,
  politely: (source: Source, budget: NonNullable<OtherRule['most']>) => Pick<PoliteFetch, 'fetch' | 'count'>,
) {
  const asked: OtherCount[] = [];
  const others = (rules.others ?? []).map((rule): AskSource => {
    const source = declared(service, rule.source, rules.source);
    const { fetch, count } = politely(source, rule.most ?? rules.most);
    const { token, display, base } = source;
    asked.push(Object.assign(count, { source: token, upstream: base }));
    const names = new Map(Object.entries(rule.names ?? {}).map(([ours, theirs]) => [ours.toLowerCase(), theirs]));
    let inVain = 0;
    let end: string | undefined;
    return async ({ id: ours, revision, files }) => {
      const key = `${token} ${ours}`;
      const last = memory.get('place', key);
      const id = names.get(ours.toLowerCase()) ?? ours;
      let fault = end;
      let place: OtherPlace | undefined;
      try {
        if (fault === undefined) {
          const at = { id, revision: source.defaultRevision ?? revision, most: rules.most.files_of_a_model };
          const hashes = await listedHashes(base, fetch, at, files);
          place = placeOf(files, { source: token, ...(id !== ours && { id }) }, hashes, last?.place, day);
          inVain = 0;
        }
      } catch (error) {
        signal.throwIfAborted();
        fault = `${display}: ${(error as Error).message}`;
        if (error instanceof BudgetSpent) end = fault;
        else if (++inVain >= PATIENCE) end = `${display} is away`;
      }
      // The last answer stays while the model has the files that it was about.
      if (fault !== undefined && last?.revision === revision) place = last.place ?? undefined;
      memory.set('place', key, { revision, place: place ?? null });
      if (fault !== undefined) return { place, remarks: [{ kind: 'unasked', reason: fault }] };
      const { length = 0, 0: first } = place?.differs ?? [];
      const reason = `${token} has ${length}, the first is ${first?.path}`;
      return { place, remarks: first ? [{ kind: 'differs', reason }] : [] };
    };
  });
  return { others, asked };
}

/**
 * The SHA-256 that a source gives for each path. A path is absent if the source lacks the file, has it in another size
 * than its hash demands, or gives no hash.
 */
type SourceHashes = ReadonlyMap<string, string>;

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

/** A model as the other source names it, and the maximum number of its files. */
interface ListedModel {
  id: string;
  revision: string;
  most: number;
}

/** Reads the listing of a model at the hub `base`. Throws an error whose message is the end of a sentence. */
async function listedHashes(
  base: string,
  fetch: typeof globalThis.fetch,
  model: ListedModel,
  files: readonly ModelFile[],
): Promise<SourceHashes> {
  const there = new Map<string, Record<string, unknown>>();
  for (let page = 1; ; page++) {
    const entries = await pageOf(base, fetch, model, page);
    const before = there.size;
    for (const entry of entries) {
      if (!isRecord(entry) || typeof entry.Path !== 'string') throw new Error('it lists a file without a path');
      there.set(entry.Path, entry);
    }
    if (there.size > model.most) throw new Error(`it lists more than ${model.most} files`);
    // The last page has fewer or more entries than were requested, or has no path that an earlier page lacks.
    if (entries.length !== PAGE || there.size === before) break;
  }
  const hashes = files.flatMap(({ path, size, sha256 }) => {
    const { Sha256, Size, Type, InCheck } = there.get(path) ?? {};
    // A file that is being checked has no certain hash yet.
    const isCertain = Type !== 'tree' && InCheck !== true && Number.isSafeInteger(Size);
    const isRight = Sha256 === sha256 ? Size === size : /^[0-9a-f]{64}$/.test(String(Sha256));
    return isCertain && isRight ? [[path, String(Sha256)] as const] : [];
  });
  return new Map(hashes);
}

async function pageOf(
  base: string,
  fetch: typeof globalThis.fetch,
  { id, revision }: ListedModel,
  page: number,
): Promise<unknown[]> {
  const query = new URLSearchParams({
    ...{ Revision: revision, Recursive: 'true' },
    ...{ PageNumber: String(page), PageSize: String(PAGE) },
  });
  const response = await fetch(`${base}/api/v1/models/${id}/repo/files?${query}`);
  if (response.status === 404 || response.status === 410) return [];
  if (response.status !== 200) throw new Error(`it answers ${response.status} for ${id}`);
  const told: unknown = await response.json().catch(() => undefined);
  if (!isRecord(told)) throw new Error('its listing is no JSON object');
  const { Code, Success, Message, Data } = told;
  if (Success !== true || Code !== 200) throw new Error(`it answers ${JSON.stringify(Message ?? Code)} for ${id}`);
  // `Files` is null for a model without files.
  const files = (isRecord(Data) ? Data.Files : null) ?? [];
  if (!Array.isArray(files)) throw new Error('it gives no list of files');
  return files;
}

function declared({ sources }: Service, token: string, first: string): Source {
  const source = sources.find((one) => one.token === token);
  if (source?.template.startsWith('/models/{id}/') && token !== first) return source;
  throw new Failure(
    `content/index.yaml: others names the source ${token}: name a source of service.yaml other than ${first} ` +
      'whose template has /models/{id}/.',
  );
}
