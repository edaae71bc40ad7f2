// Answers with the page of a model, which the website makes, with its Markdown twin, and with the feed of its revisions.

import { atomText, revisionFeed } from '../../src/dialects/discovery/feeds.ts';
import { modelTwin } from '../../src/dialects/discovery/model-twin.ts';
import type { ModelPage } from '../../src/model-page/model-page.ts';
import { isIdPart } from '../../src/nouns/model-id.ts';
import { isRefusal } from '../../src/table/refusals.ts';
import { headersOf, href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { builtAnswer, compressedText } from '../answers/built-answer.ts';
import { aboutModel, locate } from '../models/locate.ts';
import { type BuiltFile, type Call, type Handler, kept } from '../ports/ports.ts';
import { takeTurn } from '../ports/turns.ts';
import { prefersHtml } from '../request/negotiate.ts';
import { pageAnswer, pageFileAnswer } from './page-answer.ts';
import { siteView } from './site-view.ts';

/**
 * Answers `GET /models/{owner}/{name}/`. For a gated or unknown model a browser still gets a page; other clients get
 * the same refusal as on every route of the model. The tree keeps the page for as long as the states of the sources stay
 * the same, unless a query asks for another order of the files.
 */
export const modelPageAnswer: Handler<'modelPage'> = async (call) => {
  const { ask, params, ports, query, tree } = call;
  const states = JSON.stringify([ports.health.current().sources, ports.holders.refusing()]);
  const key = `page ${ports.baseUrl} ${params.owner}/${params.name} ${states}`;
  const known = query === '' ? (tree.memory.known(key) as BuiltFile | undefined) : undefined;
  if (known) return pageFileAnswer(call, known);
  const model = await locate(call, params);
  const refused = isRefusal(model);
  if (refused && (model.meant || !prefersHtml(ask.header('accept')))) return model;
  const path = isIdPart(params.owner) && isIdPart(params.name) ? href(routes.modelPage, params) : undefined;
  if (refused || query !== '') return pageAnswer(call, path, refused ? model.status : undefined);
  return pageAnswer(call, path, 200, (file) => tree.memory.put(key, file));
};

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
  const { baseUrl, compress, name } = call.ports;
  return builtAnswer(call, compressedText(atomText(revisionFeed(await shownModel(call), baseUrl), name), compress));
});

/** Returns the facts on the page of a model that was found in the tree, so that it has a page. */
async function shownModel({ params, ports, tree }: Call<'modelTwin' | 'modelAtom'>): Promise<ModelPage> {
  await takeTurn();
  const model = await siteView(ports, tree).model(params.owner, params.name);
  if ('why' in model) throw new Error(`${model.id} is served and has no page`);
  return model;
}
