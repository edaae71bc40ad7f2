// Built rows: from params to a file of the tree, and from a missing file to the reason why.

import { type Awaitable, andThen } from '../src/awaitable.ts';
import type { Reading } from '../src/dialects/hub/tree-entries.ts';
import { filePathFault } from '../src/file-path.ts';
import { isIdPart } from '../src/model-id.ts';
import { own } from '../src/own.ts';
import { type Refusal, refuse } from '../src/refusals.ts';
import type { Row } from '../src/route.ts';
import { type Named, routes } from '../src/routes.ts';
import {
  hashShardPath,
  listingFile,
  MODEL_ANSWERS,
  modelFolder,
  SITE_ASSETS,
  SITE_ASSETS_BEFORE,
  treeSizeFile,
} from '../src/static-tree.ts';
import { webContentType } from '../src/web-types.ts';
import { type Answer, type Ask, answer } from './answer.ts';
import { builtAnswer, madeFile } from './built-answer.ts';
import { documentHandlers } from './document.ts';
import type { Call, Handler } from './handler.ts';
import { archiveDay } from './handlers/archive.ts';
import { docsTwin } from './handlers/docs.ts';
import { modelPage } from './handlers/model-page.ts';
import { reference } from './handlers/reference.ts';
import { manifest } from './handlers/registry/manifest.ts';
import { entryNotFound } from './handlers/resolve.ts';
import { space, spaceFile } from './handlers/spaces.ts';
import { locate } from './locate.ts';
import { object } from './objects/read-object.ts';
import type { BuiltFile, Tree } from './ports.ts';

type BuiltHandler<N extends Named<'built'>> = (call: Call<N>) => ReturnType<Handler<N>>;

/** One reader for every built row, or this file does not compile. */
export const builtHandlers: { [N in Named<'built'>]: BuiltHandler<N> } = {
  ...documentHandlers,
  asset({ ask, params: { path }, tree }) {
    return siteFile(ask, tree, routes.asset, `${SITE_ASSETS}/${path}`, `${SITE_ASSETS_BEFORE}/${path}`);
  },
  favicon: ({ ask, tree }) => siteFile(ask, tree, routes.favicon, 'favicon.svg'),
  socialImage: ({ ask, tree }) => siteFile(ask, tree, routes.socialImage, 'social.png'),
  reference,
  modelPage,
  archiveDay,
  space,
  spaceFile,
  docsTwin,
  model: (call) => modelAnswer(call, 'model', undefined, [MODEL_ANSWERS.model]),
  modelAt: (call) => modelAnswer(call, 'modelAt', call.params.revision, [MODEL_ANSWERS.model]),
  refs: refsAnswer,
  tree: (call) => listing(call, 'tree', call.params.revision, ''),
  treeAt: (call) => listing(call, 'treeAt', call.params.revision, call.params.prefix),
  treesize: (call) => modelAnswer(call, 'treesize', call.params.revision, [treeSizeFile('')]),
  treesizeAt(call) {
    const prefix = folderPrefix(call.params.prefix);
    const files = prefix === undefined ? [] : [treeSizeFile(prefix)];
    return modelAnswer(call, 'treesizeAt', call.params.revision, files, call.params.prefix);
  },
  sha256sums: (call) => modelAnswer(call, 'sha256sums', call.params.revision, [MODEL_ANSWERS.sha256sums]),
  object,
  manifest,
  hashes({ ask, params, tree }) {
    if (!/^[0-9a-f]{3}$/.test(params.shard))
      return refuse('BadParameter', { name: 'shard', fix: 'name it by three lowercase hex digits' });
    // A shard that would be empty is not written: nothing indexed starts with these digits.
    return andThen(tree.read(hashShardPath(params.shard)), (file) =>
      builtAnswer(ask, routes.hashes, file ?? EMPTY_LIST),
    );
  },
};

type ModelRowName = 'model' | 'modelAt' | 'refs' | 'tree' | 'treeAt' | 'treesize' | 'treesizeAt' | 'sha256sums';

const EMPTY_LIST: BuiltFile = madeFile(new TextEncoder().encode('[]'), 'empty-list');

/**
 * The first of `files` that the model's folder has. The model is looked up only when the revision
 * has to be compared, the row says the commit, or nothing was found and the reason is wanted.
 */
