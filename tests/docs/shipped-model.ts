// Reads models of the shipped catalog for tests that name a model.
import { openObjectStore } from '../../generator/days/object-store.ts';
import { readPointer } from '../../generator/days/pointer.ts';
import { seedFolder } from '../../generator/process/package-paths.ts';
import { parseModelObject } from '../../src/catalog/catalog-object.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { ModelObject } from '../../src/shapes/objects.ts';

const store = openObjectStore(`${seedFolder}/objects`);
const { models, gated } = JSON.parse(store.get(readPointer(seedFolder)!.catalog)) as {
  models: Record<string, { model: Address }>;
  gated: string[];
};

/** The id of every served model. */
export const shippedIds: readonly string[] = Object.keys(models);

/** Returns the object of every served model. */
export const shippedModels = (): ModelObject[] =>
  shippedIds.map((id) => parseModelObject(store.get(models[id]!.model)));

/** Returns the model with that id; a gated model has no files. Returns undefined if the catalog has no such model. */
export function shippedModel(id: string): Pick<ModelObject, 'files'> | undefined {
  if (gated.includes(id)) return { files: [] };
  const entry = models[id] ?? models[Object.keys(models).find((known) => known.toLowerCase() === id) ?? ''];
  return entry && parseModelObject(store.get(entry.model));
}
