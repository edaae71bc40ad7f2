// Sends files of the tree that belong to the website: documents in the representation that the caller prefers, files of
// the built website and of apps, and the shards of the index of hashes.
import { type Awaitable, andThen } from '../../src/basics/awaitable.ts';
import { filePathFault } from '../../src/nouns/file-path.ts';
import { SPACE_PAGE } from '../../src/nouns/space-files.ts';
import { webContentType } from '../../src/nouns/web-types.ts';
import { hashedRow, isHashed, REPRESENTATION_TYPES } from '../../src/table/answer-facts.ts';
import { appPolicy } from '../../src/table/app-policy.ts';
import { browserSecurity } from '../../src/table/headers.ts';
import { type Refusal, refuse, refuseParameter } from '../../src/table/refusals.ts';
import { fileOf, href, type Row, treePath } from '../../src/table/route.ts';
import { type RouteName, routes } from '../../src/table/routes.ts';
import { WEBSITE } from '../../src/table/row-facts.ts';
import { NO_ROWS } from '../../src/tree/hash-shards.ts';
import { hashShardPath, SITE_ASSETS, SITE_ASSETS_BEFORE } from '../../src/tree/static-tree.ts';
import { builtAnswer, madeFile } from '../answers/built-answer.ts';
import { noTree } from '../answers/refusal-answer.ts';
import type { BuiltFile } from '../ports/built-file.ts';
import type { Call, Handler } from '../ports/handler.ts';
import type { Tree } from '../ports/ports.ts';
import { type Answer, type Ask, redirectTo } from '../request/answer.ts';
import { representation } from '../request/negotiate.ts';
import { pathText } from '../request/request-target.ts';
import { missingPage, pageAnswer } from './page-answer.ts';

/** Makes the handler of a row whose answer is a document. */
export function documentOf<N extends RouteName>(name: N): Handler<N> {
  const row: Row = routes[name];
  const as = row.as!;
  const isOpen = row.pattern.includes('{');
  return (call) => {
    const { ask, params, path, tree } = call;
    const chosen = representation(ask.header('accept'), as);
    if (chosen === 'html') return pageAnswer(call, href(row, {}), { headers: row.headers ?? [] });
    if (!tree) return noTree(call.ports);
    const at = treePath(row, params, chosen);
    // A parameter may hold a name that no file can have, and such a path may not be passed to the tree.
    return andThen(isOpen && filePathFault(at) !== undefined ? undefined : tree.read(at), (file) =>
      file
        ? builtAnswer(ask, row, file, {
            type: row.type ?? REPRESENTATION_TYPES[chosen],
            headers: row.headers,
            steady: true,
          })
        : refuse('NotFound', { path: pathText(path) }),
    );
  };
}

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

/**
 * Answers `GET /spaces/{space}/`. A path without the slash is redirected: a browser would look for the app's files in
 * the folder above.
 */
export const space: Handler<'space'> = async (call) => {
  const { params, path } = call;
  const found = await spaceFileOf(call, routes.space, params.space, SPACE_PAGE);
  if (!('status' in found) || found.status >= 400 || path.slash) return found;
  return redirectTo(308, href(routes.space, params));
};

const hashedFile = hashedRow(routes.spaceFile);

/** Answers `GET /spaces/{space}/{path...}`. */
export const spaceFile: Handler<'spaceFile'> = (call) => {
  const { params } = call;
  return spaceFileOf(
    call,
    isHashed(routes.spaceFile, params) ? hashedFile : routes.spaceFile,
    params.space,
    params.path,
  );
};

async function spaceFileOf(call: Call<'space' | 'spaceFile'>, row: Row, id: string, path: string) {
  const { ask, ports, tree } = call;
  const at = treePath(routes.spaceFile, { space: id, path });
  const isOne = !id.includes('/') && filePathFault(at) === undefined;
  const file = isOne ? await tree.read(at) : undefined;
  const policy = ports.spacesUrl === undefined ? row.csp! : appPolicy(ports.baseUrl);
  if (file) return builtAnswer(ask, row, file, { type: webContentType(path), headers: browserSecurity(policy) });
  // The address of the apps has no pages of the hub.
  return ports.spacesUrl === undefined ? missingPage(call) : refuse('NotFound', { path: pathText(call.path) });
}
