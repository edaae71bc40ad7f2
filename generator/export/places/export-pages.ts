// Makes the files that only a hub can answer, by requests to one over the tree: pages of the website, twins and tags,
// each in the form that has a file.

import type { AskHub } from '../../../functions/hosts/local-hub.ts';
import type { DiskTree } from '../../../functions/stores/tree/node-tree.ts';
import type { Awaitable } from '../../../src/basics/awaitable.ts';
import { paysToCompress } from '../../../src/basics/compression.ts';
import { own } from '../../../src/basics/own.ts';
import { isFeedTask } from '../../../src/dialects/discovery/feeds/model-feed.ts';
import { TASKS_WITH_WORDS } from '../../../src/nouns/tasks.ts';
import { stated } from '../../../src/search/choices.ts';
import { hasForms } from '../../../src/table/answer-facts.ts';
import { fileOf, href, type Representation, type Row } from '../../../src/table/route.ts';
import { routes } from '../../../src/table/routes.ts';
import { modelOfKey } from '../../../src/tree/static-tree.ts';
import { brotli, gzip } from '../../files/compress.ts';
import { keyOf } from '../../keys/key-of.ts';

/** An answer as a file. */
export interface ExportedFile {
  /** Its path among all files. */
  path: string;
  bytes: Uint8Array;
  /** The kind of its answer, when its row has several. */
  kind?: string;
  /** Its compressed forms by their endings, made on demand; absent for a file that is sent as it is. */
  forms?: Readonly<Record<'br' | 'gz', () => Uint8Array>>;
}

/** A file that is made only where it may be another one than before. */
export interface MadeFile {
  path: string;
  /** A hash of its sources. */
  of: string;
  /** Its bytes, with those of its compressed forms where it has some. */
  make: () => Awaitable<Pick<ExportedFile, 'bytes' | 'forms'>>;
}

type Params = Readonly<Record<string, string>>;

/** Live rows with one answer for everybody. If two share a file, a folder's own address comes first. */
const rows: readonly Row[] = Object.values<Row>(routes)
  .filter(({ when, file, attested }) => when === 'live' && file !== undefined && !attested)
  .sort((a, b) => Number(b.pattern.endsWith('/')) - Number(a.pattern.endsWith('/')));
const isAboutModel = ({ pattern }: Row) => pattern.includes('{owner}/{name}');

/** Lists params of rows without a model, since a plain file server can't be asked for them by name. */
interface Instances {
  /** The slugs of the documentation. */
  page: readonly string[];
  /** The days of the archive. */
  date: readonly string[];
  /** The tasks that most models have. */
  task: readonly string[];
}

/** Gives every page, except those of models. Throws when the hub refuses one. */
async function* pages(ask: AskHub, instances: Instances): AsyncGenerator<ExportedFile> {
  for (const row of rows)
    if (!isAboutModel(row)) for (const params of paramsOf(row, instances)) yield* filesOf(ask, row, params);
}

function* paramsOf({ pattern }: Row, instances: Instances): Generator<Params> {
  const name = /\{(\w+)\}/.exec(pattern)?.[1];
  if (name === undefined) yield {};
  else for (const value of own(instances, name) ?? []) yield { [name]: value };
}

/**
 * Gives the answers of a row that are in no pack: a row with representations has its page, the others are documents.
 */
async function* filesOf(ask: AskHub, row: Row, params: Params): AsyncGenerator<ExportedFile> {
  if (row.as && !row.as.includes('html')) return;
  const as: Representation | undefined = row.as && 'html';
  const isPage = as === 'html' || row.type?.startsWith('text/html') === true;
  yield { path: fileOf(row, params, as), ...(await answerOf(ask, row, params, isPage)) };
}

async function answerOf(
  ask: AskHub,
  row: Row,
  params: Params,
  isPage: boolean,
): Promise<Pick<ExportedFile, 'bytes' | 'forms'>> {
  const target = href(row as Row<string>, params as never);
  const answer = await ask(target, { headers: { accept: isPage ? 'text/html' : '*/*' } });
  if (answer.status !== 200) throw new Error(`${target} answers ${answer.status}, so it can't be exported`);
  const bytes = await answer.bytes();
  return { bytes, ...(hasForms(row) && formsOf(bytes)) };
}

/** Gives every page that is about no single model. `written` are the paths so far, `tasks` those with a feed. */
export function pageFiles(
  ask: AskHub,
  written: Iterable<string>,
  tasks: readonly string[],
): AsyncGenerator<ExportedFile> {
  const paths = [...written];
  const values = (pattern: RegExp) => paths.flatMap((path) => pattern.exec(path)?.[1] ?? []);
  return pages(ask, {
    page: values(/^docs\/([a-z0-9-]+)\.md$/).filter((page) => page !== 'index'),
    date: values(/^archive\/(\d{4}-\d\d-\d\d)\.json$/),
    task: tasks,
  });
}

/** By the key of a model's pack, its hash and the figures that were written. */
type WrittenModels = ReadonlyMap<
  string,
  readonly [sha256: string, downloads: number | null, likes: number | null, ...others: unknown[]]
>;

/** Rows about an owner: the page, and its feeds. */
const ownerRows = rows.filter((row) => row.pattern.includes('{owner}') && !isAboutModel(row));

/**
 * The files about every owner of models with these packs, without the models that are `gated`: made anew where a model
 * changed, or its figures moved far.
 */
export function* ownerFiles(ask: AskHub, packs: WrittenModels, gated: readonly string[]): Generator<MadeFile> {
  const hidden = new Set(gated);
  const models = Array.from(packs, ([key, [sha256, downloads, likes]]) => ({
    id: modelOfKey(key)!,
    of: `${key} ${sha256} ${downloads} ${likes}`,
  })).filter(({ id }) => !hidden.has(id));
  for (const [owner, made] of Map.groupBy(models, ({ id }) => id.slice(0, id.indexOf('/')))) {
    const of = keyOf(...made.map((model) => model.of).sort());
    for (const row of ownerRows)
      yield { path: fileOf(row, { owner }), of, make: () => answerOf(ask, row, { owner }, row === routes.ownerPage) };
  }
}

/** The compressed forms of an answer, where they pay. */
export function formsOf(bytes: Uint8Array): Pick<ExportedFile, 'forms'> {
  return paysToCompress(bytes.length) ? { forms: { br: () => brotli(bytes), gz: () => gzip(bytes) } } : {};
}

/** Lists the tasks with a feed as a file: all that have words here, and of others the most frequent ones. */
export async function feedTasks(tree: Pick<DiskTree, 'search'>): Promise<string[]> {
  const index = await tree.search();
  const { facets } = await index.facets({});
  const most = stated(facets.pipeline_tag).map(([task]) => task);
  // Facets hold the most frequent tasks; those known by name may be rarer.
  const others = TASKS_WITH_WORDS.filter((task) => !most.includes(task));
  const models = await Promise.all(others.map((task) => index.count({ pipelineTag: task })));
  return [...most, ...others.filter((_, at) => models[at]! > 0)].filter(isFeedTask);
}
