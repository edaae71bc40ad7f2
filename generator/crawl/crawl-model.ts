// Crawls one model: makes an import row from its id, or gives the reason why it has none.
import { filePathFault } from '../../src/nouns/file-path.ts';
import type { ModelFile } from '../../src/shapes/objects.ts';
import { readImportRow } from '../import/rows/import-row.ts';
import type { Found } from './crawl-memory.ts';
import { type CrawlRun, isEnd } from './crawl-run.ts';
import { isOdd, type UpstreamFile, type UpstreamModel } from './hub-upstream.ts';
import type { ModelFiles } from './model-files.ts';
import type { AskSource } from './other-sources.ts';

export interface ModelCrawler extends CrawlRun {
  files: ModelFiles;
  /** Other sources that are asked about the model. */
  others: readonly AskSource[];
}

/** Looks at the model `id`. Gives its row, or the reason why it has none. Rejects when the run is over. */
export async function crawlModel(crawler: ModelCrawler, id: string): Promise<Found> {
  try {
    const looked = await freshest(crawler, id);
    if (looked.kind !== 'row') return looked;
    // An import would refuse a row with a fault, and the list would lose the model. An unreached model keeps its row.
    const read = readImportRow(Buffer.from(JSON.stringify(looked.row)), crawler.service);
    const [fault] = 'faults' in read ? read.faults : [];
    if (!fault) return looked;
    return unreached(`what it says breaks the rules of imports: ${`${fault.field} ${fault.reason}`.trim()}`);
  } catch (error) {
    refuseEnd(error, crawler);
    if (error instanceof SyntaxError) return unreached('its answer is not JSON');
    return unreached(
      isOdd(error) ? 'its answers have another shape than those of the public hub' : (error as Error).message,
    );
  }
}

const unreached = (reason: string): Found => ({ kind: 'unreached', reason });

function refuseEnd(error: unknown, crawler: ModelCrawler): void {
  if (isEnd(error, crawler)) throw error;
}

/** Looks at the model as a listing of this day describes it, or else as the upstream describes it now. */
async function freshest(crawler: ModelCrawler, id: string): Promise<Found> {
  const listed = crawler.memory.get('listed', id.toLowerCase());
  if (!listed) return lookAt(crawler, id, await crawler.upstream.model(id));
  try {
    return await lookAt(crawler, id, listed);
  } catch (error) {
    refuseEnd(error, crawler);
    // A listing may name a commit that is gone, or a commit of another model.
    const model = await crawler.upstream.model(id);
    if (model?.revision === listed.revision) throw error;
    return lookAt(crawler, id, model);
  }
}

async function lookAt(crawler: ModelCrawler, id: string, model: UpstreamModel | undefined): Promise<Found> {
  const { memory, source } = crawler;
  if (!model || model.isClosed) return { kind: 'gone' };
  if (model.id.toLowerCase() !== id.toLowerCase()) return { kind: 'renamed', reason: model.id };
  if (model.isGated) return { kind: 'gated' };
  const { revision, facts } = model;
  const known = memory.get('files', model.id);
  const isKnown = known?.revision === revision;
  const files = isKnown ? known.files : await filesOf(crawler, model);
  if (typeof files === 'string') return { kind: 'left', reason: files };
  const headless = await crawler.files.addHeaders(model, files);
  await crawler.files.fetchCard(model, files);
  if (!isKnown) memory.set('files', model.id, { revision, files });
  const others = await Promise.all(crawler.others.map((ask) => ask({ id: model.id, revision, files })));
  const sources = [{ source: source.token }, ...others.flatMap(({ place = [] }) => place)];
  const unread = headless.map((path) => ({ kind: 'headless', reason: path }) as const);
  const remarks = [...others.flatMap((one) => one.remarks), ...unread];
  return { kind: 'row', row: { id: model.id, revision, files, ...facts, sources }, remarks };
}

/** Gives the model's files, each with its SHA-256, or the reason why the rules leave the model out. */
async function filesOf(crawler: ModelCrawler, model: UpstreamModel): Promise<ModelFile[] | string> {
  const listed = await listing(crawler, model);
  if (typeof listed === 'string') return listed;
  const work = listed.map(async (file): Promise<ModelFile> => {
    const { path, size } = file;
    if (file.sha256 !== undefined) return { path, size, sha256: file.sha256, hashed: 'declared' };
    return { path, size, sha256: await crawler.files.sha256Of(model, file), hashed: 'read' };
  });
  // Waits until all work has ended, so that a failure leaves no other requests running.
  await Promise.allSettled(work);
  return Promise.all(work);
}

/**
 * Lists the files of a model. Throws if the listing lacks a file that the model itself names, because it is cut. The
 * public hub names only some files of a very large model.
 */
async function listing({ upstream, rules }: ModelCrawler, model: UpstreamModel): Promise<UpstreamFile[] | string> {
  if (!model.paths) throw new Error(`it does not name the files of ${model.id}, so no listing is certain`);
  const { files_of_a_model: most, bytes_of_a_model: mostBytes } = rules.most;
  const files: UpstreamFile[] = [];
  let bytes = 0;
  for await (const file of upstream.files(model.id, model.revision)) {
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
  const paths = new Set(files.map(({ path }) => path));
  const lacking = model.paths.filter((path) => !paths.has(path));
  if (lacking.length > 0)
    throw new Error(
      `its listing is cut: it has ${files.length} files, and lacks ${lacking.length} of the model, such as ${lacking[0]}`,
    );
  return files.length === 0 ? 'has no files' : files;
}
