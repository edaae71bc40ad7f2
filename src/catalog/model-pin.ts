// Decides if a model would survive on IPFS alone: its source object for IPFS must list all of its weights.

import { defined } from '../basics/records.ts';
import { isWeight } from '../model/weight-formats.ts';
import type { Pin } from '../shapes/discovery.ts';
import type { ModelObject, SourceObject } from '../shapes/objects.ts';

/**
 * Returns what IPFS keeps of a model, with the day on which it was pinned, if known. Returns undefined if IPFS lacks
 * some weights, or if the source object says that they are not pinned.
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
