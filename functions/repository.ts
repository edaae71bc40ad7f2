// From the params of a registry route to the repository they mean, or to the reason why there is none.
import { LRUCache } from 'lru-cache';
import { isRepositoryName, repositoryName } from '../src/dialects/oci/reference.ts';
import { type OciRefusal, refuseOci } from '../src/dialects/oci/refusals.ts';
import type { RegistryIndex } from '../src/dialects/oci/registry-index.ts';
import { isIdPart, parseModelId } from '../src/model-id.ts';
import { isRefusal, type Refusal, refuse } from '../src/refusals.ts';
import { reservedOwners } from '../src/routes.ts';
import { MODEL_ANSWERS, modelFolder, ownRepositoryFolder } from '../src/static-tree.ts';
import { directionsOf } from './directions.ts';
import { idIgnoringCase } from './other-spelling.ts';
import type { Ports, Tree } from './ports.ts';
import type { ServedModel } from './served-model.ts';
import { perTree } from './tree-cache.ts';

/** Bytes of repositories kept parsed, per tree. */
const KEPT_BYTES = 16 * 1024 * 1024;
/** Owners of the service's own repositories; no model can have them. */
const OWN = new Set(['hub', 'spaces']);

interface Repository {
  index: RegistryIndex;
  /** Where its manifests and generated blobs lie in the tree. */
  folder: string;
  /** Absent in the service's own namespace: nothing there is fetched from a source. */
  model: ServedModel | undefined;
}

const repositoriesOf = perTree(() => new LRUCache<string, Repository>({ maxSize: KEPT_BYTES }));

/** The repository `owner/name`, in any case (decision 0021). */
export function repositoryAt(ports: Ports, tree: Tree, owner: string, name: string): Repository | Refusal | OciRefusal {
  const asked = repositoryName(`${owner}/${name}`);
  if (!isIdPart(owner) || !isIdPart(name)) return refuseOci('NameInvalid', { name: asked });
  const cache = repositoriesOf(tree);
  const known = cache.get(asked);
  if (known) return known;
  const found = OWN.has(owner.toLowerCase()) ? ownRepository(tree, asked) : modelRepository(ports, tree, asked);
  if (!found) return refuseOci('NameUnknown', { name: asked });
  if (!isRefusal(found)) cache.set(asked, found, { size: weightOf(found) });
  return found;
}

/** About the bytes a repository takes in memory: mostly its tags, since the model is kept elsewhere as well. */
function weightOf({ index, model }: Repository): number {
  const names = Object.keys(index.tags).length + Object.keys(index.sharded).length;
  return 1000 + 1000 * names + (model?.weight ?? 0);
}

/**
 * The refusal for a path under /v2 that no row has. A name of one part or of three, as other registries have them, is a
 * repository that is not here; anything else is no route.
 */
export function noRepositoryAt(path: string): Refusal | OciRefusal {
  const [, asked] = /^\/v2\/(.+)\/(?:(?:manifests|blobs|referrers)\/[^/]+|tags\/list)$/.exec(path) ?? [];
  if (asked === undefined) return refuse('NotFound', { path });
  const name = repositoryName(asked);
  return refuseOci(isRepositoryName(name) ? 'NameUnknown' : 'NameInvalid', { name });
}

function ownRepository(tree: Tree, asked: string): Repository | undefined {
  const folder = ownRepositoryFolder(asked);
  const index = readIndex(tree, folder);
  return index && { index, folder, model: undefined };
}

function modelRepository(ports: Ports, tree: Tree, asked: string): Repository | Refusal | undefined {
  const model = modelNamed(ports, tree, asked);
  if (!model) {
    if (!reservedOwners.has(asked.slice(0, asked.indexOf('/')))) ports.demand.record(asked);
    return undefined;
  }
  if ('gated' in model) return refuse('GatedRepo', { id: model.id });
  const { owner, name } = parseModelId(model.id)!;
  const folder = modelFolder(owner, name);
  const index = readIndex(tree, folder);
  if (!index)
    throw new Error(
      `torn tree ${tree.id}: ${folder}/${MODEL_ANSWERS.registry} is missing; rebuild with "model-hub build"`,
    );
  return { index, folder, model };
}

/** The model with this lowercased id: as it stands, or under the spelling the index has. */
function modelNamed(ports: Ports, tree: Tree, asked: string) {
  const own = parseModelId(asked)!;
  const direct = directionsOf(tree, own.owner, own.name, ports.sources);
  if (direct) return direct;
  const spelled = parseModelId(idIgnoringCase(tree, asked) ?? '');
  return spelled && directionsOf(tree, spelled.owner, spelled.name, ports.sources);
}

function readIndex(tree: Tree, folder: string): RegistryIndex | undefined {
  const text = tree.text(`${folder}/${MODEL_ANSWERS.registry}`);
  return text === undefined ? undefined : (JSON.parse(text) as RegistryIndex);
}
