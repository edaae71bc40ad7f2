// The rows of the route table for the health of the service and of the byte sources, and for agents.
import { chapter, live, refused } from './route.ts';
import { arrayOf, json, textType } from './row-facts.ts';

/** The facts of rows at which a server in front of the hub tests that the hub works. */
const probe = { dialect: 'plain', hidesMethods: true, treeless: true, cache: 'no-store' } as const;

export const serviceRoutes = {
  ...chapter('Health', {
    healthz: live('/healthz', {
      ...probe,
      type: json,
      summary: 'Is the object plane ready?',
      id: 'getServiceHealth',
      why:
        'Call it to learn whether the service answers at all, as a load balancer does. `ready` means that the object ' +
        'plane answers; it says nothing of byte sources.',
      answers: {
        200: { is: 'Ready.' },
        503: { is: 'Still starting, or what is stored can’t be read just now.', headers: ['Retry-After'] },
      },
      shape: 'HealthResponse',
    }),
    livez: live('/livez', {
      ...probe,
      type: textType,
      summary: 'Does the process answer?',
      id: 'getLiveness',
      why: 'Call it to learn whether the process lives, as what would start it anew does. It says nothing of anything else, and waits for nothing.',
    }),
    readyz: live('/readyz', {
      ...probe,
      type: textType,
      summary: 'Should it get requests?',
      id: 'getReadiness',
      why:
        'Call it to learn whether to send requests here, as a load balancer does. The answer is `ready`, or with 503 ' +
        '`starting` while no tree is served yet and `leaving` before the process ends. It waits for nothing: while a ' +
        'store is away, what is cached is answered all the same.',
      answers: { 200: { is: '`ready`.' }, 503: { is: '`starting` or `leaving`.', headers: ['Retry-After'] } },
    }),
    health: live('/api/hub/health', {
      treeless: true,
      dialect: 'hub',
      cache: 'no-store',
      type: json,
      summary: 'What the last probe of every byte source found',
      id: 'getSourceHealth',
      why:
        'Call it to see where files would be redirected to just now: what the last probe of every source found, and ' +
        'the order in which they are preferred. It is measured from the service’s network: a source that is `ok` ' +
        'here can be out of reach from yours.',
      shape: 'HubHealth',
    }),
  }),
  ...chapter('Agents', {
    mcp: live('/mcp', {
      dialect: 'mcp',
      cache: 'no-store',
      type: 'application/json',
      methods: ['POST'],
      ownHost: true,
      treeless: true,
      summary: 'The Model Context Protocol: the index as tools for agents',
      id: 'callTools',
      why:
        'Agents call it, mostly through a client library that is given the address and nothing else. ' +
        '`tools/list` tells of tools that only read. ' +
        'All revisions of the protocol from 2025-03-26 to 2026-07-28 are spoken; there is no session and no stream. ' +
        'A tool that fails answers 200 with `isError` and a sentence; only a message that can’t be used gets an `error`. ' +
        'A batch, which only 2025-03-26 has, is answered with an array.',
      answers: {
        200: { is: 'The answer to the request, a failing tool’s included.' },
        202: { is: 'A notification was taken; there is nothing to say.', content: {} },
      },
      request: {
        description: 'A JSON-RPC request, at most 64 KiB. A request of 2026-07-28 repeats itself in headers.',
        content: { 'application/json': 'JsonRpcRequest' },
        example: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      },
      shape: { anyOf: [arrayOf('JsonRpcResponse').items, arrayOf('JsonRpcResponse')] },
      refusals: ['BadMessage', 'UnknownMethod', 'WrongHost', 'TooLarge', 'UnsupportedMediaType'],
    }),
  }),
};

const datasets = {
  dialect: 'hub',
  refuses: 'datasets',
  summary: 'Datasets, of which there are none here',
} as const;
const spaces = {
  dialect: 'hub',
  refuses: 'Spaces',
  summary: 'The public hub’s Spaces, none of which is here',
} as const;
const writes = { dialect: 'hub', refuses: 'writes', summary: 'Writes, none of which is taken' } as const;
/** The refusal to git is plain text, because git shows only plain text. */
const git = { dialect: 'plain', refuses: 'git', summary: 'The services of git, none of which is offered' } as const;

export const refusedRoutes = {
  datasetList: refused('/api/datasets', datasets),
  datasetApi: refused('/api/datasets/{path...}', datasets),
  datasetFiles: refused('/datasets/{path...}', datasets),
  datasetGitBare: refused('/datasets/{owner}/info/refs', { ...datasets, dialect: 'plain' }),
  datasetGit: refused('/datasets/{owner}/{name}/info/refs', { ...datasets, dialect: 'plain' }),
  spaceList: refused('/api/spaces', spaces),
  spaceApi: refused('/api/spaces/{path...}', spaces),
  spaceResolve: refused('/spaces/{space}/{name}/resolve/{revision}/{path...}', spaces),
  spaceGit: refused('/spaces/{space}/{name}/info/refs', { ...spaces, dialect: 'plain' }),

  whoami: refused('/api/whoami-v2', {
    dialect: 'hub',
    refuses: 'identity',
    summary: 'Who is signed in at the public hub: nobody is here',
  }),

  repositoryWrites: refused('/api/repos/{path...}', writes),
  modelWrites: refused('/api/models/{owner}/{name}/{path...}', writes),
  metadataCheck: refused('/api/validate-yaml', writes),
  lfsWrites: refused('/{owner}/{name}/info/lfs/{path...}', writes),

  gitRefs: refused('/{owner}/{name}/info/refs', git),
  gitFetch: refused('/{owner}/{name}/git-upload-pack', git),
  gitPush: refused('/{owner}/{name}/git-receive-pack', git),
} as const;
