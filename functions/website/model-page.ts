// Answers with the page of a model: the page that the build made, or a page that the website makes if the tree has
// none.

import { andThen } from '../../src/basics/awaitable.ts';
import { pageWithFigures } from '../../src/model/model-figures.ts';
import { isIdPart } from '../../src/nouns/model-id.ts';
import { PAGE_SECURITY } from '../../src/table/headers.ts';
import { isRefusal, type Refusal } from '../../src/table/refusals.ts';
import { href, treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { builtAnswer } from '../answers/built-answer.ts';
import { locate } from '../models/locate.ts';
import { figured } from '../models/model-file.ts';
import type { Call, Handler } from '../ports/handler.ts';
import type { Answer } from '../request/answer.ts';
import { prefersHtml } from '../request/negotiate.ts';
import { pageAnswer } from './page-answer.ts';

/**
 * Answers `GET /models/{owner}/{name}/`. For a gated or unknown model a browser still gets a page; other clients get
 * the same refusal as on every route of the model.
 */
export const modelPageAnswer: Handler<'modelPage'> = (call) => {
  const { ask, params, ports, query, tree } = call;
  const { owner, name } = params;
  const isId = isIdPart(owner) && isIdPart(name);
  // In a browser without scripts, a query asks for another order of the files. Such a page is made for the request,
  // because the build made only one order.
  const path = () => (isId ? treePath(routes.modelPage, params) : undefined);
  const kept = query === '' ? figured({ ports, tree, params, path, insert: pageWithFigures }) : undefined;
  return andThen(kept, (page) =>
    page ? builtAnswer(ask, routes.modelPage, page, { headers: PAGE_SECURITY, steady: true }) : madePage(call, isId),
  );
};

async function madePage(call: Call<'modelPage'>, isId: boolean): Promise<Answer | Refusal> {
  const { ask, params } = call;
  const model = await locate(call, params);
  const refused = isRefusal(model);
  if (refused && !prefersHtml(ask.header('accept'))) return model;
  const at = isId ? href(routes.modelPage, params) : undefined;
  return pageAnswer(call, at, refused ? { status: model.status } : {});
}
