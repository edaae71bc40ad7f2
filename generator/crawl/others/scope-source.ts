// Asks another hub for a model, under the name that the model has there, and compares the files one by one. The hub
// must have the API of modelscope.cn.
import { isRecord } from '../../../src/basics/is-record.ts';
import type { Source } from '../../../src/service/sources.ts';
import {
  type KnownModel,
  type OtherBytes,
  type OtherFound,
  type OtherSource,
  placeFound,
  type SourceFile,
} from './other-source.ts';

interface ScopeSettings {
  /** The other hub. If it has no default revision, a model is looked up there at its own revision. */
  source: Source;
  fetch: typeof fetch;
  /** The names of models that have a different name at the other hub, by the id in lower case. */
  names: ReadonlyMap<string, string>;
  /** The maximum number of files of a model that are compared. */
  most: number;
}

/** Makes the source. It looks models up under the same id, or under their name in `names`. */
export function scopeSource({ source: hub, fetch, names, most }: ScopeSettings): OtherSource {
  const source = hub.token;
  return {
    source,
    display: hub.display,
    async ask(model) {
      const id = names.get(model.id.toLowerCase()) ?? model.id;
      const asked = { base: hub.base, fetch, id, revision: hub.defaultRevision ?? model.revision };
      const there = await scopeFiles(asked, most);
      if (!there) return { kind: 'absent', source };
      const found = compared(model, there, source);
      return found.kind === 'place' && id !== model.id ? { ...found, names: { id } } : found;
    },
  };
}

/**
 * Compares the files. The source holds a file if it gives the same hash and size. A file that it does not list, or
 * lists without a hash, is neither held nor different.
 */
function compared(model: KnownModel, remote: ReadonlyMap<string, SourceFile>, source: string): OtherFound {
  const held: string[] = [];
  const differs: OtherBytes[] = [];
  for (const { path, size, sha256 } of model.files) {
    const there = remote.get(path);
    if (there?.sha256 === sha256 && there.size === size) held.push(path);
    else if (there && there.sha256 !== sha256) differs.push({ path, sha256: there.sha256 });
  }
  return placeFound(source, model, held, differs);
}

interface Listing {
  Code?: unknown;
  Success?: unknown;
  Message?: unknown;
  Data?: { Files?: unknown } | null;
}

/** The number of files that are requested in a page. A hub without pages gives all files at once. */
const PAGE = 200;

/** A model at a revision of a hub. */
interface TargetModel {
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
async function scopeFiles(asked: TargetModel, most: number): Promise<Map<string, SourceFile> | undefined> {
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

async function pageOf({ base, fetch, id, revision }: TargetModel, page: number): Promise<unknown[] | undefined> {
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
