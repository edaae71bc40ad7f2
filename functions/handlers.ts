// One handler for every live row, or this file does not compile.
import { href } from '../src/route.ts';
import { type Named, routes } from '../src/routes.ts';
import type { Answer } from './answer.ts';
import { documentHandlers } from './document.ts';
import type { Handler } from './handler.ts';
import { account, accountHealth, modelRequest, publisherRequest, saved, savedModel } from './handlers/account.ts';
import { archiveDayPage } from './handlers/archive.ts';
import { docsPage } from './handlers/docs.ts';
import { facets } from './handlers/facets.ts';
import { health, healthPage } from './handlers/health.ts';
import { mcp } from './handlers/mcp.ts';
import { modelTwin } from './handlers/model-twin.ts';
import { models } from './handlers/models.ts';
import { pathsInfo } from './handlers/paths-info.ts';
import { raw } from './handlers/raw.ts';
import { blob } from './handlers/registry/blob.ts';
import { referrers, registryBase, registryCatalog, tags } from './handlers/registry/lists.ts';
import { resolve } from './handlers/resolve.ts';
import { treeFile } from './handlers/tree-file.ts';
import { xetReadToken } from './handlers/xet-read-token.ts';
import { capabilities, healthz, modules } from './objects/object-plane.ts';
import { objects } from './objects/published-objects.ts';
import { type PageCall, pageAnswer } from './page-answer.ts';

/** The handler of a row that is a page and nothing else. */
const page =
  (name: 'spacesPage' | 'archivePage' | 'accountPage') =>
  (call: PageCall): Promise<Answer> =>
    pageAnswer(call, href(routes[name], {}));

export const handlers: { [N in Named<'live'>]: Handler<N> } = {
  ...documentHandlers,
  spacesPage: page('spacesPage'),
  archivePage: page('archivePage'),
  accountPage: page('accountPage'),
  archiveDayPage,
  docsPage,
  healthPage,
  healthz,
  accountHealth,
  account,
  saved,
  savedModel,
  modelRequest,
  publisherRequest,
  health,
  mcp,
  facets,
  models,
  modelTwin,
  pathsInfo,
  treeFile,
  xetReadToken,
  resolve,
  raw,
  registryBase,
  registryCatalog,
  tags,
  blob,
  referrers,
  capabilities,
  modules,
  objects,
};
