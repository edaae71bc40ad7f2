// Makes the addresses of everything about a model, each in one function, and the commands that pull it from the registry.
// Every address is safe in an HTML attribute.
import { repositoryName } from '../model/reference.ts';
import { encodePath } from '../nouns/file-path.ts';
import { idParts } from '../nouns/model-id.ts';
import { pinnedPath } from '../nouns/source-kinds.ts';
import { exportedFile, fileOf, href } from '../table/route.ts';
import { routes } from '../table/routes.ts';
import type { ModelPage, PageFile, PageSource } from './model-page.ts';

/**
 * Makes the paths of everything about `model` on this host. A revision in a path is the full indexed revision, or `main`
 * in an export.
 */
export function modelLinks(model: Pick<ModelPage, 'id' | 'revision' | 'object' | 'isDirect'>) {
  const at = { ...idParts(model.id), revision: model.isDirect ? 'main' : model.revision };
  // In an export, the file of a route may have another name than the path of the route, so links lead to the file.
  const link = (row: typeof routes.model | typeof routes.tree) =>
    model.isDirect ? `/${exportedFile(fileOf(row, at))}` : href(row, at);
  return {
    twin: href(routes.modelTwin, at),
    info: link(routes.model),
    tree: link(routes.tree),
    sums: href(routes.sha256sums, at),
    object: href(routes.object, { id: model.object }),
    // An export has no repositories of models.
    manifest: model.isDirect
      ? undefined
      : href(routes.manifest, { ...idParts(repositoryName(model.id)), reference: 'latest' }),
    /** The start of every file's path; a percent-encoded path of the repository follows. */
    files: href(routes.resolve, { ...at, path: '' }),
  };
}

/** A source that holds a file, and the address of the file there. */
export interface FileHolder {
  source: PageSource;
  address: string;
}

/** Tells where a file is. */
interface FilePlaces {
  /** A path of this hub, or in an export the address at the first holder; undefined if no source has an address. */
  address: string | undefined;
  /** The holders, the best first. On a hub, an address is a path that is pinned to the source. */
  holders: FileHolder[];
}

/** Makes the function that finds a file. In an export, it leaves out sources without an address for files. */
export function fileFinder(model: ModelPage): (file: PageFile) => FilePlaces {
  const { files: start } = modelLinks(model);
  const sources = model.sources.map((source) => ({ source, held: source.files && new Set(source.files) }));
  return ({ path, sha256 }) => {
    const encoded = encodePath(path);
    const addressAt = ({ token, direct, isByHash }: PageSource) => {
      if (!model.isDirect) return pinnedPath(token, start) + encoded;
      return direct && direct + (isByHash ? sha256 : encoded);
    };
    const holders = sources.flatMap(({ source, held }) => {
      const address = held?.has(path) === false ? undefined : addressAt(source);
      return address === undefined ? [] : [{ source, address }];
    });
    return { address: model.isDirect ? holders[0]?.address : start + encoded, holders };
  };
}

/** Makes the address of the browse page with one filter. */
export function browseBy(
  name: 'author' | 'filter' | 'held' | 'library' | 'license' | 'pipeline_tag' | 'search',
  value: string,
): string {
  return `${href(routes.browse)}?${name}=${encodeURIComponent(value)}`;
}

/** Makes the address of a page of the documentation. */
export function docsLink(page: string): string {
  return href(routes.docsPage, { page });
}

/**
 * Makes commands for `id` at `tag`: `oras` fetches every file into the working folder and checks the digests, `skopeo`
 * copies the repository into a folder and checks them, `ollama` fetches a GGUF model, ready to run. The tools expect HTTPS, so the commands for an address without HTTPS have one more
 * option.
 */
export function pullCommands(baseUrl: string, id: string, tag: string) {
  const { host, protocol } = new URL(baseUrl);
  const plain = protocol === 'http:';
  const reference = `${host}/${repositoryName(id)}:${tag}`;
  return {
    oras: `oras pull ${plain ? '--plain-http ' : ''}${reference}`,
    skopeo: `skopeo copy ${plain ? '--src-tls-verify=false ' : ''}docker://${reference} dir:model`,
    ollama: `ollama pull ${plain ? '--insecure ' : ''}${reference}`,
  };
}
