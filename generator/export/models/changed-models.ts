// Which models an export writes anew: those whose pack is another one, or whose figures have moved far.
import type { DiskTree } from '../../../functions/stores/tree/node-tree.ts';
import type { ModelFigures } from '../../../src/model/model-figures.ts';
import { modelOfKey } from '../../../src/tree/static-tree.ts';
import type { Listed } from '../../../src/tree/tree-list.ts';
import type { ExportState, WrittenPack } from './export-state.ts';
import { hasMovedFar } from './moved-far.ts';

/** A model that is written. */
export interface ChangedModel {
  listed: Listed;
  id: string;
  figures: ModelFigures;
}

/** The models of `tree` that `before` does not hold as they are, and what it says of the others, by their keys. */
export async function compareModels(
  tree: Pick<DiskTree, 'search'>,
  all: readonly Listed[],
  before: ExportState,
): Promise<{ changed: ChangedModel[]; same: ExportState['packs'] }> {
  const search = await tree.search();
  const changed: ChangedModel[] = [];
  const same: ExportState['packs'] = new Map();
  for (const listed of all) {
    const id = modelOfKey(listed.key);
    if (id === undefined) continue;
    const figures = (await search.figuresOf(id)) ?? {};
    const known = before.packs.get(listed.key);
    if (known?.[0] === listed.sha256 && !hasMoved(known, figures)) same.set(listed.key, known);
    else changed.push({ listed, id, figures });
  }
  return { changed, same };
}

/** So little says of any figure that it is small, before and after. */
const FEW = 100;

/** True when a figure is over a tenth more or less than what was written, and not by few, or is known only now. */
function hasMoved([, downloads, likes]: WrittenPack, now: ModelFigures): boolean {
  return hasMovedFar(downloads, now.downloads ?? null, FEW) || hasMovedFar(likes, now.likes ?? null, FEW);
}
