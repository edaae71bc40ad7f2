// Answers with pages of the website whose existence depends on the tree: of the documentation, of days, of owners and
// hashes. Redirects paths of the public hub, which people type after our host name, to the page of the model.
import type { Awaitable } from '../../src/basics/remembered.ts';
import { browseBy } from '../../src/model-page/model-links.ts';
import { isSha256 } from '../../src/nouns/address.ts';
import { isDay } from '../../src/nouns/calendar.ts';
import { idParts, isIdPart, versionLink } from '../../src/nouns/model-id.ts';
import { OVERVIEW } from '../../src/site/docs-page.ts';
import { isRefusal, type Refusal, refuse } from '../../src/table/refusals.ts';
import { headersOf, href, treePath } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { builtAnswer } from '../answers/built-answer.ts';
import { filesWith } from '../models/hashes.ts';
import { locate } from '../models/locate.ts';
import type { BuiltFile, Call, Handler, Tree } from '../ports/ports.ts';
import { type Answer, freshJson, redirectTo } from '../request/answer.ts';
import { prefersHtml } from '../request/negotiate.ts';
import { pathText } from '../request/request-target.ts';
import { searchInTurn } from '../search/rows.ts';
import { hubHealth } from '../sources/hub-health.ts';
import { missingPage, pageAnswer } from './page-answer.ts';
import { documentAnswer } from './site-file.ts';

/** Returns the twin of a page. Returns undefined if `page` can't be a page's name, or if the tree lacks the twin. */
function twinOf(tree: Tree, page: string): Awaitable<BuiltFile | undefined> {
  return /^[a-z0-9-]{1,64}$/.test(page) ? tree.read(treePath(routes.docsTwin, { page })) : undefined;
}

/** Answers `GET /docs/{page}/`. The page exists if the tree has its Markdown twin; the website makes the page. */
export const docsPage: Handler<'docsPage'> = async (call) => {
  const { params, tree } = call;
  const isThere = params.page !== OVERVIEW && (await twinOf(tree, params.page));
  return pageAnswer(call, isThere ? href(routes.docsPage, params) : undefined);
};

/** Answers `GET /docs/{page}.md`. */
export const docsTwin: Handler<'docsTwin'> = async (call) => {
  const { params, tree } = call;
  const twin = await twinOf(tree, params.page);
  if (!twin) return refuse('NotFound', { path: href(routes.docsTwin, params) });
  return builtAnswer(call, twin, { headers: headersOf(routes.docsTwin, params) });
};

/** Answers `GET /archive/{date}.json`. A name that is no day may belong to another document. */
export const archiveDay: Handler<'archiveDay'> = (call) =>
  isDay(call.params.date) ? documentAnswer(call) : refuse('NotFound', { path: href(routes.archiveDay, call.params) });

/** Answers `GET /archive/{date}/`. */
export const archiveDayPage: Handler<'archiveDayPage'> = async (call) => {
  const { params, tree } = call;
  const isThere = isDay(params.date) && (await tree.read(treePath(routes.archiveDay, params)));
  return pageAnswer(call, isThere ? href(routes.archiveDayPage, params) : undefined);
};

/** Answers with the health of every source (decision 0020). `/healthz` answers for the service itself. */
export const healthAnswer: Handler<'health'> = ({ ports }) => freshJson(hubHealth(ports));

/** Answers `GET /hashes/{sha256}/` with a page for any SHA-256, even if no file has it. */
export const hashPage: Handler<'hashPage'> = async (call) => {
  const sha256 = call.params.sha256.toLowerCase();
  if (!isSha256(sha256)) return missingPage(call);
  const isThere = (await filesWith(call.tree, sha256)).length > 0;
  if (!isThere && !prefersHtml(call.ask.header('accept'))) return refuse('HashNotFound', { sha256 });
  return pageAnswer(call, href(routes.hashPage, { sha256 }), isThere ? 200 : 404);
};

/** True if the index has a model of this owner. */
async function hasModels(tree: Tree, owner: string): Promise<boolean> {
  return isIdPart(owner) && searchInTurn(tree, (index) => index.hasOwner(owner));
}

/** Redirects the path of an owner to the owner's models, if there are any. */
export const typedOwner: Handler<'owner' | 'typedOwner'> = async (call) => {
  const { owner } = call.params;
  return (await hasModels(call.tree, owner)) ? sentTo(browseBy('author', owner)) : missingPage(call);
};

/**
 * Answers `GET /{owner}/{name}`. The name may end with a tag after a colon, as in references of registries and local
 * runners.
 */
export const typedModel: Handler<'typedModel'> = (call) => {
  const { owner, name } = call.params;
  const [, untagged, tag] = /^([^:]+):([\w.-]+)$/.exec(name) ?? [];
  if (untagged === undefined || tag === undefined) return toModel(call, '');
  return toModel({ ...call, params: { owner, name: untagged } }, versionLink(tag));
};

/** Answers `GET /{owner}/{name}/tree/…` and `…/blob/…` with a redirect to the files on the model's page. */
export const typedFiles: Handler<'typedFolder' | 'typedFile'> = (call) => toModel(call, '#files');

/**
 * Redirects to a part of the model's page, whatever the case of the id. If there is no such model, answers with the
 * page that explains this.
 */
async function toModel(call: Call<'typedModel'>, part: string): Promise<Answer | Refusal> {
  const { owner, name } = call.params;
  if (!prefersHtml(call.ask.header('accept')) || !isIdPart(owner) || !isIdPart(name))
    return refuse('NotFound', { path: pathText(call.path) });
  const model = await locate(call, { owner, name });
  const id = isRefusal(model) ? model.meant?.id : model.id;
  if (id !== undefined) return sentTo(href(routes.modelPage, idParts(id)) + part);
  return pageAnswer(call, href(routes.modelPage, { owner, name }), (model as Refusal).status);
}

function sentTo(location: string): Answer {
  return redirectTo(302, location, ['Vary', 'Accept']);
}
