// Says whether a model can be had when every other source is gone, since IPFS has all of its weights, by its source
// objects.

import { defined } from '../basics/defined.ts';
import { isWeight } from '../model/weights.ts';
import type { Pin } from '../shapes/discovery.ts';
import type { ModelObject, SourceObject } from '../shapes/objects.ts';

/**
 * The pin of a model; undefined when IPFS does not have all of its weights, or its source says that they are not pinned
 * there. It has the day they were pinned where that is known.
 */
export function pinOf(model: ModelObject, sources: readonly SourceObject[]): Pin | undefined {
  const source = sources.find(
    ({ kind, root, pinned, files }) =>
      kind === 'ipfs' && root !== undefined && pinned !== false && holdsWeights(model, files),
  );
  if (!source) return undefined;
  const { root, pinned, hidden } = source;
  return {
    root: root!,
    revision: model.revision,
    ...(typeof pinned === 'string' && { pinned }),
    ...defined({ hidden }),
  };
}

function holdsWeights(model: ModelObject, held: string[] | undefined): boolean {
  if (held === undefined) return true;
  const paths = new Set(held);
  return model.files.every(({ path }) => paths.has(path) || !isWeight(path));
}
