// Finds the repository that the params of a registry route name, or returns the refusal that says why there is none.
import { type Awaitable, andThen } from '../../src/basics/awaitable.ts';
import { Remembered } from '../../src/basics/remembered.ts';
import { type OciRefusal, refuseOci } from '../../src/dialects/oci/registry/refusals.ts';
import type { RegistryIndex } from '../../src/dialects/oci/registry/registry-index.ts';
import { repositoryName } from '../../src/model/reference.ts';
import { isIdPart, parseModelId } from '../../src/nouns/model-id.ts';
import { isRefusal, type Refusal, refuse } from '../../src/table/refusals.ts';
import { fileOf, type Row } from '../../src/table/route.ts';
import { reservedOwners } from '../../src/table/routes.ts';
import { LAYERS, modelKey, ownRepositoryKey, REGISTRY_INDEX } from '../../src/tree/static-tree.ts';
import { directionsOf, type ModelDirections } from '../models/directions.ts';
import type { Visit } from '../models/locate.ts';
import { idIgnoringCase } from '../models/other-spelling.ts';
import type { ServedModel } from '../models/served-model.ts';
import type { Tree } from '../ports/ports.ts';
import { perTree } from '../ports/tree-cache.ts';

/** The maximum total size in bytes of the parsed repositories that are kept for a tree. */
const KEPT_BYTES = 16 * 1024 * 1024;
/** The owners of the service's own repositories. No model can have such an owner. */
const OWN = new Set(['hub', 'spaces']);

export interface Repository {
  index: RegistryIndex;
  /** The name of the pack that holds the repository's manifests and generated blobs. */
  key: string;
  /**
   * The paths in the tree, by SHA-256, of layers that are not blobs of the repository. Only the service's own
   * repositories have such layers.
   */
  layers: Readonly<Record<string, string>>;
  /** Undefined for the service's own repositories, where nothing comes from a source. */
  model: ServedModel | undefined;
}

const repositoriesOf = perTree(() => new Remembered<string, Repository>({ most: KEPT_BYTES, weigh: weightOf }));

/** Finds the repository `owner/name`, whatever its case (decision 0021). */
export function repositoryAt(visit: Visit, owner: string, name: string): Awaitable<Repository | Refusal | OciRefusal> {
  const { tree } = visit;
  const asked = repositoryName(`${owner}/${name}`);
  const cache = repositoriesOf(tree);
  const known = cache.known(asked);
  if (known) return known;
  if (!isIdPart(owner) || !isIdPart(name)) return refuseOci('NameInvalid', { name: asked });
  return andThen(OWN.has(owner.toLowerCase()) ? ownRepository(tree, asked) : modelRepository(visit, asked), (found) => {
    if (!found) return refuseOci('NameUnknown', { name: asked });
    if (!isRefusal(found)) cache.put(asked, found);
    return found;
  });
}

/** Returns the path of a row's file for this repository. `params` are the other params of the row. */
export function pathIn({ key, index }: Repository, row: Row, params: Readonly<Record<string, string>>): string {
  const slash = index.name.indexOf('/');
  const [owner, name] = [index.name.slice(0, slash), index.name.slice(slash + 1)];
  return `${key}/${fileOf(row, { ...params, owner, name })}`;
}

/**
 * Returns the approximate number of bytes that a repository takes in memory. Most of them are for its tags; the model
 * counts too, although it is kept elsewhere as well.
 */
function weightOf({ index, model }: Repository): number {
  const names = Object.keys(index.tags).length + Object.keys(index.sharded).length;
  return 1000 + 1000 * names + (model?.weight ?? 0);
}

function ownRepository(tree: Tree, asked: string): Awaitable<Repository | undefined> {
  const key = ownRepositoryKey(asked);
  return andThen(
    readIndex(tree, key),
    (index) =>
      index &&
      andThen(tree.text(`${key}/${LAYERS}`), (text) => {
        const layers = JSON.parse(text ?? '{}') as Repository['layers'];
        return { index, key, layers, model: undefined };
      }),
  );
}

function modelRepository(visit: Visit, asked: string): Awaitable<Repository | Refusal | undefined> {
  return andThen(modelNamed(visit, asked), (model) => repositoryOf(model, visit, asked));
}

function repositoryOf(
  model: ModelDirections | undefined,
  { ask, ports, tree }: Visit,
  asked: string,
): Awaitable<Repository | Refusal | undefined> {
  if (!model) {
    if (!reservedOwners.has(asked.slice(0, asked.indexOf('/')))) ports.demand.record(asked, ask.client);
    return undefined;
  }
  if ('gated' in model) return refuse('GatedRepo', { id: model.id });
  const key = modelKey(model.id);
  return andThen(readIndex(tree, key), (index) => {
    if (index) return { index, key, layers: {}, model };
    throw new Error(`torn tree ${tree.id}: ${key}/${REGISTRY_INDEX} is missing; rebuild with "model-hub build"`);
  });
}

/** Finds the model with this lowercase id, either under that spelling or under the spelling that the index has. */
function modelNamed({ ports: { sources }, tree }: Visit, asked: string): Awaitable<ModelDirections | undefined> {
  const own = parseModelId(asked)!;
  return andThen(directionsOf(tree, own.owner, own.name, sources), (direct) => {
    if (direct) return direct;
    return andThen(idIgnoringCase(tree, asked), (better) => {
      const spelled = parseModelId(better ?? '');
      return spelled && directionsOf(tree, spelled.owner, spelled.name, sources);
    });
  });
}

function readIndex(tree: Tree, key: string): Awaitable<RegistryIndex | undefined> {
  return andThen(tree.text(`${key}/${REGISTRY_INDEX}`), (text) =>
    text === undefined ? undefined : (JSON.parse(text) as RegistryIndex),
  );
}
