// Lists a handler for every row that the hub answers. This file does not compile if a row has none. The module of a
// handler is loaded at its first request, because a hub starts often and mostly redirects.
import type { Awaitable } from '../../src/basics/awaitable.ts';
import type { Refusal } from '../../src/table/refusals.ts';
import { href, type Row } from '../../src/table/route.ts';
import { type AnsweredName, type RouteName, routes } from '../../src/table/routes.ts';
import { WEBSITE } from '../../src/table/row-facts.ts';
import { resolve } from '../models/resolve.ts';
import type { Handler } from '../ports/handler.ts';
import type { Answer } from '../request/answer.ts';
import type { PageCall, pageAnswer } from '../website/page-answer.ts';
import { livez, readyz } from './liveness.ts';

type AnyHandler = (call: never) => Awaitable<Answer | Refusal>;
type Load<M> = () => Promise<M>;

const modules = new Set<Load<unknown>>();

/** Loads all modules now, so that no request waits for one, even if files or descriptors are gone by then. */
export const loadHandlers = (): Promise<unknown> => Promise.all([...modules].map((load) => load()));

/** Makes a handler that `choose` takes from a module, which is loaded at the first call. */
function late<M, H extends AnyHandler>(load: Load<M>, choose: (loaded: M) => H): H {
  modules.add(load);
  let handler: H | undefined;
  const first = (call: never) =>
    load().then((loaded) => {
      handler = choose(loaded);
      return handler(call);
    });
  return ((call: never) => (handler ?? first)(call)) as H;
}

/** Takes the handlers of some rows from a module. `names` has the name of the module's export for each row. */
function from<M, const K extends { [row: string]: keyof M }>(load: Load<M>, names: K) {
  const made = Object.entries(names).map(([row, name]) => [row, late(load, (loaded) => loaded[name] as AnyHandler)]);
  return Object.fromEntries(made) as { [N in keyof K]: M[K[N]] };
}

const models = () => import('../models/model-file.ts');
const site = () => import('../website/site-file.ts');
const pages = () => import('../website/page-answer.ts');
const log = () => import('../log/log-file.ts');

/** Answers with a page of the website, as `pageAnswer` of `page-answer.ts` does, which is loaded at the first page. */
export const lazyPage: typeof pageAnswer = async (...page) => (await pages()).pageAnswer(...page);

/** Makes the handler of a row that is a document, or a file of the website or of a model. */
function fileHandler(name: RouteName, row: Row): AnyHandler | undefined {
  if (row.as) return late(site, ({ documentOf }) => documentOf(name));
  if (row.when !== 'built') return undefined;
  if (row.pack === WEBSITE) return late(site, ({ siteFileOf }) => siteFileOf(row));
  if (row.variants) return late(models, ({ listingAnswer }) => listingAnswer(row));
  return late(models, ({ modelInfoAnswer, modelFile }) => (row.figures ? modelInfoAnswer(row) : modelFile(row)));
}

const fileHandlers = Object.fromEntries(
  Object.entries<Row>(routes).map(([name, row]) => [name, fileHandler(name as RouteName, row)]),
) as unknown as { [N in AnsweredName as Routed<N>]: Handler<N> };

type Routed<N extends AnsweredName> = (typeof routes)[N] extends { when: 'built' } | { as: unknown } ? N : never;

/** Makes the handler of a row that answers with a page without params. */
const page = (name: RouteName & `${string}Page`, shown?: { cache: 'no-store' }) => (call: PageCall) =>
  lazyPage(call, href(routes[name] as Row, {}), shown);

const logFile = (name: 'logCheckpoint' | 'logKeys' | 'logEntries' | 'logTile' | 'logModels') =>
  late(log, (loaded) => loaded.logFile(name));

