// Reads headers of GGUF files from local files for an import. Each file must first match the hash in its row.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { totalSize } from '../../../src/basics/bytes.ts';
import { parseModelObject } from '../../../src/catalog/model-object.ts';
import { bytes } from '../../../src/model/figures.ts';
import type { GgufFacts } from '../../../src/shapes/objects.ts';
import type { CatalogFile } from '../../days/catalog-reader.ts';
import { entryOf, modelsIn } from '../../days/model-stream.ts';
import type { ObjectStore } from '../../days/object-store.ts';
import { Failure, systemSentence } from '../../process/failure.ts';
import { LimitedProcess, type Limits } from '../../process/limited-process.ts';
import type { Progress, Task } from '../../process/progress.ts';
import type { RowSpool } from '../rows/row-spool.ts';
import type { HeaderQuestion, HeaderReply } from './header-process.ts';
import { differenceOf, type IndexedFile, localCopies } from './local-copies.ts';

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
  const missing = [...wanted].filter(([sha256]) => !headers.has(sha256)).map(([, places]) => places);
  const found = missing.map((places) => ({
    file: places[0]!,
    copies: [...new Set(places.flatMap((place) => localCopies(folder, place)))],
  }));
  const there = found.filter(({ copies }) => copies.length > 0);
  report.absent = found.length - there.length;
  const task = progress.start('Reading headers', totalSize(there.map(({ file }) => file)), bytes);
  const reader = new HeaderReader(limits);
  try {
    for (const { file, copies } of there) {
      const facts = await reader.read(file, copies, task);
      if (typeof facts === 'string') report.refused.push({ id: file.id, path: file.path, reason: facts });
      else headers.set(file.sha256, facts);
    }
  } finally {
    reader.stop();
  }
  report.read = there.length - report.refused.length;
  task.done(`${report.read} of ${there.length} read`);
  return { headers, report };
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

/** Reads headers one after another. */
class HeaderReader {
  readonly #process: LimitedProcess<HeaderQuestion, HeaderReply>;
  /** Keeps each chat template once, since thousands of files share one. */
  readonly #templates = new Map<string, string>();

  constructor(limits: Limits) {
    this.#process = new LimitedProcess(join(import.meta.dirname, 'header-process.ts'), limits);
  }

  /** Reads the facts of `file` from the first copy that matches. If none does, gives the fault of the first copy. */
  async read(file: IndexedFile, copies: readonly string[], task: Task): Promise<GgufFacts | string> {
    let fault = '';
    for (const copy of copies) {
      const facts = await this.#readCopy(copy, file, task);
      if (typeof facts !== 'string') return facts;
      fault ||= facts;
    }
    return fault;
  }

  stop(): void {
    this.#process.stop();
  }

  async #readCopy(copy: string, file: IndexedFile, task: Task): Promise<GgufFacts | string> {
    let difference: string | undefined;
    try {
      difference = await differenceOf(copy, file, (count) => task.advance(count));
    } catch (error) {
      return systemSentence(error, copy) ?? String(error);
    }
    if (difference) return `${copy} ${difference}.`;
    const reply = await this.#process.ask({ path: copy });
    if (!reply) return `${copy} has a header that takes more time or memory to read than any model's.`;
    if ('fault' in reply) return reply.fault;
    return this.#sharingTemplate('facts' in reply ? reply.facts : {});
  }

  #sharingTemplate(facts: GgufFacts): GgufFacts {
    const { chatTemplate } = facts;
    if (chatTemplate === undefined) return facts;
    const shared = this.#templates.get(chatTemplate);
    if (shared === undefined) this.#templates.set(chatTemplate, chatTemplate);
    return shared === undefined ? facts : { ...facts, chatTemplate: shared };
  }
}
