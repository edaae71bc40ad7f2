// Reads models and their files from the public hub. The client library of that hub follows only absolute links, wherever
// they lead, so its listings may be cut without a word; listings are read here.
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { isCommit } from '../../src/nouns/model-id.ts';
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
  /** The paths of its files, as the model itself names them; undefined if it does not. */
  paths: string[] | undefined;
  /** Facts under the names of an import row. Unknown facts are absent. */
  facts: { license?: string; downloads?: number; likes?: number };
}

/** A model in a listing of the upstream. */
export interface UpstreamListing {
  id: string;
  /** The model, if the entry has as many facts as the upstream's answer about the model itself. */
  model: UpstreamModel | undefined;
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
  sort?: string;
  limit?: number;
}

const EXPANDED = (
  'pipeline_tag private gated downloads likes lastModified sha cardData createdAt disabled library_name tags ' +
  'safetensors siblings'
)
  .split(' ')
  .map((name) => ['expand', name]);

/** The maximum number of entries on a page of a search. */
const PAGE = 500;
/**
 * A listing may have this many pages, and one more for each `FEWEST` entries. A model may have 100,000 files, and a page
 * of the public hub has up to a thousand entries.
 */
const MOST_PAGES = 100;
const FEWEST = 100;

/** The facts in an entry of a listing that make a request for the model needless. */
const Whole = Type.Object({
  id: Type.String(),
  sha: Type.String({ pattern: '^[0-9a-f]{40}$' }),
  ...{ private: Type.Boolean(), disabled: Type.Boolean() },
  gated: Type.Union([Type.Literal(false), Type.String()]),
  tags: Type.Array(Type.String()),
  ...{ createdAt: Type.String({ pattern: '^\\d{4}-' }), lastModified: Type.String({ pattern: '^\\d{4}-' }) },
  siblings: Type.Array(Type.Object({ rfilename: Type.String() })),
});
const whole = Compile(Whole);

/** The facts that the upstream gives about a model. Each may be absent, or anything else, unless `whole` was checked. */
type Told = Static<typeof Whole> & {
  [fact: string]: unknown;
  cardData?: { license?: unknown };
  safetensors?: { total?: unknown };
};

export class HubUpstream {
  readonly base: string;
  /** The number of requests for files so far, by the id of the model. */
  readonly #asked = new Map<string, number>();
  readonly #fetch: typeof fetch;
  readonly #mostOfAModel: number;

  /** `mostOfAModel` limits how many requests a run may send for the files of one model. */
  constructor(base: string, fetchPolitely: typeof fetch, mostOfAModel: number) {
    this.base = base;
    this.#fetch = fetchPolitely;
    this.#mostOfAModel = mostOfAModel;
  }

  /** Gets the facts about a model. Gives undefined if the model is missing, or hidden from everybody. */
  async model(id: string): Promise<UpstreamModel | undefined> {
    const response = await this.#fetch(`${this.base}/api/models/${id}/revision/HEAD?${new URLSearchParams(EXPANDED)}`);
    if ([401, 403, 404, 410].includes(response.status)) return undefined;
    if (!response.ok) throw new Error(`it answers ${response.status} for ${id}`);
    const told = (await response.json()) as Told;
    if (!isCommit(told.sha ?? '')) throw new Error(`it names no commit of ${id}`);
    return modelOf(told);
  }

