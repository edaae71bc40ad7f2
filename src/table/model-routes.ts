// The rows of the route table for models in the dialect of the public hub: search, a model's facts, its files.
import { built, chapter, live } from './route.ts';
import { arrayOf, json, model, RESPELLED } from './row-facts.ts';
import { searchFilters, searchQuery } from './search-query.ts';

/** The folder of the files that answer below `/api/models/{owner}/{name}`. Its `index.json` answers that address. */
const MODEL = 'api/models/{owner}/{name}';

/** The facts that the listings of folders share. */
const entries = {
  listing: true,
  query: {
    recursive: {
      type: 'string',
      enum: ['true', 'false', 'True', 'False'],
      examples: ['true'],
      'x-enum-varnames': ['TRUE', 'FALSE', 'TRUE_CAPITAL', 'FALSE_CAPITAL'],
      description:
        'Absent: every file below, and no folders. True: every file and folder below. False: only the files and folders directly in it.',
    },
    cursor: { type: 'string', description: 'Any further page is empty: the first one holds everything.' },
  },
  shape: arrayOf('TreeEntry'),
} as const;

export const modelRoutes = chapter('Models', {
  models: live('/api/models', {
    file: 'api/models/index.json',
    pack: 'search',
    ...model,
    type: json,
    summary: 'Search the index',
    id: 'searchModels',
    why:
      'Call it to find a model: by a part of its id, by words, by its owner, task, library or tags, in the order ' +
      'you ask for. It lists all that is served; models that fell off the browse list are thin rows. More ' +
      'rows follow by the `Link` header. Parameters that mean nothing here are ignored, and named in ' +
      '`X-Ignored-Parameters`.',
    answers: { 200: { is: 'Rows, most relevant first.', headers: ['Link', 'X-Ignored-Parameters'] } },
    query: searchQuery,
    shape: arrayOf('ModelRow'),
    refusals: ['BadParameter', 'SearchAway'],
    pinned: {
      id: 'searchModelsVia',
      why:
        'Call it instead of `searchModels` when a client was configured once to use a single source: the rows are ' +
        'the same, and the pages that follow keep the pin.',
    },
  }),
  facets: live('/api/hub/facets', {
    file: true,
    pack: 'search',
    ...model,
    summary: 'How many models a search finds, and how many it would with each further filter',
    id: 'listFacets',
    why:
      'Call it beside a search, to show how many models it finds, and how many each further filter would leave. ' +
      'The counts of a group ignore the filters of that group itself. A group has its 40 most frequent ' +
      'values; values that leave no model are left out.',
    query: searchFilters,
    shape: 'SearchFacets',
    refusals: ['BadParameter', 'SearchAway'],
  }),
  model: built('/api/models/{owner}/{name}', {
    figures: true,
    file: `${MODEL}/index.json`,
    ...model,
    summary: 'A model at its indexed revision',
    why:
      'Call it to learn a model’s indexed revision and the names of all its files. Sizes and hashes are in the ' +
      'tree. A model that the index lacks is noted and considered for the next run.',
    shape: 'ModelInfo',
  }),
  modelAt: built('/api/models/{owner}/{name}/revision/{revision}', {
    figures: true,
    file: `${MODEL}/index.json`,
    ...model,
    summary: 'A model, refused unless the revision is the indexed one',
    id: 'getModelAtRevision',
    why: 'Call it when a certain revision is wanted and no other will do: it is refused unless that is the indexed one.',
    shape: 'ModelInfo',
  }),
  refs: built('/api/models/{owner}/{name}/refs', {
    ...model,
    summary: 'The one branch of a model',
    id: 'listRefs',
    why: 'Call it to learn which commit `main` is: the index has exactly one revision of every model, and one branch that names it.',
    query: {
      include_prs: {
        type: 'string',
        description: 'With any value: the answer has an empty `pullRequests` too, which some clients read.',
        examples: ['1'],
      },
    },
    shape: 'Refs',
  }),
  tree: built('/api/models/{owner}/{name}/tree/{revision}', {
    file: `${MODEL}/tree/main/index.json`,
    ...model,
    summary: 'The files of a model',
    id: 'listTree',
    why:
      'Call it for every file of a model with its size and the SHA-256 that its bytes must have. One page holds ' +
      'them all; add `recursive` to see folders too.',
    ...entries,
    refusals: ['BadParameter'],
  }),
  treeAt: built('/api/models/{owner}/{name}/tree/{revision}/{prefix...}', {
    file: `${MODEL}/tree/main/{prefix}/index.json`,
    ...model,
    summary: 'The files of a model under one folder',
    id: 'listFolder',
    why: 'Call it for the files under one folder of a model, when the rest is of no interest.',
    ...entries,
    refusals: ['BadParameter', 'EntryNotFound'],
  }),
  treesize: built('/api/models/{owner}/{name}/treesize/{revision}', {
    file: `${MODEL}/treesize/main/index.json`,
    ...model,
    summary: 'Total bytes of a model',
    id: 'getTreeSize',
    why: 'Call it before a download, to learn how many bytes all files of a model have together.',
    shape: 'TreeSize',
  }),
  treesizeAt: built('/api/models/{owner}/{name}/treesize/{revision}/{prefix...}', {
    file: `${MODEL}/treesize/main/{prefix}/index.json`,
    ...model,
    summary: 'Total bytes under one folder',
    id: 'getFolderSize',
    why: 'Call it before a download, to learn how many bytes the files under one folder have together.',
    shape: 'TreeSize',
    refusals: ['EntryNotFound'],
  }),
  pathsInfo: live('/api/models/{owner}/{name}/paths-info/{revision}', {
    ...model,
    methods: ['POST'],
    postReads: true,
    summary: 'Tree entries for a list of paths: a read that clients send as POST',
    id: 'listPaths',
    why:
      'Call it for size and hash of a few files by their paths, without the whole tree. It is a read that clients ' +
      'of the public hub send as `POST`; paths that do not exist are left out.',
    request: {
      description: 'The paths, as JSON or as a form.',
      content: { 'application/json': 'PathsInfoRequest', 'application/x-www-form-urlencoded': 'PathsInfoRequest' },
      example: { paths: ['config.json'] },
    },
    shape: arrayOf('PathInfo'),
    refusals: ['BadBody', 'TooLarge', 'UnsupportedMediaType'],
  }),
  authCheck: live('/api/models/{owner}/{name}/auth-check', {
    ...model,
    cache: 'no-store',
    summary: 'May the caller read a model? Everybody may read one that is indexed',
    id: 'checkAccess',
    why:
      'Clients of the public hub call it to learn whether they may read a model, such as `auth_check` of ' +
      'huggingface_hub. Everybody may read what is indexed; a gated model is 403, and an unknown one 404.',
    shape: { type: 'object', maxProperties: 0, description: 'Nothing: the status says it.' },
  }),
  xetReadToken: live('/api/models/{owner}/{name}/xet-read-token/{revision}', {
    ...model,
    cache: 'no-store',
    summary: 'Redirect to the same path at the origin hub; no token is issued here',
    id: 'getXetToken',
    why:
      'Clients of the public hub that speak its chunk protocol call it. No token is issued here: they are sent on ' +
      'to the same path at the origin, which may or may not give them one.',
    answers: {
      307: {
        ...RESPELLED,
        is: 'The token is the origin’s to give. An id in another spelling leads to the right one first.',
      },
    },
  }),
});
