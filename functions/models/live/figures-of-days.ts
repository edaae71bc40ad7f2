// Reads a model's downloads and likes on several days of the index. It reads only the model's row of each day's
// catalog.
import { defined } from '../../../src/basics/defined.ts';
import { LazyValue } from '../../../src/basics/lazy-value.ts';
import type { Archive } from '../../../src/shapes/discovery.ts';
import type { ModelRelated } from '../../../src/shapes/live.ts';
import { treePath } from '../../../src/table/route.ts';
import { routes } from '../../../src/table/routes.ts';
import type { Tree } from '../../ports/ports.ts';
import { perTree } from '../../ports/tree-cache.ts';
import { takeTurn } from '../../ports/turns.ts';
import { rowOnDay } from '../../search/catalog-row.ts';

type Days = ModelRelated['days'];

/** The maximum number of days that are shown of a model, and the number of newest days from which they are chosen. */
const [MOST_DAYS, NEWEST] = [8, 30];

/** The chosen days, the newest first. They are read once for each tree. */
const daysOf = perTree((tree) => new LazyValue(async () => spread(await archiveOf(tree))));

/** Returns the figures of the model `id`, the oldest day first. Leaves out days without figures. */
export async function figuresOfDays(tree: Tree, id: string): Promise<Days> {
  const figures: Days = [];
  for (const { date, catalog } of await daysOf(tree).get()) {
    await takeTurn();
    const { downloads, likes } = (await rowOnDay(tree, catalog, id)) ?? {};
    if (downloads === undefined && likes === undefined) continue;
    figures.unshift({ day: date, ...defined({ downloads, likes }) });
  }
  return figures;
}

async function archiveOf(tree: Tree): Promise<Archive['days']> {
  const text = await tree.text(treePath(routes.archive, {}));
  return text === undefined ? [] : (JSON.parse(text) as Archive).days;
}

/** Chooses the newest day, and older days at equal distances. */
function spread(days: Archive['days']): { date: string; catalog: string }[] {
  const newest = days.slice(0, NEWEST);
  const step = Math.max(1, Math.ceil((newest.length - 1) / (MOST_DAYS - 1)));
  return newest.filter((_, at) => at % step === 0).map(({ date, catalog }) => ({ date, catalog }));
}