  /** Lists every file of a model at a commit. Throws when the answer is not a listing. */
  async *files(id: string, revision: string): AsyncGenerator<UpstreamFile> {
    for await (const page of this.#pages(`/api/models/${id}/tree/${revision}?recursive=true&expand=false`))
      for (const entry of page as TreeEntry[]) if (entry.type === 'file') yield fileOf(entry);
  }

  /** Lists the models that a search finds, in the order of the search. */
  async *search({ owner, task, tags = [], text, sort, limit = Infinity }: ModelSearch) {
    const said = { author: owner, pipeline_tag: task, search: text, sort };
    const query = new URLSearchParams([
      ['limit', String(Math.min(limit, PAGE))],
      ...Object.entries(said).flatMap(([name, value]) => (value ? [[name, value]] : [])),
      ...tags.map((tag) => ['filter', tag]),
      ...EXPANDED,
    ]);
    let left = limit;
    try {
      for await (const page of this.#pages(`/api/models?${query}`))
        for (const entry of page as Told[]) {
          if (typeof entry.id !== 'string') throw new TypeError('an entry has no id');
          const model = whole.Check(entry) ? modelOf(entry) : undefined;
          yield { id: entry.id, model } satisfies UpstreamListing;
          if (--left <= 0) return;
        }
    } catch (error) {
      if (!isOdd(error)) throw error;
      throw new Failure(`${this.base} does not list models as the public hub does: ${error.message}.`, {
        cause: error,
      });
    }
  }

  /**
   * Yields the pages of a listing. Each next page is asked for here, wherever its link leads. Throws a Failure if the
   * pages lead in a circle, away from the API, or on and on.
   */
  async *#pages(first: string): AsyncGenerator<unknown[]> {
    const asked = new Set<string>();
    let entries = 0;
    for (let next: string | undefined = first; next; ) {
      const url: string = this.base + next;
      if (asked.has(url)) throw new Failure(`A listing leads back to its own page ${url}`);
      if (asked.size >= MOST_PAGES + entries / FEWEST)
        throw new Failure(`A listing has ${entries} entries on ${asked.size} pages, and a next page ${url}`);
      asked.add(url);
      const response = await this.#fetch(url);
      if (!response.ok) throw new TypeError(`it answers ${response.status}`);
      const page: unknown = await response.json();
      if (!Array.isArray(page)) throw new TypeError('it gives no list');
      entries += page.length;
      yield page;
      next = nextPage(response.headers.get('link'), url);
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
    if (!response.ok) throw new Error(`it answers ${response.status} for ${path}`);
    const body = Buffer.from(await response.arrayBuffer());
    const { start, end } = range ?? { start: 0, end: body.length };
    // An answer with Content-Range is a slice, whatever its status. Without it, only a 206 is one.
    const said = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '')?.[1];
    const from = said !== undefined ? Number(said) : response.status === 206 ? start : 0;
    const bytes = body.subarray(start - from, end - from);
    if (from > start || bytes.length < end - start) throw new Error(`it sends another range of ${path}`);
    return bytes;
  }
}

/** Tells whether an error means that an answer has an unexpected shape, or is not JSON. */
export function isOdd(error: unknown): error is TypeError | SyntaxError {
  return error instanceof TypeError || error instanceof SyntaxError || error instanceof RangeError;
}

/** Gives the path and query of the next page (RFC 8288). Throws a Failure if they are none of the API. */
function nextPage(link: string | null, url: string): string | undefined {
  const [, to] = /<([^>]*)>\s*;[^,]*\brel="?next\b/i.exec(link ?? '') ?? [];
  if (to === undefined) return undefined;
  const { pathname, search } = new URL(to, url);
  const at = pathname.indexOf('/api/models');
  if (at < 0) throw new Failure(`A listing leads out of the API, to ${to}`);
  return pathname.slice(at) + search;
}

interface TreeEntry {
  type: string;
  path: string;
  size: number;
  oid?: string;
  lfs?: { oid: string; size: number };
}

function fileOf({ path, size, oid = '', lfs }: TreeEntry): UpstreamFile {
  if (lfs) return { path, size: lfs.size, git: oid, sha256: lfs.oid };
  if (!isCommit(oid)) throw new Error(`it names no blob of ${path}`);
  return { path, size, git: oid };
}

function modelOf(told: Told): UpstreamModel {
  const {
    id,
    sha: revision,
    siblings,
    gated = false,
    pipeline_tag,
    library_name: library,
    tags,
    downloads,
    likes,
  } = told;
  const total = Number(told.safetensors?.total);
  const [tagged] = tags?.filter((tag) => tag.startsWith('license:')) ?? [];
  const { license = tagged?.slice('license:'.length) } = told.cardData ?? {};
  // Leaves out tags that only repeat another field.
  const others = tags?.filter((tag) => !/^(license|region):/.test(tag) && tag !== pipeline_tag && tag !== library);
  const [createdAt, lastModified] = [told.createdAt, told.lastModified].map(momentOf);
  const parameters = Number.isSafeInteger(total) && total > 0 ? total : undefined;
  const facts = { pipeline_tag, library, tags: others, downloads, likes, createdAt, lastModified, parameters };
  return {
    ...{ id, revision, isGated: gated !== false, isClosed: told.private === true || told.disabled === true },
    paths: siblings?.map(({ rfilename }) => rfilename),
    facts: Object.fromEntries(
      Object.entries({ license, ...facts }).filter(([, fact]) => fact !== undefined && fact !== null),
    ),
  };
}

function momentOf(date: string | undefined): string | undefined {
  const moment = Date.parse(date ?? '');
  return Number.isNaN(moment) ? undefined : new Date(moment).toISOString();
}