/** The handlers by the names of their rows. */
export const handlers: { [N in AnsweredName]: Handler<N> } = {
  ...fileHandlers,
  verifyPage: page('verifyPage'),
  spacesPage: page('spacesPage'),
  archivePage: page('archivePage'),
  accountPage: page('accountPage'),
  comparePage: page('comparePage'),
  healthPage: page('healthPage', { cache: 'no-store' }),
  withdrawnPage: page('withdrawnPage', { cache: 'no-store' }),
  logCheckpoint: logFile('logCheckpoint'),
  logKeys: logFile('logKeys'),
  logEntries: logFile('logEntries'),
  logTile: logFile('logTile'),
  logModels: logFile('logModels'),
  resolve,
  livez,
  readyz,
  ...from(models, { refs: 'refsAnswer', sha256sums: 'sumsAnswer' }),
  ...from(site, { asset: 'asset', hashes: 'hashes', space: 'space', spaceFile: 'spaceFile' }),
  ...from(() => import('../account/account.ts'), {
    accountHealth: 'accountHealth',
    signIn: 'signIn',
    account: 'account',
    saved: 'saved',
    savedModel: 'savedModel',
    modelRequest: 'modelRequest',
    publisherRequest: 'publisherRequest',
  }),
  ...from(() => import('../attestation/model-signature.ts'), {
    attestationKey: 'attestationKey',
    modelSignature: 'modelSignature',
  }),
  ...from(() => import('../log/model-logged.ts'), { modelLogged: 'modelLogged' }),
  ...from(() => import('../log/model-proof.ts'), { modelProof: 'modelProof' }),
  ...from(() => import('../mcp/mcp.ts'), { mcp: 'mcpAnswer' }),
  ...from(() => import('../models/client-routes.ts'), { authCheck: 'authCheck' }),
  ...from(() => import('../models/hashes.ts'), { byHash: 'byHash', byHashes: 'byHashes' }),
  ...from(() => import('../models/model-live.ts'), { modelRelated: 'modelRelated' }),
  ...from(() => import('../models/model-live.ts'), { modelSources: 'modelSources' }),
  ...from(() => import('../models/model-lists.ts'), {
    modelBill: 'modelBillAnswer',
    modelLock: 'modelLock',
    modelMetalink: 'modelMetalink',
  }),
  ...from(() => import('../models/client-routes.ts'), { pathsInfo: 'pathsInfo' }),
  ...from(() => import('../models/client-routes.ts'), { raw: 'raw' }),
  ...from(() => import('../models/client-routes.ts'), { xetReadToken: 'xetReadToken' }),
  ...from(() => import('../objects/object-plane.ts'), {
    capabilities: 'capabilities',
    healthz: 'healthz',
    modules: 'modules',
  }),
  ...from(() => import('../objects/published-objects.ts'), { objects: 'objectsAnswer' }),
  ...from(() => import('../objects/read-object.ts'), { object: 'object' }),
  ...from(() => import('../registry/blob.ts'), { blob: 'blobAnswer' }),
  ...from(() => import('../registry/lists.ts'), {
    referrers: 'referrers',
    registryBase: 'registryBase',
    registryCatalog: 'registryCatalog',
    tags: 'tagsAnswer',
  }),
  ...from(() => import('../registry/manifest.ts'), { manifest: 'manifest' }),
  ...from(() => import('../search/models.ts'), { facets: 'facets', models: 'modelsAnswer' }),
  ...from(() => import('../website/model-page.ts'), {
    modelAtom: 'modelAtom',
    modelPage: 'modelPageAnswer',
    modelTwin: 'modelTwinAnswer',
  }),
  ...from(() => import('../website/pages.ts'), {
    activity: 'activityAnswer',
    archiveDay: 'archiveDay',
    archiveDayPage: 'archiveDayPage',
    docsPage: 'docsPage',
    docsTwin: 'docsTwin',
    hashPage: 'hashPage',
    health: 'healthAnswer',
    ownerPage: 'ownerPage',
    reference: 'reference',
    typedFile: 'typedFile',
    typedFolder: 'typedFolder',
    typedModel: 'typedModel',
    typedOwner: 'typedOwner',
  }),
};
