// The rows of the route table for paths of the public hub that this hub does not serve. Clients request them, and the
// refusal says why nothing is served.
import { refused } from './route.ts';

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
