// Answers with the page of an owner, for every owner who has a model in the index.
import { isIdPart } from '../../src/nouns/model-id.ts';
import { refuse } from '../../src/table/refusals.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import type { Handler } from '../ports/handler.ts';
import type { Tree } from '../ports/ports.ts';
import { prefersHtml } from '../request/negotiate.ts';
import { pathText } from '../request/request-target.ts';
import { searchInTurn } from '../search/search-turn.ts';
import { pageAnswer } from './page-answer.ts';

/** Answers `GET /{owner}/`. An unknown owner gets the same answer as a path without a row. */
export const ownerPage: Handler<'ownerPage'> = async (call) => {
  const { ask, params, path, tree } = call;
  const { owner } = params;
  if (await hasModels(tree, owner)) return pageAnswer(call, href(routes.ownerPage, params));
  return prefersHtml(ask.header('accept')) ? pageAnswer(call, undefined) : refuse('NotFound', { path: pathText(path) });
};

/** True if the index has a model of this owner. */
export async function hasModels(tree: Tree, owner: string): Promise<boolean> {
  return isIdPart(owner) && searchInTurn(tree, (index) => index.hasOwner(owner));
}
