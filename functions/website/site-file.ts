// Sends the files of the built website, and the shards of the index of hashes.
import { type Awaitable, andThen } from '../../src/basics/awaitable.ts';
import { filePathFault } from '../../src/nouns/file-path.ts';
import { webContentType } from '../../src/nouns/web-types.ts';
import { type Refusal, refuse, refuseParameter } from '../../src/table/refusals.ts';
import { fileOf, type Row } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { WEBSITE } from '../../src/table/row-facts.ts';
import { NO_ROWS } from '../../src/tree/hash-shards.ts';
import { hashShardPath, SITE_ASSETS, SITE_ASSETS_BEFORE } from '../../src/tree/static-tree.ts';
import { builtAnswer, madeFile } from '../answers/built-answer.ts';
import type { BuiltFile } from '../ports/built-file.ts';
import type { Call, Handler } from '../ports/handler.ts';
import type { Tree } from '../ports/ports.ts';
import type { Answer, Ask } from '../request/answer.ts';

/** Makes the handler of a row that is a file of the website. */
export const siteFileOf =
  (row: Row) =>
  ({ ask, params, tree }: Pick<Call<'favicon' | 'taskImage'>, 'ask' | 'params' | 'tree'>) =>
    siteFile(ask, tree, row, fileOf(row, params));

/** Sends a style sheet, a script or a picture of this website, or of the one before. */
export const asset: Handler<'asset'> = ({ ask, params: { path }, tree }) =>
  siteFile(ask, tree, routes.asset, `${SITE_ASSETS}/${path}`, `${SITE_ASSETS_BEFORE}/${path}`);

const EMPTY_LIST: BuiltFile = madeFile(new TextEncoder().encode(NO_ROWS), 'empty-list');

/** Sends the rows of all hashes that begin with three hex digits. */
export const hashes: Handler<'hashes'> = ({ ask, params, tree }) => {
  if (!/^[0-9a-f]{3}$/.test(params.shard)) return refuseParameter('shard', 'name it by three lowercase hex digits');
  // Empty shards are not written. If a shard has no file, the index has no hash that starts with its digits.
  return andThen(tree.read(hashShardPath(params.shard)), (file) => builtAnswer(ask, routes.hashes, file ?? EMPTY_LIST));
};

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
