// Shows the page of a SHA-256, which lists the files with this hash.
import { isSha256 } from '../../src/nouns/sha256.ts';
import { refuse } from '../../src/table/refusals.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { filesWith } from '../models/hashes.ts';
import type { Handler } from '../ports/handler.ts';
import { prefersHtml } from '../request/negotiate.ts';
import { pathText } from '../request/request-target.ts';
import { pageAnswer } from './page-answer.ts';

/** Answers `GET /hashes/{sha256}/` with a page for any SHA-256, even if no file has it. */
export const hashPage: Handler<'hashPage'> = async (call) => {
  const { ask, path, tree } = call;
  const sha256 = call.params.sha256.toLowerCase();
  const wantsPage = prefersHtml(ask.header('accept'));
  if (!isSha256(sha256)) return wantsPage ? pageAnswer(call, undefined) : refuse('NotFound', { path: pathText(path) });
  const isThere = (await filesWith(tree, sha256)).length > 0;
  if (!isThere && !wantsPage) return refuse('HashNotFound', { sha256 });
  return pageAnswer(call, href(routes.hashPage, { sha256 }), { status: isThere ? 200 : 404 });
};
