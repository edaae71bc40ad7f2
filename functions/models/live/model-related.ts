// Relates a model to the rest of the index: models derived from it, models with the same weights, and its figures on
// other days.
import { andThen } from '../../../src/basics/awaitable.ts';
import { defined } from '../../../src/basics/defined.ts';
import { Remembered } from '../../../src/basics/remembered.ts';
import { baseModels } from '../../../src/model-page/base-models.ts';
import { DERIVATIONS, derivedTag } from '../../../src/model-page/derived-tags.ts';
import type { ModelRelated } from '../../../src/shapes/live.ts';
import { isRefusal } from '../../../src/table/refusals.ts';
import { routes } from '../../../src/table/routes.ts';
import { builtAnswer } from '../../answers/built-answer.ts';
import { compressedText } from '../../answers/compressed-text.ts';
import type { BuiltFile } from '../../ports/built-file.ts';
import type { Handler } from '../../ports/handler.ts';
import type { Ports, Tree } from '../../ports/ports.ts';
import { perTree } from '../../ports/tree-cache.ts';
import { unlessAway } from '../../search/no-search.ts';
import { firstRowsOf, rowIn } from '../../search/rows.ts';
import { searchInTurn } from '../../search/search-turn.ts';
import { locate } from '../locate.ts';
import type { ServedModel } from '../served-model.ts';
import { figuresOfDays } from './figures-of-days.ts';
import { sameBytes } from './same-bytes.ts';

/** The maximum number of derived models that an answer names. */
const MOST_NAMED = 5;
/** The maximum total size in bytes of the answers that are kept for a tree. */
const KEPT_BYTES = 8 * 1024 * 1024;

const madeOf = perTree(
  () => new Remembered<string, BuiltFile>({ most: KEPT_BYTES, weigh: ({ size }) => 2 * size + 500 }),
);

/**
 * Answers `GET /api/hub/models/{owner}/{name}/related`. The answer is computed at the first request to a tree, and then
 * kept.
 */
export const modelRelated: Handler<'modelRelated'> = (call) => {
  const { ask, params, ports, tree } = call;
  return andThen(locate(call, params), (model) => {
    if (isRefusal(model)) return model;
    const made = madeOf(tree).get(model.id, () => relatedFile(tree, model, ports));
    return andThen(made, (file) => builtAnswer(ask, routes.modelRelated, file));
  });
};

async function relatedFile(tree: Tree, model: ServedModel, { compress }: Pick<Ports, 'compress'>): Promise<BuiltFile> {
  const { id } = model;
  const same = await sameBytes(tree, id, await model.shown());
  const derived = await unlessAway(() => derivedFrom(tree, id), undefined);
  const related: ModelRelated = {
    ...{ id, ...defined({ derived, bases: await basesOf(tree, id) }) },
    ...(same && { same_bytes: same }),
    days: await figuresOfDays(tree, id),
  };
  return compressedText(JSON.stringify(related), compress);
}

/**
 * Lists the base models that this model's tags name, and says of each whether the index has it. Returns undefined if
 * the tags name none.
 */
async function basesOf(tree: Tree, id: string): Promise<ModelRelated['bases']> {
  const index = await tree.search();
  const { tags = [] } = (await rowIn(index, id)) ?? {};
  const bases = baseModels({ id, tags });
  if (bases.length === 0) return undefined;
  return Promise.all(bases.map(async (base) => ({ id: base.id, here: (await index.rowOf(base.id)) !== undefined })));
}

/** Counts the models whose tags name the model `id` as their base, and names the first of them. */
function derivedFrom(tree: Tree, id: string): Promise<ModelRelated['derived']> {
  return Promise.resolve(
    searchInTurn(tree, async (index) => {
      const counted = async (tag: string) => index.count({ tags: [tag] });
      const tag = derivedTag(id);
      const namesItself = (await rowIn(index, id))?.tags?.includes(tag);
      const models = (await counted(tag)) - (namesItself ? 1 : 0);
      const kinds: Record<string, number> = {};
      for (const kind of DERIVATIONS) {
        const found = await counted(derivedTag(id, kind));
        // One of four words of ours.
        if (found > 0) kinds[kind] = found;
      }
      if (models === 0) return { models, kinds, first: [] };
      const query = { tags: [tag], sort: 'downloads', ascending: false, limit: MOST_NAMED } as const;
      const rows = await firstRowsOf(index, query);
      return { models, kinds, first: rows.map((row) => row.id).filter((one) => one !== id) };
    }),
  );
}
