// The page of a hash: there for every hash of the index, and for no other.
import { isSha256 } from '../../src/nouns/sha256.ts';
import { refuse } from '../../src/table/refusals.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { filesWith } from '../models/hashes/files-with.ts';
import type { Handler } from '../ports/handler.ts';
import { pathText } from '../request/door.ts';
import { prefersHtml } from '../request/negotiate.ts';
import { pageAnswer } from './page-answer.ts';

/** `GET /hashes/{sha256}/`. Where no file has the hash, it is as if no row had that address. */
export const hashPage: Handler<'hashPage'> = async (call) => {
  const { ask, params, path, tree } = call;
  const isThere = isSha256(params.sha256) && (await filesWith(tree, params.sha256)).length > 0;
  if (isThere) return pageAnswer(call, href(routes.hashPage, params));
  return prefersHtml(ask.header('accept')) ? pageAnswer(call, undefined) : refuse('NotFound', { path: pathText(path) });
};
