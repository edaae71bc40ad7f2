// The Markdown twin of a model's page, made from the same facts.
import { modelTwin as twin } from '../../src/dialects/discovery/model-twin.ts';
import { CACHE_CONTROL } from '../../src/headers.ts';
import { isRefusal } from '../../src/refusals.ts';
import { href } from '../../src/route.ts';
import { routes } from '../../src/routes.ts';
import { answer } from '../answer.ts';
import type { Handler } from '../handler.ts';
import { locate } from '../locate.ts';
import { siteView } from '../site-view.ts';

/** `GET /models/{owner}/{name}/index.md`. A model that has no page is refused as on every other route of it. */
export const modelTwin: Handler<'modelTwin'> = ({ params, ports, tree }) => {
  const { owner, name } = params;
  const located = locate(ports, tree, owner, name, undefined);
  if (isRefusal(located)) return located;
  // Located in this tree, so it has a page in it.
  const model = siteView({ ...ports, tree: () => tree }).model(owner, name);
  if ('why' in model) throw new Error(`${model.id} is served and has no page`);
  return answer(200, routes.modelTwin.type, twin(model, ports.baseUrl), [
    'Cache-Control',
    CACHE_CONTROL.revalidate,
    'Link',
    `<${href(routes.modelPage, params)}>; rel="alternate"; type="text/html"`,
  ]);
};
