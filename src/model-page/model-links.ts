// The addresses of everything about a model; each path is made once, and safe in an attribute.

import { repositoryName } from '../model/reference.ts';
import { encodePath } from '../nouns/file-path.ts';
import { idParts } from '../nouns/model-id.ts';
import { pinnedPath } from '../nouns/pinned-path.ts';
import { fileOf, href } from '../table/route.ts';
import { routes } from '../table/routes.ts';
import type { ModelPage } from './model-page.ts';

/** Paths on this host. A path with a revision has the indexed one in full. */
export interface ModelLinks {
  twin: string;
  info: string;
  tree: string;
  sums: string;
  object: string;
  manifest: string;
  /** The start of every file's path, to which a percent-encoded path of the repository is added. */
  files: string;
}

/** Makes the paths of `model`. */
export function modelLinks(model: Pick<ModelPage, 'id' | 'revision' | 'object' | 'isDirect'>): ModelLinks {
  const at = { ...idParts(model.id), revision: model.isDirect ? 'main' : model.revision };
  // Where a row has no file of its own name, plain files have the answer at that of its file.
  const plain = (row: typeof routes.model | typeof routes.tree) => `/${fileOf(row, at)}`;
  return {
    twin: href(routes.modelTwin, at),
    info: model.isDirect ? plain(routes.model) : href(routes.model, at),
    tree: model.isDirect ? plain(routes.tree) : href(routes.tree, at),
    sums: href(routes.sha256sums, at),
    object: href(routes.object, { id: model.object }),
    manifest: href(routes.manifest, { ...idParts(repositoryName(model.id)), reference: 'latest' }),
    files: href(routes.resolve, { ...at, path: '' }),
  };
}

/** Makes the path of one file; after `via`, the token of a source, it leads to that source in any state. */
export function fileLink(links: ModelLinks, path: string, via?: string): string {
  return pinnedPath(via, links.files) + encodePath(path);
}

/** Makes the address of the browse page with one condition. */
export function browseBy(name: 'author' | 'filter' | 'library' | 'pipeline_tag' | 'search', value: string): string {
  return `${href(routes.browse, {})}?${name}=${encodeURIComponent(value)}`;
}

/** Makes the anchor of a choice on the page of a model: a quantisation by its tag, a format by its name, in any case. */
export function choiceAnchor(key: string): string {
  return `choice-${key.toLowerCase()}`;
}

/** Makes the address of a page of the documentation. */
export function docsLink(page: string): string {
  return href(routes.docsPage, { page });
}
