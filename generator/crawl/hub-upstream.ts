// Reads models and their files from the public hub, with its own client library.

import type { PipelineType } from '@huggingface/hub';
import { HubApiError, type ListFileEntry, listFiles, listModels, modelInfo } from '@huggingface/hub';
import { defined } from '../../src/basics/defined.ts';
import { isCommit } from '../../src/nouns/revision.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { Failure } from '../process/failure.ts';

/** A model as the upstream describes it now. */
export interface UpstreamModel {
  /** The model's id now. It may differ from the id that was asked for. */
  id: string;
  revision: string;
  isGated: boolean;
  /** True if the model is private or disabled, so that nobody gets it. */
  isClosed: boolean;
  facts: UpstreamFacts;
}

/** A model in a listing of the upstream. */
export interface UpstreamListing {
  id: string;
  /** The time of the model's last change (RFC 3339); undefined if the entry does not give it. */
  changed: string | undefined;
  /** The model, if the entry has as many facts as the upstream's answer about the model itself. */
  model?: UpstreamModel;
}

/** Facts about a model, under the names of an import row. Unknown facts are absent. */
interface UpstreamFacts {
  license?: string;
  pipeline_tag?: string;
  library?: string;
  tags?: string[];
  downloads?: number;
  likes?: number;
  createdAt?: string;
  lastModified?: string;
  parameters?: number;
}

/** A file of a repository. It is either in git itself, or in large storage, where it has a SHA-256. */
export interface UpstreamFile {
  path: string;
  /** The size in bytes. */
  size: number;
  /** The git SHA-1 of the file's blob. */
  git: string;
  /** The SHA-256 that the upstream declares; absent for a file in git. */
  sha256?: string;
}

/** A search for the first `limit` models by `sort`, or for all of them. */
interface ModelSearch {
  owner?: string;
  task?: string;
  tags?: string[];
  text?: string;
  sort?: 'downloads' | 'likes' | 'lastModified' | 'trendingScore';
  limit?: number;
  /** Called before each page but the first. If it returns false, the listing ends. */
  goesOn?: () => boolean;
}

const FIELDS = ['sha', 'cardData', 'createdAt', 'disabled', 'library_name', 'tags', 'safetensors'] as const;

export class HubUpstream {
  readonly base: string;
  readonly #fetch: typeof fetch;
  readonly #mostOfAModel: number;
  /** The number of requests for files so far, by the id of the model. */
  readonly #asked = new Map<string, number>();

  /** `mostOfAModel` limits how many requests a run may send for the files of one model. */
  constructor(base: string, fetchPolitely: typeof fetch, mostOfAModel: number) {
    this.base = base;
    this.#fetch = fetchPolitely;
    this.#mostOfAModel = mostOfAModel;
  }

