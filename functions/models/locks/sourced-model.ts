// Converts a model to the form that locks and other lists for downloaders need: every file, with its URL at each source
// that holds it.
import type { SourcedModel } from '../../../src/lock/sourced-model.ts';
import type { Address } from '../../../src/nouns/address.ts';
import type { LockedFile } from '../../../src/shapes/locks.ts';
import type { Tree } from '../../ports/ports.ts';
import { takeTurn } from '../../ports/turns.ts';
import { rowIn } from '../../search/rows.ts';
import type { FileDirections, ServedModel } from '../served-model.ts';

/** Returns the model with the URLs of all its files. */
export async function sourcedModel(tree: Tree, model: ServedModel): Promise<SourcedModel> {
  const { hub, pipeline_tag: task, tags } = (await rowIn(await tree.search(), model.id))!;
  const { id, revision, head } = model;
  const files = await filesOf(model);
  return { id, revision, object: hub.manifest as Address, license: head.license, task, tags, files };
}

/**
 * Lists all files of a model in the order of the index. It reads them block by block, so that other requests do not
 * wait for all of them.
 */
async function filesOf(model: ServedModel): Promise<LockedFile[]> {
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
