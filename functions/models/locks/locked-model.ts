// A model as locks and lists for downloaders have it: every file, with the address at each source that holds it.
import type { Address } from '../../../src/nouns/address.ts';
import type { LockedFile, LockedModel } from '../../../src/shapes/locks.ts';
import type { ModelRow } from '../../../src/shapes/models.ts';
import type { Tree } from '../../ports/ports.ts';
import { takeTurn } from '../../ports/turns.ts';
import type { FileDirections, ServedModel } from '../served-model.ts';

/** Gives all files of a model, in the order of the index. Files come block by block, so that no other caller waits for all. */
async function lockedFiles(model: ServedModel): Promise<LockedFile[]> {
  const files: LockedFile[] = [];
  for await (const block of model.files()) {
    await takeTurn();
    for (const file of block) files.push(lockedFile(file));
  }
  return files;
}

const lockedFile = ({ path, size, sha256, holders }: FileDirections): LockedFile => ({
  ...{ path, size, sha256 },
  urls: holders.map(({ host, url }) => ({ source: host, url })),
});

/** Gives the browse row of a served model. */
async function rowOf(tree: Tree, id: string): Promise<ModelRow> {
  const row = await (await tree.search()).rowOf(id);
  return JSON.parse(new TextDecoder().decode(row)) as ModelRow;
}

/** Gives a model as a lock has it, without a proof. */
export async function lockedModel(tree: Tree, model: ServedModel): Promise<LockedModel> {
  const { hub } = await rowOf(tree, model.id);
  return { files: await lockedFiles(model), object: hub.manifest as Address, revision: model.revision };
}
