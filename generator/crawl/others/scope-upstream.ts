// Reads the files of a model from source B's hub, each with a SHA-256 of its own, in the dialect of modelscope.cn.
import { isRecord } from '../../../src/basics/is-record.ts';

/** The facts that it gives about a file. */
export interface ToldFile {
  path: string;
  /** Bytes. */
  size: number;
  sha256: string;
}

interface Listing {
  Code?: unknown;
  Success?: unknown;
  Message?: unknown;
  Data?: { Files?: unknown; TotalCount?: unknown } | null;
}

/** Files to request at a time. A hub without pages gives all of them at once. */
const PAGE = 200;

export class ScopeUpstream {
  readonly #base: string;
  readonly #fetch: typeof fetch;

  constructor(base: string, fetchPolitely: typeof fetch) {
    this.#base = base;
    this.#fetch = fetchPolitely;
  }

  /**
   * Lists the files of its model `id` at one of its branches, by path, at most `most`; undefined if it has no such model.
   * Leaves out files without a SHA-256. Throws the fault, as the end of a sentence, if its answer is no listing.
   */
  async files(id: string, revision: string, most: number): Promise<Map<string, ToldFile> | undefined> {
    const told = new Map<string, ToldFile>();
    const seen = new Set<string>();
    for (let page = 1; seen.size <= most; page++) {
      const entries = await this.#page(id, revision, page);
      if (!entries) return undefined;
      const before = seen.size;
      for (const entry of entries) {
        const path = isRecord(entry) ? entry.Path : undefined;
        if (typeof path !== 'string') throw new Error('it lists a file without a path');
        seen.add(path);
        const file = fileOf(entry as Record<string, unknown>, path);
        if (file) told.set(path, file);
      }
      // The last page is one that is not full, brings nothing new, or has more entries than requested.
      if (entries.length !== PAGE || seen.size === before) return told;
    }
    throw new Error(`it lists more than ${most} files`);
  }

  async #page(id: string, revision: string, page: number): Promise<unknown[] | undefined> {
    const query = new URLSearchParams({
      ...{ Revision: revision, Recursive: 'true' },
      ...{ PageNumber: String(page), PageSize: String(PAGE) },
    });
    const [owner = '', name = ''] = id.split('/').map(encodeURIComponent);
    const response = await this.#fetch(`${this.#base}/api/v1/models/${owner}/${name}/repo/files?${query}`);
    if (response.status === 404 || response.status === 410) return undefined;
    if (response.status !== 200) throw new Error(`it answers ${response.status} for ${id}`);
    const { Code, Success, Message, Data } = listingOf(await response.text());
    if (Success !== true || Code !== 200) throw new Error(`it answers ${JSON.stringify(Message ?? Code)} for ${id}`);
    // A model without files has null there.
    const files = Data?.Files ?? [];
    if (!Array.isArray(files)) throw new Error('it gives no list of files');
    return files;
  }
}

function listingOf(text: string): Listing {
  try {
    const value = JSON.parse(text) as unknown;
    if (isRecord(value)) return value;
  } catch {
    // The error below covers it.
  }
  throw new Error('its listing is no JSON object');
}

/** Gives undefined for a folder, and for a file whose bytes it does not vouch for. */
function fileOf({ Type, Size, Sha256, InCheck }: Record<string, unknown>, path: string): ToldFile | undefined {
  if (Type === 'tree' || InCheck === true) return undefined;
  if (typeof Sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(Sha256) || !Number.isSafeInteger(Size)) return undefined;
  return { path, size: Size as number, sha256: Sha256 };
}
