// Lists a handler for every built row. Most handlers send a file of the tree as it is; some rows have a handler of
// their own.
import { type Awaitable, andThen } from '../../src/basics/awaitable.ts';
import { filePathFault } from '../../src/nouns/file-path.ts';
import { webContentType } from '../../src/nouns/web-types.ts';
import { type Refusal, refuse, refuseParameter } from '../../src/table/refusals.ts';
import { fileOf, type Row } from '../../src/table/route.ts';
import { type Named, routes } from '../../src/table/routes.ts';
import { WEBSITE } from '../../src/table/row-facts.ts';
import { NO_ROWS } from '../../src/tree/hash-shards.ts';
import { hashShardPath, SITE_ASSETS, SITE_ASSETS_BEFORE } from '../../src/tree/static-tree.ts';
import { builtAnswer, madeFile } from '../answers/built-answer.ts';
import { logHandlers } from '../log/log-file.ts';
import { listingAnswer, modelFile, modelInfoAnswer, refsAnswer, sumsAnswer } from '../models/model-file.ts';
import { object } from '../objects/read-object.ts';
import type { BuiltFile } from '../ports/built-file.ts';
import type { Call, Handler } from '../ports/handler.ts';
import type { Tree } from '../ports/ports.ts';
import { manifest } from '../registry/manifest.ts';
import type { Answer, Ask } from '../request/answer.ts';
import { archiveDay } from '../website/archive.ts';
import { docsTwin } from '../website/docs.ts';
import { documentHandlers } from '../website/document.ts';
import { modelPageAnswer } from '../website/model-page.ts';
import { space, spaceFile } from '../website/spaces.ts';

type BuiltHandlers = { [N in Named<'built'>]: (call: Call<N>) => ReturnType<Handler<N>> };

/**
 * The handlers that follow from the kind of a row's file: a file of the website, a listing, a model's facts, or another
 * file of a model.
 */
const fileHandlers = Object.fromEntries(
  Object.entries<Row>(routes).flatMap(([name, row]) => {
    if (row.when !== 'built') return [];
    const read =
      row.pack === WEBSITE ? websiteFile : row.variants ? listingAnswer : row.figures ? modelInfoAnswer : modelFile;
    return [[name, read(row)]];
  }),
) as unknown as BuiltHandlers;

/** The handlers of all built rows, by the names of the rows. */
export const builtHandlers: BuiltHandlers = {
  ...fileHandlers,
  ...documentHandlers,
  asset({ ask, params: { path }, tree }) {
    return siteFile(ask, tree, routes.asset, `${SITE_ASSETS}/${path}`, `${SITE_ASSETS_BEFORE}/${path}`);
  },
  modelPage: modelPageAnswer,
  archiveDay,
  space,
  spaceFile,
  docsTwin,
  refs: refsAnswer,
  sha256sums: sumsAnswer,
  object,
  ...logHandlers,
  manifest,
  hashes({ ask, params, tree }) {
    if (!/^[0-9a-f]{3}$/.test(params.shard)) return refuseParameter('shard', 'name it by three lowercase hex digits');
    // Empty shards are not written. If a shard has no file, the index has no hash that starts with its digits.
    return andThen(tree.read(hashShardPath(params.shard)), (file) =>
      builtAnswer(ask, routes.hashes, file ?? EMPTY_LIST),
    );
  },
};

const EMPTY_LIST: BuiltFile = madeFile(new TextEncoder().encode(NO_ROWS), 'empty-list');

/** Makes the handler of a row that is a file of the website. */
function websiteFile(row: Row) {
  return ({ ask, params, tree }: Pick<Call<'favicon' | 'taskImage'>, 'ask' | 'params' | 'tree'>) =>
    siteFile(ask, tree, row, fileOf(row, params));
}

/** Answers with the first of `paths` that exists in the built website. */
function siteFile(ask: Ask, tree: Tree, row: Row, ...paths: [string, ...string[]]): Awaitable<Answer | Refusal> {
  const known = paths.filter((path) => filePathFault(path) === undefined).map((path) => `${WEBSITE}/${path}`);
  return andThen(firstOf(tree, known), (file) =>
    file
      ? builtAnswer(ask, row, file, { type: row.type ?? webContentType(paths[0]) })
      : refuse('NotFound', { path: `/${paths[0]}` }),
  );
}

/** Returns the file at the first of `paths` that the tree has. */
function firstOf(tree: Tree, [path, ...others]: readonly string[]): Awaitable<BuiltFile | undefined> {
  if (path === undefined) return undefined;
  return andThen(tree.read(path), (file) => file ?? firstOf(tree, others));
}
