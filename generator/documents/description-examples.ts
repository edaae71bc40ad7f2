// Makes the examples of the API description: the requests, and the answers of a hub over the tree that is being built.
import { type AskHub, askExampleHub } from '../../functions/hosts/local-hub.ts';
import type { DraftTree } from '../../functions/stores/tree/draft-tree.ts';
import { defined } from '../../src/basics/defined.ts';
import type { DocumentFacts } from '../../src/dialects/discovery/facts/hub-facts.ts';
import type { Address } from '../../src/nouns/address.ts';
import { SPACE_PAGE } from '../../src/nouns/space-files.ts';
import { NOTHING_SHOWN, type Shown, type ShownAnswers } from '../../src/openapi/examples/shown-answers.ts';
import type { Operation } from '../../src/openapi/operations/operation.ts';
import type { Source } from '../../src/service/sources.ts';
import { OVERVIEW } from '../../src/site/docs-page.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { CURRENT } from '../../src/tree/store.ts';
import { exampleLog } from './example-log.ts';
import { askExamples, exampleBody } from './examples.ts';
import { firstShownRows, type ShownModel, shownModel } from './shown-model.ts';
import { type CatalogStarts, wishesFor } from './wishes.ts';

/**
 * Gets the answers that the description shows from a tree whose models and documents are written. `gated` lists refused
 * models.
 */
export async function readShownAnswers(
  tree: DraftTree,
  facts: DocumentFacts,
  { gated = [], ...starts }: CatalogStarts & { gated?: readonly string[] },
): Promise<ShownAnswers> {
  const ask = await askExampleHub(tree, facts);
  const rows = await firstShownRows(ask);
  const model = await shownModel(ask, rows, facts.service.sources);
  const { id, revision, path, holders, tags, sumsBytes, query } = model ?? NOTHING_SHOWN;
  const params = { savedModel: id, ...model?.params, ...otherParams(facts) };
  const requests = requestsOf(id, path);
  const log = model && (await exampleLogOf(ask, model, tree, facts.service.sources));
  const wishes = await wishesFor(ask, facts, starts, rows, model);
  const open = async ({ token }: Operation) =>
    openHub(await askExampleHub(tree, facts, log), requests, token !== undefined);
  const starting = await askExampleHub(undefined, facts);
  return {
    ...{ id, revision, path, holders, tags, sumsBytes, params, query, requests },
    gated: gated[0] ?? NOTHING_SHOWN.gated,
    answers: {
      ...(await askExamples(open, { params, requests }, wishes)),
      'healthz 503': json(await (await starting(href(routes.healthz, {}))).json()),
      'readyz 503': { 'text/plain': { value: await (await starting(href(routes.readyz, {}))).text() } },
    },
  };
}

const json = (value: unknown, summary?: string): Record<string, Shown> => ({
  'application/json': { value, ...defined({ summary }) },
});

/** Values of parameters that lead to a page, a day, a file of the tree and an app. */
function otherParams({ docs, snapshot, spaces }: DocumentFacts): ShownAnswers['params'] {
  const page = docs.find(({ slug }) => slug !== OVERVIEW)?.slug ?? OVERVIEW;
  const [app] = spaces;
  return { page, date: snapshot, treePath: CURRENT, ...(app && { space: app.id, appPath: SPACE_PAGE }) };
}

/** An address from the text of EIP-55. Its checksum, which is in the case of the letters, is right. */
const WALLET = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

/** Examples of the secrets that a browser keeps while its user signs in at another site. */
const SECRETS = {
  state: 'af0ifjsldkjaf0ifjsldkj',
  nonce: 'n-0S6_WzA2Mjn-0S6_WzA2Mj',
  verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
};

/** Makes example bodies of requests. */
function requestsOf(model: string, path: string): ShownAnswers['requests'] {
  return {
    mcp: json({ jsonrpc: '2.0', id: 1, method: 'tools/list' }, 'Which tools there are'),
    pathsInfo: json({ paths: [path] }, 'One file'),
    'objects POST': { 'application/octet-stream': { value: 'an object' } },
    'signIn POST': json(
      { returned: 'code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkjaf0ifjsldkj', ...SECRETS },
      'What a browser came back with',
    ),
    'account PATCH': json({ wallet: WALLET }, 'Record an address'),
    saved: json({ model }, 'A model'),
    modelRequest: json({ model }, 'A model'),
    publisherRequest: json({ note: 'We would like to publish the models of our lab.' }, 'With a note'),
  };
}

/** Makes a log that has the shown model. */
async function exampleLogOf(
  ask: AskHub,
  { id, revision, params, holders }: ShownModel,
  tree: DraftTree,
  known: readonly Source[],
) {
  const { owner, name, id: object } = params as { owner: string; name: string; id: Address };
  const sums = await (await ask(href(routes.sha256sums, { owner, name, revision }))).text();
  const day = { day: tree.snapshot, catalog: tree.catalog as Address, tree: tree.name };
  const sources = known.filter(({ token }) => holders.includes(token)).map(({ host }) => host);
  return exampleLog({ model: { id, revision, object, sources: sources.sort() }, sums, day });
}

/** Returns `ask`. If `isKnown` is true, first saves a model and publishes an object at this hub. */
async function openHub(ask: AskHub, requests: ShownAnswers['requests'], isKnown: boolean): Promise<AskHub> {
  const post = { method: 'POST', headers: { authorization: 'Bearer token' } };
  if (isKnown) {
    await ask(href(routes.saved, {}), { ...post, ...exampleBody(requests.saved) });
    await ask(href(routes.objects, {}), { ...post, ...exampleBody(requests['objects POST']) });
  }
  return ask;
}
