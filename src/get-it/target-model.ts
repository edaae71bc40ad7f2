// Collects the facts that all commands of a model's page share: names and addresses. They are plain data, since scripts
// of the page make commands from them too.

import { defined } from '../basics/records.ts';
import { isRepositoryName, repositoryName } from '../model/reference.ts';
import { baseModels, pageAdapter } from '../model-page/base-models.ts';
import { browseBy, docsLink, modelLinks } from '../model-page/model-links.ts';
import type { ModelPage } from '../model-page/model-page.ts';
import { encodePath } from '../nouns/file-path.ts';
import { idParts } from '../nouns/model-id.ts';
import { href } from '../table/route.ts';
import { routes } from '../table/routes.ts';
import type { LoadingProgram } from './command-body.ts';
import { programsOf } from './library-programs.ts';

/** A source that the commands of an export name directly. */
export interface DirectHolder {
  name: string;
  /** The start of a file's URL. A percent-encoded path follows, or, if `isByHash` is true, the SHA-256 of the file. */
  direct: string;
  isByHash?: true;
  /** True if the source holds only some of the files. */
  isPartial?: true;
}

export interface TargetModel {
  id: string;
  owner: string;
  name: string;
  revision: string;
  /** The hub's address without a trailing slash. */
  baseUrl: string;
  /** The number of sources that hold files of the model. */
  sources: number;
  /** True if the hub has no TLS: registry tools then need an option. */
  plain: boolean;
  /** The start of a file's absolute URL; a percent-encoded path of the repository follows. */
  filesUrl: string;
  sumsUrl: string;
  /** The address of the program `pull.mjs`. */
  pullUrl: string;
  /** `host/owner/name` as registries spell it; absent if their rules don't allow the name. */
  repository?: string;
  /** The programs that load the model. */
  programs: LoadingProgram[];
  /** Set for an adapter: if the base model is known, its id, and the address that searches this hub for it. */
  adapter?: { base?: string; page?: string };
  /** True if some path needs encoding in a URL. */
  odd: boolean;
  /** The address of a page of the documentation, with `{page}` in place of its name. */
  docs: string;
  /** The address of the browse page. */
  browse: string;
  /** In an export: the sources that hold files; those with all files come first. */
  direct?: DirectHolder[];
}

/** Collects everything that the commands for `model` need, apart from the chosen version. */
export function targetModel(model: ModelPage, baseUrl: string): TargetModel {
  const { host, protocol } = new URL(baseUrl);
  const links = modelLinks(model);
  const repository = repositoryName(model.id);
  const { files } = model;
  return {
    ...{ id: model.id, ...idParts(model.id), revision: model.revision, baseUrl },
    sources: model.sources.length,
    plain: protocol === 'http:',
    filesUrl: baseUrl + links.files,
    sumsUrl: baseUrl + links.sums,
    pullUrl: baseUrl + href(routes.puller),
    ...(isRepositoryName(repository) && { repository: `${host}/${repository}` }),
    programs: model.isDirect ? [] : programsOf(model, baseUrl),
    ...(pageAdapter(model) && { adapter: baseOf(model) }),
    odd: files.some(({ path }) => encodePath(path) !== path),
    docs: docsLink('{page}').replace(encodeURIComponent('{page}'), '{page}'),
    browse: href(routes.browse),
    ...(model.isDirect && { direct: holdersOf(model) }),
  };
}

function baseOf(model: ModelPage): { base?: string; page?: string } {
  const base = baseModels(model)[0]?.id;
  return base === undefined ? {} : { base, page: browseBy('search', base) };
}

function holdersOf({ sources }: ModelPage): DirectHolder[] {
  const holders = sources.flatMap(({ name, direct, isByHash, files }): DirectHolder[] =>
    direct === undefined
      ? []
      : [{ name, direct, ...defined({ isByHash }), ...(files !== undefined && { isPartial: true as const }) }],
  );
  // Sources with all files come first: if the first source lacks a file, the commands request it from the second.
  return holders.sort((a, b) => Number(a.isPartial ?? false) - Number(b.isPartial ?? false));
}
