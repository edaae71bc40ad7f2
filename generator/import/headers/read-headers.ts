// Reads headers of GGUF files from local files for an import. Each file must first match the hash in its row.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { totalSize } from '../../../src/basics/bytes.ts';
import { parseModelObject } from '../../../src/catalog/objects.ts';
import { bytes } from '../../../src/model/figures.ts';
import type { GgufFacts } from '../../../src/shapes/objects.ts';
import type { CatalogFile } from '../../days/catalog-reader.ts';
import { entryOf, modelsIn } from '../../days/model-stream.ts';
import type { ObjectStore } from '../../days/object-store.ts';
import { localSha256 } from '../../files/local-files.ts';
import { Failure, systemSentence } from '../../process/failure.ts';
import { LimitedProcess, type Limits } from '../../process/limited-process.ts';
import type { Progress, Task } from '../../process/progress.ts';
import type { RowSpool } from '../rows/row-spool.ts';
import type { HeaderQuestion, HeaderReply } from './header-process.ts';

/** Counts GGUF files without a header in their row; files with equal bytes count once. */
export interface HeaderReport {
  wanted: number;
  /** The number of headers that the day before or the replaced day already has. */
  known: number;
  read: number;
  /** The number of files that are not among the local files. */
  absent: number;
  refused: RefusedHeader[];
}

/** A local file whose header was refused. */
interface RefusedHeader {
  id: string;
  path: string;
  /** A sentence with the path of the local file and the reason. */
  reason: string;
}

/** Header facts by the SHA-256 of the file. */
export type Headers = ReadonlyMap<string, GgufFacts>;

interface HeadersToRead {
  /** The folder of the local files. */
  folder: string;
  /** The rows of the import. */
  spool: RowSpool;
  base: CatalogFile | undefined;
  replaced: CatalogFile | undefined;
  store: ObjectStore;
  progress: Progress;
  /** The memory and time limits for one header. */
  limits?: Limits;
}

/**
 * The largest headers of real models take a few seconds and 300 MB. The memory limit counts only the heap, which takes
 * about half of that.
 */
const LIMITS: Limits = { memoryMb: 512, time: 60_000 };

/**
 * Reads headers of local files. A file of another size or hash, or with an unreadable header, is counted and reported, and
 * the import continues without its facts. Throws a Failure when the folder does not exist.
 */
export async function readHeaders(request: HeadersToRead): Promise<{ headers: Headers; report: HeaderReport }> {
  const { folder, progress, limits = LIMITS } = request;
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Failure(`--files ${folder}: there is no such folder.`);
  const wanted = silentFiles(request.spool);
  const headers = knownHeaders(request, wanted);
  const report: HeaderReport = { wanted: wanted.size, known: headers.size, read: 0, absent: 0, refused: [] };
  const found = [...wanted.values()]
    .filter(([file]) => !headers.has(file!.sha256))
    .map((places) => ({
      file: places[0]!,
      copies: [...new Set(places.flatMap((place) => localCopies(folder, place)))],
    }));
  const there = found.filter(({ copies }) => copies.length > 0);
  report.absent = found.length - there.length;
  const task = progress.start('Reading headers', totalSize(there.map(({ file }) => file)), bytes);
  const parser = new LimitedProcess<HeaderQuestion, HeaderReply>(
    join(import.meta.dirname, 'header-process.ts'),
    limits,
  );
  /** Keeps each chat template once, since thousands of files share one. */
  const templates = new Map<string, string>();
  const sharingTemplate = ({ chatTemplate, ...facts }: GgufFacts): GgufFacts => {
    if (chatTemplate === undefined) return facts;
    const shared = templates.get(chatTemplate) ?? chatTemplate;
    templates.set(shared, shared);
    return { ...facts, chatTemplate: shared };
  };
  try {
    for (const { file, copies } of there) {
      let fault: string | undefined;
      for (const copy of copies) {
        const facts = await readCopy(parser, copy, file, task);
        if (typeof facts !== 'string') headers.set(file.sha256, sharingTemplate(facts));
        else fault ??= facts;
        if (headers.has(file.sha256)) break;
      }
      if (headers.has(file.sha256)) report.read++;
      else report.refused.push({ id: file.id, path: file.path, reason: fault! });
    }
  } finally {
    parser.stop();
  }
  task.done(`${report.read} of ${there.length} read`);
  return { headers, report };
}

/** A file of a model, as the index names it. */
interface IndexedFile {
  id: string;
  revision: string;
  path: string;
  /** The size in bytes. */
  size: number;
  sha256: string;
}

/** The wanted GGUF files by their hash, each with all models and paths that have it. */
type WantedFiles = Map<string, IndexedFile[]>;

/** Finds the GGUF files that have no header in the rows of the import. */
function silentFiles(spool: RowSpool): WantedFiles {
  const files: WantedFiles = new Map();
  for (let place = 0; place < spool.count; place++) {
    const { id, revision, files: all } = spool.rowAt(place);
    for (const { path, size, sha256, gguf } of all) {
      if (gguf !== undefined || !path.endsWith('.gguf')) continue;
      const places = files.get(sha256) ?? [];
      places.push({ id, revision, path, size, sha256 });
      files.set(sha256, places);
    }
  }
  return files;
}

/** Finds headers of wanted files in earlier days, so that these files need not be read again. */
function knownHeaders({ base, replaced, store }: HeadersToRead, wanted: WantedFiles): Map<string, GgufFacts> {
  const headers = new Map<string, GgufFacts>();
  const ids = new Set([...wanted.values()].flat().map(({ id }) => id));
  for (const day of ids.size > 0 ? [base, replaced] : [])
    for (const model of modelsIn(day)) {
      if (!ids.has(model.id)) continue;
      for (const { sha256, gguf } of parseModelObject(store.get(entryOf(model).model)).files)
        if (gguf && wanted.has(sha256)) headers.set(sha256, gguf);
    }
  return headers;
}

/**
 * Lists the files below `folder` that may be the wanted file, the likeliest first. They lie at the model's id and the
 * file's path, in the cache of the public hub's client, or under the hash of the file, plain or in Ollama's form.
 */
function localCopies(folder: string, { id, revision, path, sha256 }: IndexedFile): string[] {
  const candidates = [
    join(folder, id, path),
    join(folder, `models--${id.replace('/', '--')}`, 'snapshots', revision, path),
    join(folder, sha256),
    join(folder, `sha256-${sha256}`),
  ];
  return candidates.filter((candidate) => statSync(candidate, { throwIfNoEntry: false })?.isFile());
}

/** Reads the header of `copy`, which must have the size and hash of `file`. Gives the facts, or the fault in a sentence. */
async function readCopy(
  parser: LimitedProcess<HeaderQuestion, HeaderReply>,
  copy: string,
  { size, sha256 }: IndexedFile,
  task: Task,
): Promise<GgufFacts | string> {
  try {
    const found = statSync(copy).size;
    if (found !== size) return `${copy} has ${found} bytes, and the row says ${size}.`;
    if ((await localSha256(copy, (count) => task.advance(count))) !== sha256)
      return `${copy} has another SHA-256 than the row says.`;
  } catch (error) {
    return systemSentence(error, copy) ?? String(error);
  }
  const reply = await parser.ask({ path: copy });
  if (!reply) return `${copy} has a header that takes more time or memory to read than any model's.`;
  return 'fault' in reply ? reply.fault : reply.facts;
}
