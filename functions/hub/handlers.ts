// Lists a handler for every row that the hub answers. This file does not compile if a row has none. The module of a
// handler is loaded at its first request, because a hub starts often and mostly redirects.
import type { Awaitable } from '../../src/basics/remembered.ts';
import type { Refusal } from '../../src/table/refusals.ts';
import type { Row } from '../../src/table/route.ts';
import { type AnsweredName, type Routes, routes } from '../../src/table/routes.ts';
import { WEBSITE } from '../../src/table/row-facts.ts';
import { resolve } from '../models/resolve.ts';
import type { Handler } from '../ports/ports.ts';
import { type Answer, answer } from '../request/answer.ts';
import type { PageCall, pageAnswer } from '../website/page-answer.ts';

type AnyHandler = (call: never) => Awaitable<Answer | Refusal>;
type Load<M> = () => Promise<M>;

const modules = new Set<Load<unknown>>();

/** Loads all modules now, so that no request waits for one, even if files or descriptors are gone by then. */
export const loadHandlers = (): Promise<unknown> => Promise.all([...modules].map((load) => load()));

/** Makes a handler that is the export `name` of a module, which is loaded at the first call. */
function late<M, N extends keyof M>(load: Load<M>, name: N): M[N] {
  modules.add(load);
  let handler: AnyHandler | undefined;
  const first = (call: never) =>
    load().then((loaded) => {
      handler = loaded[name] as AnyHandler;
      return handler(call);
    });
  return ((call: never) => (handler ?? first)(call)) as M[N];
}

/**
 * Takes the handlers of some rows from a module. The name of an export is that of its row, and may end with `Answer`,
 * because other modules have some of these names.
 */
function from<M, N extends keyof M & string>(load: Load<M>, ...names: N[]) {
  return Object.fromEntries(names.map((name) => [name.replace(/Answer$/, ''), late(load, name)])) as {
    [K in N as K extends `${infer Row}Answer` ? Row : K]: M[K];
  };
}

const account = () => import('../account/account.ts');
const models = () => import('../models/model-file.ts');
const site = () => import('../website/site-file.ts');
const pages = () => import('../website/pages.ts');

/** Answers with a page of the website, as `pageAnswer` of `page-answer.ts` does, which is loaded at the first page. */
export const lazyPage: typeof pageAnswer = async (...page) =>
  (await import('../website/page-answer.ts')).pageAnswer(...page);

const fileHandlers = {
  document: late(site, 'documentAnswer'),
  site: late(site, 'siteFile'),
  listing: late(models, 'listingAnswer'),
  info: late(models, 'modelInfoAnswer'),
  model: late(models, 'modelFile'),
};

/** Returns the kind of file that a row answers with: a document, or a file of the website or of a model. */
function fileKind(row: Row): keyof typeof fileHandlers {
  if (row.as) return 'document';
  if (row.pack === WEBSITE) return 'site';
  if (row.listing) return 'listing';
  return row.figures ? 'info' : 'model';
}

type FileName = {
  [N in AnsweredName]: Routes[N] extends { when: 'built' } | { as: unknown } ? N : never;
}[AnsweredName];

const files = Object.fromEntries(
  Object.entries<Row>(routes).map(([name, row]) => [name, fileHandlers[fileKind(row)]]),
) as unknown as { [N in FileName]: Handler<N> };

/** Answers with the page at the address of its row, which has no params. */
const page = (call: PageCall & { row: Row }) => lazyPage(call, call.row.page ?? call.row.pattern);

const logFile = late(() => import('../log/log-file.ts'), 'logFile');
const typedFiles = late(pages, 'typedFiles');
const typedOwner = late(pages, 'typedOwner');

const FRESH = ['Cache-Control', 'no-store'];

/** Tells supervisors that the process runs. */
const livez: Handler<'livez'> = ({ row }) => answer(200, row.type, 'live\n', FRESH);

/**
 * Tells load balancers whether to send requests. Answers 503 while there is no tree, and while the hub is about to end.
 * It answers 200 even while a store or a source is away, because kept answers still work.
 */
const readyz: Handler<'readyz'> = ({ ports, row }) => {
  const fault = ports.leaving ? 'leaving' : ports.tree() ? undefined : 'starting';
  const headers = fault === undefined ? FRESH : [...FRESH, 'Retry-After', '5'];
  return answer(fault === undefined ? 200 : 503, row.type, `${fault ?? 'ready'}\n`, headers);
};

/** The handlers by the names of their rows. */
export const handlers: { [N in AnsweredName]: Handler<N> } = {
  ...files,
  verifyPage: page,
  reference: page,
  spacesPage: page,
  archivePage: page,
  accountPage: page,
  comparePage: page,
  healthPage: page,
  withdrawnPage: page,
  logCheckpoint: logFile,
  logKeys: logFile,
  logEntries: logFile,
  logTile: logFile,
  logModels: logFile,
  typedFolder: typedFiles,
  typedFile: typedFiles,
  owner: typedOwner,
  typedOwner,
  resolve,
  livez,
  readyz,
  ...from(models, 'refsAnswer', 'sha256sumsAnswer'),
  ...from(site, 'asset', 'hashes', 'space', 'spaceFile'),
  ...from(account, 'accountHealth', 'signIn', 'account', 'saved', 'savedModel', 'modelRequest', 'publisherRequest'),
  ...from(() => import('../attestation/model-signature.ts'), 'attestationKey', 'modelSignature'),
  ...from(() => import('../log/model-proof.ts'), 'modelProof'),
  ...from(() => import('../mcp/mcp.ts'), 'mcp'),
  ...from(() => import('../models/client-routes.ts'), 'authCheck', 'pathsInfo', 'raw', 'xetReadToken'),
  ...from(() => import('../models/hashes.ts'), 'byHash'),
  ...from(() => import('../models/model-lists.ts'), 'modelBillAnswer', 'modelLock', 'modelMetalink'),
  ...from(() => import('../objects/object-plane.ts'), 'capabilities', 'healthz', 'modules'),
  ...from(() => import('../objects/published-objects.ts'), 'object', 'objectsAnswer'),
  ...from(() => import('../registry/blob.ts'), 'blobAnswer'),
  ...from(() => import('../registry/lists.ts'), 'referrers', 'registryBase', 'registryCatalog', 'tagsAnswer'),
  ...from(() => import('../registry/manifest.ts'), 'manifest'),
  ...from(() => import('../search/models.ts'), 'facets', 'modelsAnswer'),
  ...from(() => import('../website/model-page.ts'), 'modelAtom', 'modelPageAnswer', 'modelTwinAnswer'),
  ...from(pages, 'archiveDay', 'archiveDayPage', 'docsPage', 'docsTwin', 'hashPage', 'healthAnswer'),
  ...from(pages, 'typedModel'),
};
