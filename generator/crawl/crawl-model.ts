// Crawls one model: makes an import row from its id, or gives the reason why it has none.
import { usableCopy } from '../../src/model/usable-copy.ts';
import { compareBytewise, filePathFault } from '../../src/nouns/file-path.ts';
import type { Hashed } from '../../src/nouns/hashed.ts';
import type { Service } from '../../src/service/service.ts';
import type { GgufFacts } from '../../src/shapes/objects.ts';
import type { Cards } from './cards.ts';
import type { CrawlMemory, Found, FoundRow } from './crawl-memory.ts';
import type { HubUpstream, UpstreamFile, UpstreamModel } from './hub-upstream.ts';
import { type IndexRules, licenceFault } from './index-rules.ts';
import type { Listings } from './listings.ts';
import type { AskedSource, OtherFound, SourceFile } from './others/other-source.ts';
import { BudgetSpent } from './polite-fetch.ts';
import type { RemoteHeaders } from './remote-headers.ts';
import type { SmallFiles } from './small-files.ts';

/**
 * The maximum number of safetensors headers that are read of one model. The largest models have about two hundred
 * shards.
 */
const MOST_HEADERS = 512;

export interface ModelCrawler {
  upstream: HubUpstream;
  /** The listings of the day, which may already describe the model. */
  listings: Listings;
  memory: CrawlMemory;
  smallFiles: SmallFiles;
  cards: Cards;
  headers: RemoteHeaders;
  /** Other sources that are asked about the model. */
  others: readonly AskedSource[];
  rules: IndexRules;
  /** Aborted when the run must end. */
  signal: AbortSignal;
  service: Service;
  /** The token that names the upstream among the sources of bytes. */
  source: string;
}

/** The result for a model, or the reason why the rules leave the model out. */
export type Looked = Found | { kind: 'left'; reason: string };

interface RowFile extends SourceFile {
  hashed: Hashed;
  gguf?: GgufFacts;
  tensors?: Record<string, number>;
}

/**
 * Looks at the model `id`. Gives its row, or the reason why it has none. Rejects when the upstream can't be reached.
 */
export async function crawlModel(crawler: ModelCrawler, id: string): Promise<Looked> {
  const { upstream, listings, signal } = crawler;
  const listed = listings.listed(id);
  if (!listed) return lookAt(crawler, id, await upstream.model(id));
  try {
    return await lookAt(crawler, id, listed);
  } catch (error) {
    if (error instanceof BudgetSpent || signal.aborted) throw error;
    // A listing may name a commit that is gone, or a commit of another model. So the model itself is requested.
    const model = await upstream.model(id);
    if (model?.revision === listed.revision) throw error;
    return lookAt(crawler, id, model);
  }
}

async function lookAt(crawler: ModelCrawler, id: string, model: UpstreamModel | undefined): Promise<Looked> {
  const { memory } = crawler;
  if (!model || model.isClosed) return { kind: 'gone' };
  if (model.id.toLowerCase() !== id.toLowerCase()) return { kind: 'renamed', to: model.id };
  if (model.isGated) return { kind: 'gated' };
  const { revision, facts } = model;
  const reason = licenceFault(facts.license, crawler.rules);
  if (reason) return { kind: 'left', reason };
  const known = memory.files(model.id, revision) as RowFile[] | undefined;
  const files = known ?? (await filesOf(crawler, model));
  if (typeof files === 'string') return { kind: 'left', reason: files };
  if (!known) memory.keepFiles(model.id, revision, files);
  await crawler.cards.fetch(model.id, revision, files);
  const row = { id: model.id, revision, files, ...facts, sources: [{ source: crawler.source }] };
  return { kind: 'row', row, others: await askOthers(crawler.others, row), headless: headlessOf(files) };
}

/** True if a source could not be asked about a found model. */
export function hasUnasked(found: Found): found is FoundRow {
  return found.kind === 'row' && found.others.some(({ kind }) => kind === 'unreached');
}

/** Asks again those sources that could not be asked about a model. Rejects when the run is over. */
export async function askAgain({ others }: ModelCrawler, found: FoundRow): Promise<FoundRow> {
  const said = found.others.filter(({ kind }) => kind !== 'unreached');
  const left = others.filter((other) => said.every(({ source }) => source !== other.source));
  return { ...found, others: [...said, ...(await askOthers(left, found.row))] };
}

async function askOthers(others: readonly AskedSource[], row: FoundRow['row']): Promise<OtherFound[]> {
  return (await Promise.all(others.map((other) => other.ask(row)))).filter((found) => found !== undefined);
}

/** Gives the model's files, each with its SHA-256, or the reason why the rules leave the model out. */
async function filesOf(crawler: ModelCrawler, model: UpstreamModel): Promise<RowFile[] | string> {
  const listed = await listing(crawler, model);
  if (typeof listed === 'string') return listed;
  const { id, revision } = model;
  const read = await allOf(
    listed.map(async (file): Promise<RowFile> => {
      const { path, size } = file;
      if (file.sha256 !== undefined) return { path, size, sha256: file.sha256, hashed: 'declared' };
      return { path, size, sha256: await crawler.smallFiles.sha256Of(id, revision, file), hashed: 'read' };
    }),
  );
  for (const file of read.filter(isGguf)) {
    const gguf = await crawler.headers.factsOf(id, revision, file);
    if (gguf) file.gguf = gguf;
  }
  for (const file of safetensorsOf(read)) {
    const tensors = await crawler.headers.tensorsOf(id, revision, file);
    if (tensors) file.tensors = tensors;
  }
  return read;
}

/**
 * Waits until all of `work` has ended, and then gives the results, so that a failure leaves no other requests running.
 */
async function allOf<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

const isGguf = ({ path }: RowFile) => path.toLowerCase().endsWith('.gguf');

/**
 * Chooses the files whose headers are read: all shards of one usable copy of the weights, unless they are more than
 * MOST_HEADERS.
 */
function safetensorsOf(files: readonly RowFile[]): RowFile[] {
  const copy = usableCopy(files.toSorted((a, b) => compareBytewise(a.path, b.path)));
  if (copy?.format !== 'safetensors' || copy.files.length > MOST_HEADERS) return [];
  return copy.files.filter(({ path }) => path.endsWith('.safetensors'));
}

/** Lists the files that should have a header but have none that can be read. */
function headlessOf(files: readonly RowFile[]): string[] {
  const silent = [...files.filter(isGguf), ...safetensorsOf(files)].filter(({ gguf, tensors }) => !gguf && !tensors);
  return silent.map(({ path }) => path);
}

async function listing(
  { upstream, rules }: ModelCrawler,
  { id, revision }: UpstreamModel,
): Promise<UpstreamFile[] | string> {
  const { files_of_a_model: most, bytes_of_a_model: mostBytes } = rules.most;
  const files: UpstreamFile[] = [];
  let bytes = 0;
  for await (const file of upstream.files(id, revision)) {
    const fault = filePathFault(file.path);
    if (fault) return `has a path that ${fault}`;
    if (!Number.isSafeInteger(file.size) || file.size < 0) throw new Error(`it states no size of ${file.path}`);
    if (file.sha256 !== undefined && !/^[0-9a-f]{64}$/.test(file.sha256))
      throw new Error(`it states no SHA-256 of ${file.path}`);
    bytes += file.size;
    files.push(file);
    if (files.length > most) return `has more than ${most} files`;
    if (bytes > mostBytes) return `has more than ${mostBytes} bytes`;
  }
  return files.length === 0 ? 'has no files' : files;
}
