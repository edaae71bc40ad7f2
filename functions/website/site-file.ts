// Sends files of the tree that belong to the website: documents in the representation that the caller prefers, files of
// the built website and of apps, and the shards of the index of hashes.
import { type Awaitable, andThen } from '../../src/basics/remembered.ts';
import { filePathFault, SPACE_PAGE } from '../../src/nouns/file-path.ts';
import { webContentType } from '../../src/nouns/media-types.ts';
import { appPolicy, browserSecurity, REPRESENTATION_TYPES } from '../../src/table/headers.ts';
import { type Refusal, refuse, refuseParameter } from '../../src/table/refusals.ts';
import { fileOf, hashedRow, href, treePath } from '../../src/table/route.ts';
import { type DocumentName, routes } from '../../src/table/routes.ts';
import { APP_ASSETS, WEBSITE } from '../../src/table/row-facts.ts';
import { NO_ROWS } from '../../src/tree/hash-shards.ts';
import { hashShardPath, SITE_ASSETS, SITE_ASSETS_BEFORE } from '../../src/tree/static-tree.ts';
import { builtAnswer, madeFile } from '../answers/built-answer.ts';
import { noTree } from '../answers/refusal-answer.ts';
import type { BuiltFile, Call, Handler } from '../ports/ports.ts';
import { type Answer, redirectTo } from '../request/answer.ts';
import { representation } from '../request/negotiate.ts';
import { pathText } from '../request/request-target.ts';
import { missingPage, pageAnswer } from './page-answer.ts';

/** Answers with a document, in the representation that the caller prefers. */
export function documentAnswer(call: Call<DocumentName>): Awaitable<Answer | Refusal> {
  const { ask, row, tree } = call;
  const as = representation(ask.header('accept'), row.as!);
  if (as === 'html') return pageAnswer(call, row.pattern);
  if (!tree) return noTree(call.ports);
  const at = treePath(row, call.params, as);
  // A parameter may hold a name that no file can have, and such a path may not be passed to the tree.
  return andThen(row.pattern.includes('{') && filePathFault(at) !== undefined ? undefined : tree.read(at), (file) =>
    file
      ? builtAnswer(call, file, { type: row.type ?? REPRESENTATION_TYPES[as], headers: row.headers, steady: true })
      : refuse('NotFound', { path: pathText(call.path) }),
  );
}

/** Sends a file of the website. */
export const siteFile = (call: Call<'favicon'>) => firstOf(call, fileOf(call.row, call.params));

/** Sends a style sheet, a script or a picture of this website, or of the one before. */
export const asset: Handler<'asset'> = (call) =>
  firstOf(call, `${SITE_ASSETS}/${call.params.path}`, `${SITE_ASSETS_BEFORE}/${call.params.path}`);

const EMPTY_LIST: BuiltFile = madeFile(NO_ROWS, 'empty-list');

/** Sends the rows of all hashes that begin with three hex digits. */
export const hashes: Handler<'hashes'> = (call) => {
  const { params, tree } = call;
  if (!/^[0-9a-f]{3}$/.test(params.shard)) return refuseParameter('shard', 'name it by three lowercase hex digits');
  // Empty shards are not written. If a shard has no file, the index has no hash that starts with its digits.
  return andThen(tree.read(hashShardPath(params.shard)), (file) => builtAnswer(call, file ?? EMPTY_LIST));
};

/** Answers with the file at `path` in the built website, or else with the one at `before`. */
function firstOf(call: Call<'favicon'>, path: string, before?: string): Awaitable<Answer | Refusal> {
  const { row, tree } = call;
  const read = (at: string) => (filePathFault(at) === undefined ? tree.read(`${WEBSITE}/${at}`) : undefined);
  return andThen(read(path), (found) =>
    andThen(found ?? (before === undefined ? undefined : read(before)), (file) =>
      file
        ? builtAnswer(call, file, { type: row.type ?? webContentType(path) })
        : refuse('NotFound', { path: `/${path}` }),
    ),
  );
}

/**
 * Answers `GET /spaces/{space}/`. A path without the slash is redirected: a browser would look for the app's files in
 * the folder above.
 */
export const space: Handler<'space'> = async (call) => {
  const { params, path } = call;
  const found = await spaceFileOf(call, SPACE_PAGE);
  if (!('status' in found) || found.status >= 400 || path.slash) return found;
  return redirectTo(308, href(routes.space, params));
};

/** The row of files whose names hold their hash. */
const hashedFile = hashedRow(routes.spaceFile);

/** Answers `GET /spaces/{space}/{path...}`. */
export const spaceFile: Handler<'spaceFile'> = (call) => {
  const { params, row } = call;
  return spaceFileOf({ ...call, row: params.path.startsWith(APP_ASSETS) ? hashedFile : row }, params.path);
};

async function spaceFileOf(call: Call<'space'>, path: string) {
  const { ports, tree } = call;
  const { space } = call.params;
  const at = treePath(routes.spaceFile, { space, path });
  const isOne = !space.includes('/') && filePathFault(at) === undefined;
  const file = isOne ? await tree.read(at) : undefined;
  const policy = appPolicy(ports.spacesUrl === undefined ? undefined : ports.baseUrl);
  if (file) return builtAnswer(call, file, { type: webContentType(path), headers: browserSecurity(policy) });
  // The address of the apps has no pages of the hub.
  return ports.spacesUrl === undefined ? missingPage(call) : refuse('NotFound', { path: pathText(call.path) });
}
