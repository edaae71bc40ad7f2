// Finds the repository that the params of a registry route name, or returns the refusal that says why there is none.
import { type Awaitable, andThen } from '../../src/basics/remembered.ts';
import type { RegistryIndex } from '../../src/dialects/oci/registry/registry-index.ts';
import { repositoryName } from '../../src/model/reference.ts';
import { idParts, isIdPart, parseModelId } from '../../src/nouns/model-id.ts';
import { isRefusal, type Refusal, refuse } from '../../src/table/refusals.ts';
import { fileOf, type Row } from '../../src/table/route.ts';
import { reservedOwners } from '../../src/table/routes.ts';
import { LAYERS, modelKey, ownRepositoryKey, REGISTRY_INDEX } from '../../src/tree/static-tree.ts';
import { idIgnoringCase, type Visit } from '../models/locate.ts';
import { directionsOf, type ModelDirections, type ServedModel } from '../models/model.ts';
import type { Tree } from '../ports/ports.ts';
import type { Answer } from '../request/answer.ts';

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
  /** The approximate number of bytes in memory. Most of them are for its tags. */
  weight: number;
}

/** Finds the repository `owner/name`, whatever its case (decision 0021). The tree keeps it. */
export function repositoryAt(visit: Visit, owner: string, name: string): Awaitable<Repository | Refusal> {
  const { memory } = visit.tree;
  const asked = repositoryName(`${owner}/${name}`);
  const known = memory.known(`repository ${asked}`);
  if (known) return known as Repository;
  if (!isIdPart(owner) || !isIdPart(name)) return refuse('NameInvalid', { name: asked });
  const isOwn = OWN.has(owner.toLowerCase());
  return andThen(isOwn ? ownRepository(visit.tree, asked) : modelRepository(visit, asked), (found) => {
    if (!found) return refuse('NameUnknown', { name: asked });
    if (!isRefusal(found)) memory.put(`repository ${asked}`, found);
    return found;
  });
}

/** Makes the handler of a row about one repository, which gets the repository that the params name. */
export const inRepository =
  <C extends Visit & { params: { owner: string; name: string } }>(
    answered: (call: C, repository: Repository) => Awaitable<Answer | Refusal>,
  ) =>
  (call: C): Awaitable<Answer | Refusal> =>
    andThen(repositoryAt(call, call.params.owner, call.params.name), (repository) =>
      'index' in repository ? answered(call, repository) : repository,
    );

/** Returns the path of a row's file for this repository. `params` are the other params of the row. */
export function pathIn({ key, index }: Repository, row: Row, params: Readonly<Record<string, string>>): string {
  return `${key}/${fileOf(row, { ...params, ...idParts(index.name) })}`;
}

function repository(index: RegistryIndex, key: string, given: Partial<Repository> = {}): Repository {
  const names = Object.keys(index.tags).length + Object.keys(index.sharded).length;
  return { index, key, layers: {}, model: undefined, weight: 1000 + 1000 * names, ...given };
}

function ownRepository(tree: Tree, asked: string): Awaitable<Repository | undefined> {
  const key = ownRepositoryKey(asked);
  return andThen(
    readIndex(tree, key),
    (index) =>
      index &&
      andThen(tree.text(`${key}/${LAYERS}`), (text) => repository(index, key, { layers: JSON.parse(text ?? '{}') })),
  );
}

function modelRepository(visit: Visit, asked: string): Awaitable<Repository | Refusal | undefined> {
  const { ask, ports, tree } = visit;
  return andThen(modelNamed(visit, asked), (model) => {
    if (!model) {
      if (!reservedOwners.has(idParts(asked).owner)) ports.demand.record(asked, ask.client);
      return undefined;
    }
    if ('gated' in model) return refuse('GatedRepo', { id: model.id });
    const key = modelKey(model.id);
    return andThen(readIndex(tree, key), (index) => {
      if (index) return repository(index, key, { model });
      throw new Error(`torn tree ${tree.id}: ${key}/${REGISTRY_INDEX} is missing; rebuild with "model-hub build"`);
    });
  });
}

/** Finds the model with this lowercase id, either under that spelling or under the spelling that the index has. */
function modelNamed({ ports: { sources }, tree }: Visit, asked: string): Awaitable<ModelDirections | undefined> {
  const { owner, name } = idParts(asked);
  return andThen(directionsOf(tree, owner, name, sources), (direct) => {
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
