// Collects the facts that all commands of a model's page share: names and addresses.

import { adapterLoader } from '../model/adapter.ts';
import { isRepositoryName, repositoryName } from '../model/reference.ts';
import { baseModels } from '../model-page/base-models.ts';
import { modelLinks } from '../model-page/model-links.ts';
import type { ModelPage } from '../model-page/model-page.ts';
import { idParts } from '../nouns/model-id.ts';
import type { LoadingProgram } from './command-body.ts';
import { programsOf } from './library-programs.ts';

export interface TargetModel extends ModelPage {
  owner: string;
  name: string;
  /** The hub's address without a trailing slash. */
  baseUrl: string;
  /** The start of a file's absolute URL; a percent-encoded path of the repository follows. */
  filesUrl: string;
  sumsUrl: string;
  /** `host/owner/name` as registries spell it; absent if their rules don't allow the name. */
  repository?: string;
  /** The programs that load the model. */
  programs: LoadingProgram[];
  /** Set for an adapter, with the id of its base model if that is known. */
  adapter?: { base: string | undefined };
}

/** Collects everything that the commands for `model` need, apart from the chosen version. */
export function targetModel(model: ModelPage, baseUrl: string): TargetModel {
  const links = modelLinks(model);
  const repository = repositoryName(model.id);
  return {
    ...model,
    ...idParts(model.id),
    baseUrl,
    filesUrl: baseUrl + links.files,
    sumsUrl: baseUrl + links.sums,
    ...(isRepositoryName(repository) && { repository: `${new URL(baseUrl).host}/${repository}` }),
    programs: model.isDirect ? [] : programsOf(model, baseUrl),
    ...(adapterLoader(model) && { adapter: { base: baseModels(model)[0]?.id } }),
  };
}
