// The Markdown twin of a model's page, made from the same facts.
import { modelTwin as twin } from '../../src/dialects/discovery/model-twin.ts';
import { isRefusal } from '../../src/refusals.ts';
import { href } from '../../src/route.ts';
import { routes } from '../../src/routes.ts';
import { builtAnswer, madeFile } from '../built-answer.ts';
import type { Handler } from '../handler.ts';
import { locate } from '../locate.ts';
import { siteView } from '../site-view.ts';

/** `GET /models/{owner}/{name}/index.md`. A model that has no page is refused as on every other route of it. */
export const modelTwin: Handler<'modelTwin'> = async ({ ask, params, ports, tree }) => {
  const { owner, name } = params;
  const located = locate(ports, tree, owner, name, undefined);
  if (isRefusal(located)) return located;
  // Located in this tree, so it has a page in it.
  const model = siteView(ports, tree).model(owner, name);
  if ('why' in model) throw new Error(`${model.id} is served and has no page`);
  const bytes = new TextEncoder().encode(twin(model, ports.baseUrl));
  const headers = ['Link', `<${href(routes.modelPage, params)}>; rel="alternate"; type="text/html"`];
  return builtAnswer(ask, routes.modelTwin, madeFile(bytes, await tagOf(bytes)), { headers });
};

/** Of the bytes, so that it changes with them and with nothing else. */
async function tagOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
