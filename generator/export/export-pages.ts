// Makes files of the answers that no pack has, such as pages of the website, by requests to a hub over the tree.

import type { AskHub } from '../../functions/hosts/local-hub.ts';
import { own } from '../../src/basics/records.ts';
import type { Awaitable } from '../../src/basics/remembered.ts';
import { fileOf, href, type Representation, type Row } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';

/** An answer as a file. */
export interface ExportedFile {
  /** The path of the file in the export. */
  path: string;
  bytes: Uint8Array;
}

/** A file that is made only if it may have changed. */
export interface MadeFile {
  path: string;
  /** A hash of the sources of the file. */
  of: string;
  make: () => Awaitable<Uint8Array>;
}

type Params = Readonly<Record<string, string>>;

/**
 * Live routes whose answer is the same for everybody. If two routes have the same file, the one whose pattern ends with
 * a slash comes first.
 */
const rows: readonly Row[] = Object.values<Row>(routes)
  .filter(({ when, file, attested }) => when === 'live' && file !== undefined && !attested)
  .sort((a, b) => Number(b.pattern.endsWith('/')) - Number(a.pattern.endsWith('/')));
const isAboutModel = ({ pattern }: Row) => pattern.includes('{owner}/{name}');

/** Values of params for routes without a model: each value makes a file. */
interface Instances {
  /** The slugs of the documentation. */
  page: readonly string[];
  /** The days of the archive. */
  date: readonly string[];
}

/** Gives every page that is not about a model. Throws when the hub refuses one. */
async function* pages(ask: AskHub, instances: Instances): AsyncGenerator<ExportedFile> {
  for (const row of rows)
    if (!isAboutModel(row)) for (const params of paramsOf(row, instances)) yield* filesOf(ask, row, params);
}

function* paramsOf({ pattern }: Row, instances: Instances): Generator<Params> {
  const name = /\{(\w+)\}/.exec(pattern)?.[1];
  if (name === undefined) yield {};
  else for (const value of own(instances, name) ?? []) yield { [name]: value };
}

/** Gives those answers of a route that are in no pack: pages if the route has representations, else documents. */
async function* filesOf(ask: AskHub, row: Row, params: Params): AsyncGenerator<ExportedFile> {
  if (row.as && !row.as.includes('html')) return;
  const as: Representation | undefined = row.as && 'html';
  const isPage = as === 'html' || row.type?.startsWith('text/html') === true;
  yield { path: fileOf(row, params, as), bytes: await answerOf(ask, row, params, isPage) };
}

async function answerOf(ask: AskHub, row: Row, params: Params, isPage: boolean): Promise<Uint8Array> {
  const target = href(row as Row<string>, params as never);
  const answer = await ask(target, { headers: { accept: isPage ? 'text/html' : '*/*' } });
  if (answer.status !== 200) throw new Error(`${target} answers ${answer.status}, so it can't be exported`);
  return answer.bytes();
}

/** Gives every page that is not about a single model. `written` has the paths of the files so far. */
export function pageFiles(ask: AskHub, written: Iterable<string>): AsyncGenerator<ExportedFile> {
  const paths = [...written];
  const values = (pattern: RegExp) => paths.flatMap((path) => pattern.exec(path)?.[1] ?? []);
  return pages(ask, {
    page: values(/^docs\/([a-z0-9-]+)\.md$/).filter((page) => page !== 'index'),
    date: values(/^archive\/(\d{4}-\d\d-\d\d)\.json$/),
  });
}
