// The facts that all commands of a model's page share: its names and its addresses. Plain data, since scripts of the
// page make commands of it, too.

import { defined } from '../basics/defined.ts';
import { isAdapter } from '../model/adapter.ts';
import { isRepositoryName, repositoryName } from '../model/reference.ts';
import { baseModels } from '../model-page/base-models.ts';
import { docsLink, modelLinks } from '../model-page/model-links.ts';
import type { ModelPage } from '../model-page/model-page.ts';
import { TELLING } from '../model-page/telling-files.ts';
import { encodePath } from '../nouns/file-path.ts';
import { idParts } from '../nouns/model-id.ts';
import { href } from '../table/route.ts';
import { routes } from '../table/routes.ts';
import { namedTools } from '../tools/tools.ts';

/** A source that an export names itself. */
export interface DirectHolder {
  name: string;
  /** The URL that a percent-encoded path comes behind, or the SHA-256 of a file. */
  direct: string;
  isByHash?: true;
  /** It holds some of the files only. */
  isPartial?: true;
}

export interface AskedModel {
  id: string;
  owner: string;
  name: string;
  revision: string;
  task?: string;
  library?: string;
  /** The hub, without a trailing slash. */
  baseUrl: string;
  /** True: the hub has no TLS, for which registry tools need an option. */
  plain: boolean;
  /** Absolute: a percent-encoded path of the repository comes behind it. */
  filesUrl: string;
  sumsUrl: string;
  /** `host/owner/name` as registries spell it; absent where their rules leave the name out. */
  repository?: string;
  /** Files at the root that say what loads the model. */
  has: string[];
  /** It is an adapter, of no use without its base model: the id of that, where it is said, and its page. */
  adapter?: { base?: string; page?: string };
  /** True when some path can't stand in a URL as it is. */
  odd: boolean;
  /** A page of the documentation, with `{page}` for its name; and the browse page. */
  docs: string;
  browse: string;
  /** The tools that agents call, named in a sentence. */
  tools: string;
  /** In an export: who holds the files, who has all of them first. */
  direct?: DirectHolder[];
}

/** Everything the commands for `model` are made of, beside the choice. */
export function askedModel(model: ModelPage, baseUrl: string): AskedModel {
  const { host, protocol } = new URL(baseUrl);
  const links = modelLinks(model);
  const repository = repositoryName(model.id);
  const { task, library, files } = model;
  return {
    ...{ id: model.id, ...idParts(model.id), revision: model.revision, baseUrl },
    ...defined({ task, library }),
    plain: protocol === 'http:',
    filesUrl: baseUrl + links.files,
    sumsUrl: baseUrl + links.sums,
    ...(isRepositoryName(repository) && { repository: `${host}/${repository}` }),
    has: files.flatMap(({ path }) => (TELLING.has(path) ? [path] : [])),
    ...(isAdapter(files) && { adapter: baseOf(model) }),
    odd: files.some(({ path }) => encodePath(path) !== path),
    docs: docsLink('{page}').replace(encodeURIComponent('{page}'), '{page}'),
    browse: href(routes.browse, {}),
    tools: namedTools(),
    ...(model.isDirect && { direct: holdersOf(model) }),
  };
}

function baseOf(model: ModelPage): NonNullable<AskedModel['adapter']> {
  const base = baseModels(model)[0]?.id;
  if (base === undefined) return {};
  return { base, page: href(routes.modelPage, idParts(base)) };
}

function holdersOf({ sources }: ModelPage): DirectHolder[] {
  const holders = sources.flatMap(({ name, direct, isByHash, files }): DirectHolder[] =>
    direct === undefined
      ? []
      : [{ name, direct, ...defined({ isByHash }), ...(files !== undefined && { isPartial: true as const }) }],
  );
  // The second holder is asked for files that the first lacks.
  return holders.sort((a, b) => Number(a.isPartial ?? false) - Number(b.isPartial ?? false));
}
