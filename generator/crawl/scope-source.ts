// Asks another hub for a model, under the name that the model has there, and compares the files one by one. The hub
// must have the API of modelscope.cn.
import { isRecord } from '../../src/basics/records.ts';
import type { Source } from '../../src/service/sources.ts';
import type { Compared, KnownModel, OtherBytes } from './crawl-memory.ts';

/** The number of files that are requested in a page. A hub without pages gives all files at once. */
const PAGE = 200;

/**
 * Compares the files of `model` with those of the model `id` at the hub, at most `most`. The source holds a file if it
 * gives the same hash and size. A file that it does not list, or lists without a hash, is neither held nor different.
 * Throws an error whose message is the end of a sentence.
 */
export async function scopeFiles(
  hub: Source,
  fetch: (url: string) => Promise<Response>,
  model: KnownModel,
  { id, revision, most }: { id: string; revision: string; most: number },
): Promise<Compared> {
  const there = new Map<string, Entry>();
  for (let page = 1; ; page++) {
    const entries = await pageOf(hub, fetch, { id, revision }, page);
    const before = there.size;
    for (const entry of entries) {
      if (!isRecord(entry) || typeof entry.Path !== 'string') throw new Error('it lists a file without a path');
      there.set(entry.Path, entry);
    }
    if (there.size > most) throw new Error(`it lists more than ${most} files`);
    // The last page has fewer or more entries than were requested, or has no path that an earlier page lacks.
    if (entries.length !== PAGE || there.size === before) break;
  }
  const held: string[] = [];
  const differs: OtherBytes[] = [];
  for (const { path, size, sha256 } of model.files) {
    const { Sha256, Size, Type, InCheck } = there.get(path) ?? {};
    // A file that is being checked has no certain hash yet.
    if (Type === 'tree' || InCheck === true || !Number.isSafeInteger(Size)) continue;
    if (Sha256 === sha256 && Size === size) held.push(path);
    else if (Sha256 !== sha256 && /^[0-9a-f]{64}$/.test(String(Sha256))) differs.push({ path, sha256: String(Sha256) });
  }
  return { held, differs };
}

type Entry = Record<string, unknown>;

async function pageOf(
  { base }: Source,
  fetch: (url: string) => Promise<Response>,
  { id, revision }: { id: string; revision: string },
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
