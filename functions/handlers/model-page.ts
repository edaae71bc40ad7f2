// The page of a model: as the build wrote it, or made by the website where the tree has none.

import { andThen } from '../../src/awaitable.ts';
import { PAGE_SECURITY } from '../../src/headers.ts';
import { pageWithFigures } from '../../src/model-figures.ts';
import { isIdPart } from '../../src/model-id.ts';
import { isRefusal, type Refusal } from '../../src/refusals.ts';
import { href, treePath } from '../../src/route.ts';
import { routes } from '../../src/routes.ts';
import type { Answer } from '../answer.ts';
import { builtAnswer } from '../built-answer.ts';
import { figured } from '../figured.ts';
import type { Call, Handler } from '../handler.ts';
import { locate } from '../locate.ts';
import { prefersHtml } from '../negotiate.ts';
import { pageAnswer } from '../page-answer.ts';

/**
 * `GET /models/{owner}/{name}/`. A gated or unknown model has a page that says so to browsers; anyone else gets the
 * refusal that every other route of the model gives.
 */
export const modelPage: Handler<'modelPage'> = (call) => {
  const { ask, params, ports, query, tree } = call;
  const { owner, name } = params;
  const isId = isIdPart(owner) && isIdPart(name);
  // Without script the table of files is put in order by the query, and then the page is made for the visitor.
  const path = () => (isId ? treePath(routes.modelPage, params) : undefined);
  const kept = query === '' ? figured({ ports, tree, params, path, insert: pageWithFigures }) : undefined;
  return andThen(kept, (page) =>
    page ? builtAnswer(ask, routes.modelPage, page, { headers: PAGE_SECURITY, steady: true }) : madePage(call, isId),
  );
};

async function madePage(call: Call<'modelPage'>, isId: boolean): Promise<Answer | Refusal> {
  const { ask, params, ports, tree } = call;
  const model = await locate(ports, tree, params.owner, params.name, undefined);
  const refused = isRefusal(model);
  if (refused && !prefersHtml(ask.header('accept'))) return model;
  const at = isId ? href(routes.modelPage, params) : undefined;
  return pageAnswer(call, at, refused ? { status: model.status } : {});
}
