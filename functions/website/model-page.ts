// Answers with the page of a model, which the build made, or which the website makes if the tree has none; with its
// Markdown twin; and with the feed of its revisions.

import { andThen } from '../../src/basics/awaitable.ts';
import { atomText } from '../../src/dialects/discovery/feeds/atom-feed.ts';
import { revisionFeed } from '../../src/dialects/discovery/feeds/revision-feed.ts';
import { modelTwin } from '../../src/dialects/discovery/model-twin.ts';
import { pageWithFigures } from '../../src/model/model-figures.ts';
import type { ModelPage } from '../../src/model-page/model-page.ts';
import { isIdPart } from '../../src/nouns/model-id.ts';
import { PAGE_SECURITY } from '../../src/table/headers.ts';
import { isRefusal, type Refusal } from '../../src/table/refusals.ts';
import { headersOf, href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { builtAnswer, compressedText } from '../answers/built-answer.ts';
import { aboutModel, locate } from '../models/locate.ts';
import { figured } from '../models/model-file.ts';
import { type Call, type Handler, kept } from '../ports/ports.ts';
import { takeTurn } from '../ports/turns.ts';
import type { Answer } from '../request/answer.ts';
import { prefersHtml } from '../request/negotiate.ts';
import { pageAnswer } from './page-answer.ts';
import { siteView } from './site-view.ts';

/**
 * Answers `GET /models/{owner}/{name}/`. For a gated or unknown model a browser still gets a page; other clients get
 * the same refusal as on every route of the model.
 */
export const modelPageAnswer: Handler<'modelPage'> = (call) =>
  // In a browser without scripts, a query asks for another order of the files. Such a page is made for the request,
  // because the build made only one order.
  andThen(call.query === '' ? figured(call, pageWithFigures) : undefined, (page) =>
    page ? builtAnswer(call, page, { headers: PAGE_SECURITY, steady: true }) : madePage(call),
  );

async function madePage(call: Call<'modelPage'>): Promise<Answer | Refusal> {
  const { ask, params } = call;
  const model = await locate(call, params);
  const refused = isRefusal(model);
  if (refused && !prefersHtml(ask.header('accept'))) return model;
  const isId = isIdPart(params.owner) && isIdPart(params.name);
  return pageAnswer(call, isId ? href(routes.modelPage, params) : undefined, refused ? model.status : undefined);
}

/**
 * Answers `GET /models/{owner}/{name}/index.md`. A model without a page gets the same refusal as on all its other
 * routes. Twins are kept, because making that of a model with thousands of files takes milliseconds.
 */
export const modelTwinAnswer: Handler<'modelTwin'> = aboutModel(async (call: Call<'modelTwin'>, { id }) => {
  const { ports, row, tree } = call;
  const file = await kept(tree, `twin ${ports.baseUrl} ${id}`, async () =>
    compressedText(modelTwin(await shownModel(call), ports.baseUrl), ports.compress),
  );
  return builtAnswer(call, file, { headers: headersOf(row, call.params) });
});

/** Answers `GET /archive/feeds/models/{owner}/{name}.xml`, from the revisions that the model's page lists. */
export const modelAtom: Handler<'modelAtom'> = aboutModel(async (call: Call<'modelAtom'>) => {
  const { baseUrl, compress } = call.ports;
  return builtAnswer(call, compressedText(atomText(revisionFeed(await shownModel(call), baseUrl)), compress));
});

/** Returns the facts on the page of a model that was found in the tree, so that it has a page. */
async function shownModel({ params, ports, tree }: Call<'modelTwin' | 'modelAtom'>): Promise<ModelPage> {
  await takeTurn();
  const model = await siteView(ports, tree).model(params.owner, params.name);
  if ('why' in model) throw new Error(`${model.id} is served and has no page`);
  return model;
}
