// Collects the facts that all commands of a model's page share: names and addresses.

import { adapterLoader } from '../model/adapter.ts';
import { isRepositoryName, repositoryName } from '../model/reference.ts';
import { baseModels } from '../model-page/base-models.ts';
import { modelLinks } from '../model-page/model-links.ts';
import type { ModelPage } from '../model-page/model-page.ts';
import { idParts } from '../nouns/model-id.ts';

export type TargetModel = ReturnType<typeof targetModel>;

/**
 * Collects everything that the commands for `model` need, apart from the chosen version. `baseUrl` is the hub's address
 * without a trailing slash.
 */
export function targetModel(model: ModelPage, baseUrl: string) {
  const links = modelLinks(model);
  const repository = repositoryName(model.id);
  return {
    ...model,
    ...idParts(model.id),
    baseUrl,
    /** The start of a file's absolute URL; a percent-encoded path of the repository follows. */
    filesUrl: baseUrl + links.files,
    sumsUrl: baseUrl + links.sums,
    /** `host/owner/name` as registries spell it; undefined if their rules don't allow the name. */
    repository: isRepositoryName(repository) ? `${new URL(baseUrl).host}/${repository}` : undefined,
    /** Set for an adapter, with the id of its base model if that is known. */
    adapter: adapterLoader(model) && { base: baseModels(model)[0]?.id },
  };
}