  /** Gets the facts about a model. Gives undefined if the model is missing, or hidden from everybody. */
  async model(id: string): Promise<UpstreamModel | undefined> {
    try {
      const info = await modelInfo({ name: id, hubUrl: this.base, fetch: this.#fetch, additionalFields: [...FIELDS] });
      if (!isCommit(info.sha ?? '')) throw new Error(`it names no commit of ${id}`);
      return modelOf(info);
    } catch (error) {
      if (error instanceof HubApiError && [401, 403, 404, 410].includes(error.statusCode)) return undefined;
      throw error;
    }
  }

  /** Lists every file of a model at a commit. Throws when the answer is not a listing. */
  async *files(id: string, revision: string): AsyncGenerator<UpstreamFile> {
    const repo = { type: 'model', name: id } as const;
    const fetchPage = boundedPages(this.#fetch);
    for await (const entry of listFiles({ repo, revision, recursive: true, hubUrl: this.base, fetch: fetchPage }))
      if (entry.type === 'file') yield fileOf(entry);
  }

  /** Lists the models that a search finds, in the order of the search. */
  async *search({ owner, task, tags, text, sort, limit, goesOn }: ModelSearch): AsyncGenerator<UpstreamListing> {
    const search = defined({ owner, task: task as PipelineType | undefined, tags, query: text });
    let pages = 0;
    const bounded = boundedPages(this.#fetch);
    // The client library itself requests the next page. It ends the listing after an empty page.
    const fetchPage: typeof fetch = async (...asked) =>
      pages++ > 0 && goesOn?.() === false ? Response.json([]) : bounded(...asked);
    const hub = { hubUrl: this.base, fetch: fetchPage, additionalFields: [...FIELDS] };
    try {
      for await (const entry of listModels({ search, ...hub, ...defined({ limit, sort }) })) {
        if (typeof entry.name !== 'string') throw new TypeError('an entry has no id');
        const listed = { id: entry.name, changed: momentOf(entry.updatedAt) };
        yield saysAll(entry) ? { ...listed, model: modelOf(entry) } : listed;
      }
    } catch (error) {
      if (!isOdd(error) && !(error instanceof HubApiError)) throw error;
      throw new Failure(`${this.base} does not list models as the public hub does: ${error.message}.`, {
        cause: error,
      });
    }
  }

  /**
   * Gets the bytes of a file, or those of `range`. Throws if the upstream answers without these bytes, and when the
   * model has used up its requests.
   */
  async bytes(id: string, revision: string, path: string, range?: { start: number; end: number }): Promise<Buffer> {
    const asked = this.#asked.get(id) ?? 0;
    if (asked >= this.#mostOfAModel)
      throw new Failure(`its files take more than ${this.#mostOfAModel} requests: the next run goes on with them`);
    this.#asked.set(id, asked + 1);
    const headers: Record<string, string> = range ? { Range: `bytes=${range.start}-${range.end - 1}` } : {};
    const [owner = '', name = ''] = id.split('/');
    // The upstream has the same paths as this hub, because this hub serves the same clients.
    const response = await this.#fetch(this.base + href(routes.resolve, { owner, name, revision, path }), { headers });
    if (response.status !== 200 && !(range && response.status === 206))
      throw new Error(`it answers ${response.status} for ${path}`);
    const body = Buffer.from(await response.arrayBuffer());
    const said = response.headers.get('content-range');
    if (range && said !== null && !said.startsWith(`bytes ${range.start}-`))
      throw new Error(`it sends another range of ${path}`);
    // The server may send the whole of a small file, even if a range was requested. Some send a range with status 200.
    const isWhole = response.status === 200 && said === null;
    const bytes = range && isWhole ? body.subarray(range.start, range.end) : body;
    if (range && bytes.length > range.end - range.start) throw new Error(`it sends more of ${path} than was asked for`);
    return bytes;
  }
}

/** The maximum number of pages of a listing. A model may have 100,000 files, and a page may have only a hundred. */
const MOST_PAGES = 1000;

/**
 * Makes a `fetch` for the pages of one listing. Rejects with a Failure if the pages lead in a circle, or do not end.
 */
function boundedPages(ask: typeof fetch): typeof fetch {
  const asked = new Set<string>();
  return async (input, init) => {
    const url = input instanceof Request ? input.url : String(input);
    if (asked.has(url)) throw new Failure(`A listing leads back to its own page ${url}`);
    if (asked.size >= MOST_PAGES) throw new Failure(`A listing has more than ${MOST_PAGES} pages; the next is ${url}`);
    asked.add(url);
    return ask(input, init);
  };
}

/** Tells whether an error means that an answer has an unexpected shape, or is not JSON. */
export function isOdd(error: unknown): error is TypeError | SyntaxError {
  return error instanceof TypeError || error instanceof SyntaxError || error instanceof RangeError;
}

function modelOf(info: Told): UpstreamModel {
  return {
    id: info.name,
    revision: info.sha,
    isGated: info.gated !== false && info.gated !== undefined,
    isClosed: info.private || info.disabled === true,
    facts: factsOf(info),
  };
}

/**
 * True if an entry of a listing has the commit and all other facts that every model has, and if everybody may get the
 * model. Then the model needs no request of its own.
 */
function saysAll({ name, sha, gated, disabled, tags, createdAt, updatedAt, ...rest }: Told): boolean {
  return (
    [name, sha].every((text) => typeof text === 'string') &&
    isCommit(sha) &&
    (gated === false || typeof gated === 'string') &&
    [rest.private, disabled].every((is) => typeof is === 'boolean') &&
    Array.isArray(tags) &&
    tags.every((tag) => typeof tag === 'string') &&
    [createdAt, updatedAt].every((at) => momentOf(at) !== undefined)
  );
}

function fileOf({ path, size, oid, lfs }: ListFileEntry): UpstreamFile {
  if (lfs) return { path, size: lfs.size, git: oid ?? '', sha256: lfs.oid };
  if (!/^[0-9a-f]{40}$/.test(oid ?? '')) throw new Error(`it names no blob of ${path}`);
  return { path, size, git: oid! };
}

/** The facts that the library gives about a model, as far as the upstream sent them. */
interface Told {
  name: string;
  sha: string;
  private: boolean;
  gated?: false | string;
  disabled?: boolean;
  task?: string;
  tags?: string[];
  cardData?: { license?: unknown };
  library_name?: string;
  downloads: number;
  likes: number;
  createdAt?: string | Date;
  updatedAt: Date;
  safetensors?: { total?: unknown };
}

function factsOf(info: Told): UpstreamFacts {
  const { task, tags, cardData, library_name, downloads, likes, createdAt, updatedAt, safetensors } = info;
  const license = typeof cardData?.license === 'string' ? cardData.license : licenseTag(tags);
  const total = safetensors?.total;
  return withoutAbsent({
    license,
    pipeline_tag: task,
    library: library_name,
    // Leaves out tags that only repeat another field.
    tags: tags?.filter((tag) => !/^(license|region):/.test(tag) && tag !== task && tag !== library_name),
    downloads,
    likes,
    createdAt: momentOf(createdAt),
    lastModified: momentOf(updatedAt),
    parameters: Number.isSafeInteger(total) && (total as number) > 0 ? (total as number) : undefined,
  });
}

const licenseTag = (tags: string[] = []) => tags.find((tag) => tag.startsWith('license:'))?.slice('license:'.length);

function momentOf(date: string | Date | undefined): string | undefined {
  const moment = date === undefined ? Number.NaN : new Date(date).getTime();
  return Number.isNaN(moment) ? undefined : new Date(moment).toISOString();
}

function withoutAbsent(facts: Record<string, unknown>): UpstreamFacts {
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== undefined && fact !== null));
}