function modelAnswer<N extends ModelRowName>(
  call: Call<N>,
  row: N,
  revision: string | undefined,
  files: string[],
  path = '',
): Awaitable<Answer | Refusal> {
  const { ports, tree } = call;
  const { owner, name } = call.params as { owner: string; name: string };
  const asked = revision === 'main' || revision === 'HEAD' ? undefined : revision;
  const isNeeded = asked !== undefined || row === 'sha256sums';
  return andThen(isNeeded ? locate(ports, tree, owner, name, asked) : undefined, (model) => {
    if (model && 'refusal' in model) return model;
    const paths = isIdPart(owner) && isIdPart(name) ? files.map((file) => `${modelFolder(owner, name)}/${file}`) : [];
    return andThen(firstOf(tree, paths, routes[row]), (file) => {
      const headers = row === 'sha256sums' && file ? commitHeaders(model!.revision, file) : [];
      if (file) return builtAnswer(call.ask, routes[row], file, { headers });
      return andThen(model ?? locate(ports, tree, owner, name, asked), (known) => {
        if ('refusal' in known) return known;
        if (path !== '') return entryNotFound(known, path);
        throw new Error(`torn tree ${tree.id}: ${paths[0]} is missing; rebuild with "model-hub build"`);
      });
    });
  });
}

/** The first of `paths` that the tree has. */
function firstOf(tree: Tree, paths: readonly string[], row: Row): Awaitable<BuiltFile | undefined> {
  const [path, ...others] = paths;
  if (path === undefined) return undefined;
  return andThen(tree.read(path), (file) => file ?? firstOf(tree, others, row));
}

/** What download clients need beside a checksum file that they fetch like any other file (decision 0019). */
function commitHeaders(revision: string, file: BuiltFile): string[] {
  return ['X-Repo-Commit', revision, 'X-Linked-Size', String(file.size)];
}

const READINGS: Record<string, Reading> = { true: 'true', True: 'true', false: 'false', False: 'false' };

function listing<N extends 'tree' | 'treeAt'>(
  call: Call<N>,
  row: N,
  revision: string,
  folder: string,
): Awaitable<Answer | Refusal> {
  const params = new URLSearchParams(call.query);
  const given = params.getAll('recursive');
  const reading = given.length === 0 ? 'flat' : own(READINGS, given[0]!);
  if (given.length > 1 || reading === undefined)
    return refuse('BadParameter', { name: 'recursive', fix: 'give it once, as true or false, or leave it out' });
  const prefix = folderPrefix(folder);
  // A folder without folders reads the same in all three ways and is written once.
  const files = prefix === undefined ? [] : [listingFile(prefix, reading), listingFile(prefix, 'flat')];
  const listed = modelAnswer(call, row, revision, files, folder);
  if (!params.has('cursor')) return listed;
  // The first page holds everything, so every further page is empty.
  return andThen(listed, (found) =>
    'refusal' in found ? found : answer(200, routes.tree.type, '[]', ['Cache-Control', 'no-store']),
  );
}

/** A prefix without its trailing slash, '' for the root; undefined when no folder can have that name. */
function folderPrefix(prefix: string): string | undefined {
  if (prefix === '') return '';
  const trimmed = prefix.replace(/\/$/, '');
  return filePathFault(trimmed) === undefined ? trimmed : undefined;
}

function refsAnswer(call: Call<'refs'>): Awaitable<Answer | Refusal> {
  const answered = modelAnswer(call, 'refs', undefined, [MODEL_ANSWERS.refs]);
  if (!new URLSearchParams(call.query).has('include_prs')) return answered;
  return andThen(answered, (found) => ('refusal' in found || found.status !== 200 ? found : refsWithRequests(call)));
}

/** huggingface_hub reads `pullRequests` unconditionally when it has asked for them. */
async function refsWithRequests({ ask, params, tree }: Call<'refs'>): Promise<Answer> {
  const path = `${modelFolder(params.owner, params.name)}/${MODEL_ANSWERS.refs}`;
  const [file, text] = [(await tree.read(path))!, (await tree.text(path))!];
  const refs = { ...(JSON.parse(text) as object), pullRequests: [] };
  return builtAnswer(ask, routes.refs, madeFile(new TextEncoder().encode(JSON.stringify(refs)), `${file.tag}-prs`));
}

/** The first of `paths` that the website's build made. */
function siteFile(ask: Ask, tree: Tree, row: Row, ...paths: [string, ...string[]]): Awaitable<Answer | Refusal> {
  const known = paths.filter((path) => filePathFault(path) === undefined).map((path) => `site/${path}`);
  return andThen(firstOf(tree, known, row), (file) =>
    file
      ? builtAnswer(ask, row, file, { type: row.type ?? webContentType(paths[0]) })
      : refuse('NotFound', { path: `/${paths[0]}` }),
  );
}
