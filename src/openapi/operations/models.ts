// The operations of models in the dialect of the public hub: search, a model's facts, its files.

import { MAX_PAGE } from '../../basics/limits.ts';
import type { RouteName } from '../../table/routes.ts';
import { type Link, type OperationWords, operation, redirect } from './operation.ts';

const OF_THIS_MODEL = { owner: '$request.path.owner', name: '$request.path.name' };

const tree = (description: string, revision: string): Link => ({
  operationId: 'listTree',
  description,
  parameters: { ...OF_THIS_MODEL, revision },
});

const resolve: Link = {
  operationId: 'resolveFile',
  description: 'The first entry’s bytes: every file’s `path` leads there.',
  parameters: { ...OF_THIS_MODEL, revision: '$request.path.revision', path: '$response.body#/0/path' },
};

const entries = { type: 'array', items: { $ref: '#/components/schemas/TreeEntry' } };

const FILTERS = [
  'search',
  'match',
  'author',
  'pipeline_tag',
  'library',
  'license',
  'format',
  'language',
  'filter',
  'size',
  'parameters',
  'quant',
  'held',
  'sources',
  'fits',
  'num_parameters',
  'gated',
] as const;

const SIZE = 'How many bytes a download takes.';

export const models = {
  facets: operation(
    'listFacets',
    'Call it beside a search, to show how many models it finds, and how many each further filter would leave. ' +
      'The counts of a group ignore the filters of that group itself. A group has its 40 most frequent ' +
      'values; values that leave no model are left out.',
    'The counts.',
    {
      query: FILTERS,
      shape: 'SearchFacets',
      tagged: true,
      refusals: ['BadParameter', 'SearchAway'],
    },
  ),
  models: operation(
    'searchModels',
    'Call it to find a model: by a part of its id, by words, by its owner, task, library or tags, in the order ' +
      'you ask for. It lists all that is served; models that fell off the browse list are thin rows. More ' +
      'rows follow by the `Link` header. Parameters that mean nothing here are ignored, and named in ' +
      '`X-Ignored-Parameters`.',
    { 200: { is: 'Rows, most relevant first.', headers: ['Link', 'X-Ignored-Parameters'] } },
    {
      query: [...FILTERS, 'sort', 'order', 'direction', 'limit', 'skip', 'cursor'],
      shape: { type: 'array', maxItems: MAX_PAGE, items: { $ref: '#/components/schemas/ModelRow' } },
      tagged: true,
      refusals: ['BadParameter', 'SearchAway'],
      links: {
        object: {
          operationId: 'getObject',
          description: 'The first row’s index object, from which all of its hashes hang.',
          parameters: { id: '$response.body#/0/hub/manifest' },
        },
      },
      pinned: {
        id: 'searchModelsVia',
        why:
          'Call it instead of `searchModels` when a client was configured once to use a single source: the rows are ' +
          'the same, and the pages that follow keep the pin.',
      },
    },
  ),
  model: operation(
    'getModel',
    'Call it to learn a model’s indexed revision and the names of all its files. Sizes and hashes are in the ' +
      'tree. A model that the index lacks is noted and considered for the next run.',
    'The model at its indexed revision.',
    {
      shape: 'ModelInfo',
      links: { tree: tree('Its files with sizes and hashes, at the revision of this answer.', '$response.body#/sha') },
    },
  ),
  modelAt: operation(
    'getModelAtRevision',
    'Call it when a certain revision is wanted and no other will do: it is refused unless that is the indexed one.',
    'The model at its indexed revision.',
    { shape: 'ModelInfo', links: { tree: tree('Its files with sizes and hashes.', '$request.path.revision') } },
  ),
  modelSources: operation(
    'getModelSources',
    'Call it before a download, to learn which sources hold a model, how each was when it was last probed, and ' +
      'to which one files are redirected just now. The answer is of this moment and never cached; who holds what ' +
      'changes only with the index.',
    'The sources that hold the model.',
    { docs: 'sources', shape: 'ModelSources' },
  ),
  modelRelated: operation(
    'listRelated',
    'Call it to find models made from a model (quantisations, fine-tunes, adapters, merges, as their tags say), ' +
      'other models that hold the very same weights, and how downloads and likes moved over the days of the index.',
    'What has to do with the model.',
    { shape: 'ModelRelated', tagged: true },
  ),
  refs: operation(
    'listRefs',
    'Call it to learn which commit `main` is: the index has exactly one revision of every model, and one branch that names it.',
    'The one branch.',
    {
      query: ['include_prs'],
      shape: 'Refs',
      links: { tree: tree('The files at that commit.', '$response.body#/branches/0/targetCommit') },
    },
  ),
  tree: operation(
    'listTree',
    'Call it for every file of a model with its size and the SHA-256 that its bytes must have. One page holds ' +
      'them all; add `recursive` to see folders too.',
    { 200: { is: 'Files, and folders when they are asked for.', cache: ['revalidate', 'no-store'] } },
    { query: ['recursive', 'treeCursor'], shape: entries, refusals: ['BadParameter'], links: { file: resolve } },
  ),
  treeAt: operation(
    'listFolder',
    'Call it for the files under one folder of a model, when the rest is of no interest.',
    { 200: { is: 'What stands under the folder.', cache: ['revalidate', 'no-store'] } },
    {
      query: ['recursive', 'treeCursor'],
      shape: entries,
      refusals: ['BadParameter', 'EntryNotFound'],
      links: { file: resolve },
    },
  ),
  treesize: operation(
    'getTreeSize',
    'Call it before a download, to learn how many bytes all files of a model have together.',
    SIZE,
    { shape: 'TreeSize' },
  ),
  treesizeAt: operation(
    'getFolderSize',
    'Call it before a download, to learn how many bytes the files under one folder have together.',
    SIZE,
    { shape: 'TreeSize', refusals: ['EntryNotFound'] },
  ),
  pathsInfo: operation(
    'listPaths',
    'Call it for size and hash of a few files by their paths, without the whole tree. It is a read that clients ' +
      'of the public hub send as `POST`; paths that do not exist are left out.',
    { 200: { is: 'An entry for each path that exists.', cache: ['no-store'] } },
    {
      request: {
        description: 'The paths, as JSON or as a form.',
        content: { 'application/json': 'PathsInfoRequest', 'application/x-www-form-urlencoded': 'PathsInfoRequest' },
        example: { paths: ['config.json'] },
      },
      shape: { type: 'array', maxItems: 1000, items: { $ref: '#/components/schemas/PathInfo' } },
      refusals: ['BadBody', 'TooLarge', 'UnsupportedMediaType'],
    },
  ),
  authCheck: operation(
    'checkAccess',
    'Clients of the public hub call it to learn whether they may read a model, such as `auth_check` of ' +
      'huggingface_hub. Everybody may read what is indexed; a gated model is 403, and an unknown one 404.',
    { 200: { is: 'The model may be read.', cache: ['no-store'] } },
    {
      docs: 'huggingface-tools',
      shape: { type: 'object', maxProperties: 0, description: 'Nothing: the status says it.' },
    },
  ),
  xetReadToken: operation(
    'getXetToken',
    'Clients of the public hub that speak its chunk protocol call it. No token is issued here: they are sent on ' +
      'to the same path at the origin, which may or may not give them one.',
    { 307: redirect('the token is the origin’s to give') },
  ),
} satisfies Partial<Record<RouteName, OperationWords>>;
