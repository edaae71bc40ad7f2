// Finds the models that an export writes again: those whose pack has changed, or whose downloads or likes have changed
// enough.
import type { StoredTree } from '../../../functions/stores/tree/tree.ts';
import type { ModelFigures } from '../../../src/model/model-figures.ts';
import { modelOfKey } from '../../../src/tree/static-tree.ts';
import type { Listed } from '../../../src/tree/tree-list.ts';
import type { ExportState, WrittenPack } from './export-state.ts';

/** A model whose files an export writes. */
export interface ChangedModel {
  listed: Listed;
  id: string;
  figures: ModelFigures;
}

/**
 * Finds the models of `tree` that are new or changed since `before`. Gives the entry of every other model in `before`,
 * by its key.
 */
export async function compareModels(
  tree: Pick<StoredTree, 'search'>,
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

/** A change of the downloads or likes by at most this number does not count. */
const FEW = 100;

/** True if the downloads or likes are new or gone, or if they changed by more than a tenth and by more than FEW. */
const hasMoved = ([, downloads, likes]: WrittenPack, now: ModelFigures) =>
  isFar(downloads, now.downloads ?? null) || isFar(likes, now.likes ?? null);

const isFar = (was: number | null, now: number | null) =>
  was === null || now === null ? was !== now : Math.abs(now - was) > Math.max(was / 10, FEW);
