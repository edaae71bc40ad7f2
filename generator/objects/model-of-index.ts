// Gets a model from a hub's index, and checks files on the disk against it.

import { MAX_OBJECT } from '../../src/basics/limits.ts';
import { parseModelObject } from '../../src/catalog/catalog-object.ts';
import { type Address, parseAddress } from '../../src/nouns/address.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import type { ModelFile } from '../../src/shapes/objects.ts';
import { type LocalFile, localSha256 } from '../files/local-files.ts';
import { Failure } from '../process/failure.ts';
import type { Task } from '../process/progress.ts';
import type { ObjectClient } from './object-client.ts';

interface IndexedModel {
  address: Address;
  files: ReadonlyMap<string, ModelFile>;
}

/** Gets the model object at an address. Throws a Failure if there is no object, or if the object describes no model. */
export async function modelAt(client: ObjectClient, address: Address): Promise<IndexedModel> {
  const text = (await client.get(address, MAX_OBJECT)).toString();
  try {
    return { address, files: new Map(parseModelObject(text).files.map((file) => [file.path, file])) };
  } catch (error) {
    throw new Failure(`The object ${address} is no model object.`, { cause: error });
  }
}

/** Gets the model `id` from the hub's present index. Throws a Failure if the index lacks the model. */
export async function indexModel(client: ObjectClient, id: string): Promise<IndexedModel> {
  const rows = (await client.json(`/api/models?limit=500&search=${encodeURIComponent(id)}`)) as ModelRow[];
  const address = parseAddress(rows.find((row) => row.id === id)?.hub.manifest ?? '');
  if (!address) throw new Failure(`${client.base} has no model ${id} in its index.`);
  return modelAt(client, address);
}

/**
 * Returns those of `files` that belong to the model, after hashing them. Throws a Failure if a file has other bytes
 * than the model says, or if no file belongs to the model.
 */
export async function indexFiles(model: IndexedModel, files: readonly LocalFile[], task: Task): Promise<LocalFile[]> {
  const own = files.filter(({ path }) => model.files.has(path));
  if (own.length === 0) throw new Failure('No file here belongs to the model: is this its folder?');
  for (const { path, absolute, size } of own) {
    const expected = model.files.get(path)!;
    const isRight =
      size === expected.size && (await localSha256(absolute, (count) => task.advance(count))) === expected.sha256;
    if (!isRight) throw new Failure(`${path} is not the file that the index names: nothing is published.`);
  }
  return own;
}
