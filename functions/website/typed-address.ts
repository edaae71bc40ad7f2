// Redirects paths of the public hub, which people type after our host name, to the page of the model.
import { choiceAnchor } from '../../src/model-page/model-links.ts';
import { isIdPart } from '../../src/nouns/model-id.ts';
import { isRefusal, type Refusal, refuse } from '../../src/table/refusals.ts';
import { href } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { locate } from '../models/locate.ts';
import type { Call, Handler } from '../ports/handler.ts';
import { type Answer, redirectTo } from '../request/answer.ts';
import { prefersHtml } from '../request/negotiate.ts';
import { pathText } from '../request/request-target.ts';
import { hasModels } from './owner-page.ts';
import { pageAnswer } from './page-answer.ts';

/** The fragment of the heading above the files on a model's page. */
const FILES = '#files';

/**
 * Answers `GET /models/{owner}/`, the path of a model page without the model's name. Redirects to the owner's page if
 * there is one.
 */
export const typedOwner: Handler<'typedOwner'> = async ({ ask, params, path, query, ports, tree }) => {
  const { owner } = params;
  if (await hasModels(tree, owner)) return sentTo(href(routes.ownerPage, { owner }));
  if (!prefersHtml(ask.header('accept'))) return refuse('NotFound', { path: pathText(path) });
  return pageAnswer({ ask, path, query, ports, tree }, undefined);
};

/**
 * Answers `GET /{owner}/{name}`. The name may end with a tag after a colon, as in references of registries and local
 * runners.
 */
export const typedModel: Handler<'typedModel'> = (call) => {
  const { owner, name } = call.params;
  const [, untagged, tag] = /^([^:]+):([\w.-]+)$/.exec(name) ?? [];
  if (untagged === undefined || tag === undefined) return toModel(call, '');
  return toModel({ ...call, params: { owner, name: untagged, path: '' } }, `#${choiceAnchor(tag)}`);
};

/** Answers `GET /{owner}/{name}/tree/{revision}/…` with a redirect to the files on the model's page. */
export const typedFolder: Handler<'typedFolder'> = (call) => toModel(call, FILES);

/** Answers `GET /{owner}/{name}/blob/{revision}/…` with a redirect to the files on the model's page. */
export const typedFile: Handler<'typedFile'> = (call) => toModel(call, FILES);

/**
 * Redirects to a part of the model's page, whatever the case of the id. If there is no such model, answers with the
 * page that explains this.
 */
async function toModel(
  call: Call<'typedModel' | 'typedFolder' | 'typedFile'>,
  part: string,
): Promise<Answer | Refusal> {
  const { ask, params, path } = call;
  const { owner, name } = params;
  if (!prefersHtml(ask.header('accept')) || !isIdPart(owner) || !isIdPart(name))
    return refuse('NotFound', { path: pathText(path) });
  const page = { owner, name };
  const model = await locate(call, page);
  if (isRefusal(model) && !model.meant) return pageAnswer(call, href(routes.modelPage, page), { status: model.status });
  const [rightOwner = '', rightName = ''] = (isRefusal(model) ? model.meant!.id : model.id).split('/');
  const location = href(routes.modelPage, { owner: rightOwner, name: rightName }) + part;
  return sentTo(location);
}

function sentTo(location: string): Answer {
  return redirectTo(302, location, ['Vary', 'Accept']);
}
