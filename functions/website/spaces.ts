// Answers with the pages and files of the apps, under the apps' own security policy.

import { filePathFault } from '../../src/nouns/file-path.ts';
import { SPACE_PAGE } from '../../src/nouns/space-files.ts';
import { webContentType } from '../../src/nouns/web-types.ts';
import { hashedRow, isHashed } from '../../src/table/answer-facts.ts';
import { appPolicy } from '../../src/table/app-policy.ts';
import { browserSecurity } from '../../src/table/headers.ts';
import { refuse } from '../../src/table/refusals.ts';
import { href, type Row, treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { builtAnswer } from '../answers/built-answer.ts';
import type { Call, Handler } from '../ports/handler.ts';
import { redirectTo } from '../request/answer.ts';
import { prefersHtml } from '../request/negotiate.ts';
import { pathText } from '../request/request-target.ts';
import { pageAnswer } from './page-answer.ts';

/**
 * Answers `GET /spaces/{space}/`. A path without the slash is redirected: a browser would look for the app's files in
 * the folder above.
 */
export const space: Handler<'space'> = async (call) => {
  const { params, path } = call;
  const found = await fileOf(call, routes.space, params.space, SPACE_PAGE);
  if (!('status' in found) || found.status >= 400 || path.slash) return found;
  return redirectTo(308, href(routes.space, params));
};

const hashedFile = hashedRow(routes.spaceFile);

/** Answers `GET /spaces/{space}/{path...}`. */
export const spaceFile: Handler<'spaceFile'> = (call) => {
  const { params } = call;
  return fileOf(call, isHashed(routes.spaceFile, params) ? hashedFile : routes.spaceFile, params.space, params.path);
};

async function fileOf(call: Call<'space' | 'spaceFile'>, row: Row, id: string, path: string) {
  const { ask, ports, tree } = call;
  const at = treePath(routes.spaceFile, { space: id, path });
  const isOne = !id.includes('/') && filePathFault(at) === undefined;
  const file = isOne ? await tree.read(at) : undefined;
  const policy = ports.spacesUrl === undefined ? row.csp! : appPolicy(ports.baseUrl);
  if (file) return builtAnswer(ask, row, file, { type: webContentType(path), headers: browserSecurity(policy) });
  // The address of the apps has no pages of the hub.
  if (ports.spacesUrl === undefined && prefersHtml(ask.header('accept'))) return pageAnswer(call, undefined);
  return refuse('NotFound', { path: pathText(call.path) });
}
