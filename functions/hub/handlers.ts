// Lists a handler for every live row. This file does not compile if a row has none.
import { href } from '../../src/table/route.ts';
import { type Named, routes } from '../../src/table/routes.ts';
import {
  account,
  accountHealth,
  modelRequest,
  publisherRequest,
  saved,
  savedModel,
  signIn,
} from '../account/account.ts';
import { attestationKey, modelSignature } from '../attestation/model-signature.ts';
import { modelLogged } from '../log/model-logged.ts';
import { modelProof } from '../log/model-proof.ts';
import { mcpAnswer } from '../mcp/mcp.ts';
import { authCheck } from '../models/auth-check.ts';
import { byHash, byHashes } from '../models/hashes/by-hash.ts';
import { modelRelated } from '../models/live/model-related.ts';
import { modelSources } from '../models/live/model-sources.ts';
import { modelBillAnswer, modelLock, modelMetalink } from '../models/locks/model-lists.ts';
import { pathsInfo } from '../models/paths-info.ts';
import { raw } from '../models/raw.ts';
import { resolve } from '../models/resolve.ts';
import { xetReadToken } from '../models/xet-read-token.ts';
import { capabilities, healthz, modules } from '../objects/object-plane.ts';
import { objectsAnswer } from '../objects/published-objects.ts';
import type { Handler } from '../ports/handler.ts';
import { blobAnswer } from '../registry/blob.ts';
import { referrers, registryBase, registryCatalog, tagsAnswer } from '../registry/lists.ts';
import type { Answer } from '../request/answer.ts';
import { facets } from '../search/facets.ts';
import { modelsAnswer } from '../search/models.ts';
import { archiveDayPage } from '../website/archive.ts';
import { docsPage, reference } from '../website/docs.ts';
import { documentHandlers } from '../website/document.ts';
import { hashPage } from '../website/hash-page.ts';
import { activityAnswer, healthAnswer, healthPage } from '../website/health.ts';
import { modelAtom } from '../website/model-feed.ts';
import { modelTwinAnswer } from '../website/model-twin.ts';
import { ownerPage } from '../website/owner-page.ts';
import { type PageCall, pageAnswer } from '../website/page-answer.ts';
import { typedFile, typedFolder, typedModel, typedOwner } from '../website/typed-address.ts';
import { livez, readyz } from './liveness.ts';

/** Makes the handler of a row that answers with a page without params. */
const page =
  (
    name: 'verifyPage' | 'spacesPage' | 'archivePage' | 'accountPage' | 'comparePage' | 'withdrawnPage',
    shown?: { cache: 'no-store' },
  ) =>
  (call: PageCall): Promise<Answer> =>
    pageAnswer(call, href(routes[name], {}), shown);

export const handlers: { [N in Named<'live'>]: Handler<N> } = {
  ...documentHandlers,
  verifyPage: page('verifyPage'),
  spacesPage: page('spacesPage'),
  archivePage: page('archivePage'),
  accountPage: page('accountPage'),
  comparePage: page('comparePage'),
  withdrawnPage: page('withdrawnPage', { cache: 'no-store' }),
  archiveDayPage,
  docsPage,
  healthPage,
  reference,
  ownerPage,
  hashPage,
  typedOwner,
  typedModel,
  typedFolder,
  typedFile,
  healthz,
  livez,
  readyz,
  accountHealth,
  signIn,
  account,
  saved,
  savedModel,
  modelRequest,
  publisherRequest,
  health: healthAnswer,
  activity: activityAnswer,
  mcp: mcpAnswer,
  facets,
  models: modelsAnswer,
  modelAtom,
  modelSources,
  byHash,
  byHashes,
  modelRelated,
  modelLogged,
  modelProof,
  modelLock,
  modelMetalink,
  modelBill: modelBillAnswer,
  modelTwin: modelTwinAnswer,
  modelSignature,
  attestationKey,
  pathsInfo,
  authCheck,
  xetReadToken,
  resolve,
  raw,
  registryBase,
  registryCatalog,
  tags: tagsAnswer,
  blob: blobAnswer,
  referrers,
  capabilities,
  modules,
  objects: objectsAnswer,
};
