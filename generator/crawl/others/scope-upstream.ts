// Reads the files of a model from a hub with the API of modelscope.cn, which gives a SHA-256 for each file.
import { isRecord } from '../../../src/basics/is-record.ts';
import type { SourceFile } from './other-source.ts';

interface Listing {
  Code?: unknown;
  Success?: unknown;
  Message?: unknown;
  Data?: { Files?: unknown } | null;
}

/** The number of files that are requested in a page. A hub without pages gives all files at once. */
const PAGE = 200;

/** A model at a revision of a hub. */
interface AskedModel {
  base: string;
  fetch: typeof fetch;
  id: string;
  revision: string;
}

/**
 * Gives the files of a model by path, without those that have no SHA-256. Gives undefined if the hub has no such model.
 * Throws an error whose message is the end of a sentence if there are more than `most` files, or if the answer is not a
 * listing.
 */
export async function scopeFiles(asked: AskedModel, most: number): Promise<Map<string, SourceFile> | undefined> {
  const found = new Map<string, SourceFile>();
  const seen = new Set<string>();
  for (let page = 1; seen.size <= most; page++) {
    const entries = await pageOf(asked, page);
    if (!entries) return undefined;
    const before = seen.size;
    for (const entry of entries) {
      const path = isRecord(entry) ? entry.Path : undefined;
      if (typeof path !== 'string') throw new Error('it lists a file without a path');
      seen.add(path);
      const file = fileOf(entry as Record<string, unknown>, path);
      if (file) found.set(path, file);
    }
    // The last page has fewer or more entries than were requested, or has no path that an earlier page lacks.
    if (entries.length !== PAGE || seen.size === before) return found;
  }
  throw new Error(`it lists more than ${most} files`);
}

async function pageOf({ base, fetch, id, revision }: AskedModel, page: number): Promise<unknown[] | undefined> {
  const query = new URLSearchParams({
    ...{ Revision: revision, Recursive: 'true' },
    ...{ PageNumber: String(page), PageSize: String(PAGE) },
  });
  const [owner = '', name = ''] = id.split('/').map(encodeURIComponent);
  const response = await fetch(`${base}/api/v1/models/${owner}/${name}/repo/files?${query}`);
  if (response.status === 404 || response.status === 410) return undefined;
  if (response.status !== 200) throw new Error(`it answers ${response.status} for ${id}`);
  const { Code, Success, Message, Data } = listingOf(await response.text());
  if (Success !== true || Code !== 200) throw new Error(`it answers ${JSON.stringify(Message ?? Code)} for ${id}`);
  // `Files` is null for a model without files.
  const files = Data?.Files ?? [];
  if (!Array.isArray(files)) throw new Error('it gives no list of files');
  return files;
}

function listingOf(text: string): Listing {
  try {
    const value = JSON.parse(text) as unknown;
    if (isRecord(value)) return value;
  } catch {
    // A text that is no JSON leads to the error below.
  }
  throw new Error('its listing is no JSON object');
}

/** Reads an entry. Gives undefined for a folder, and for a file whose hash the hub has not checked yet. */
function fileOf({ Type, Size, Sha256, InCheck }: Record<string, unknown>, path: string): SourceFile | undefined {
  if (Type === 'tree' || InCheck === true) return undefined;
  if (typeof Sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(Sha256) || !Number.isSafeInteger(Size)) return undefined;
  return { path, size: Size as number, sha256: Sha256 };
}
