// The apps: their pages and files, under a policy of their own.
import { appPolicy } from '../../src/app-policy.ts';
import { filePathFault } from '../../src/file-path.ts';
import { browserSecurity } from '../../src/headers.ts';
import { refuse } from '../../src/refusals.ts';
import { href, type Row, treePath } from '../../src/route.ts';
import { routes } from '../../src/routes.ts';
import { isHashed, SPACE_PAGE } from '../../src/space-files.ts';
import { webContentType } from '../../src/web-types.ts';
import { answer } from '../answer.ts';
import { builtAnswer } from '../built-answer.ts';
import { pathText } from '../door.ts';
import type { Call, Handler } from '../handler.ts';
import { prefersHtml } from '../negotiate.ts';
import { pageAnswer } from '../page-answer.ts';

/** `GET /spaces/{space}/`. Without the slash the files it names would be looked for a folder too high. */
export const space: Handler<'space'> = async (call) => {
  const { params, path } = call;
  const found = await fileOf(call, routes.space, params.space, SPACE_PAGE);
  if (!('status' in found) || found.status >= 400 || path.slash) return found;
  return answer(308, undefined, undefined, ['Location', href(routes.space, params), 'Cache-Control', 'no-store']);
};

/** `GET /spaces/{space}/{path...}`. */
export const spaceFile: Handler<'spaceFile'> = (call) => {
  const { path } = call.params;
  const row: Row = isHashed(path) ? { ...routes.spaceFile, cache: 'immutable' } : routes.spaceFile;
  return fileOf(call, row, call.params.space, path);
};

async function fileOf(call: Call<'space' | 'spaceFile'>, row: Row, id: string, path: string) {
  const { ask, ports, tree } = call;
  const at = treePath(routes.spaceFile, { space: id, path });
  const isOne = !id.includes('/') && filePathFault(at) === undefined;
  const file = isOne ? await tree.read(at) : undefined;
  const policy = ports.spacesUrl === undefined ? row.csp! : appPolicy(ports.baseUrl);
  if (file) return builtAnswer(ask, row, file, { type: webContentType(path), headers: browserSecurity(policy) });
  // Pages of the hub have no place at an address of apps.
  if (ports.spacesUrl === undefined && prefersHtml(ask.header('accept'))) return pageAnswer(call, undefined);
  return refuse('NotFound', { path: pathText(call.path) });
}
