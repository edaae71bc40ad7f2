// Finds models that a caller with an unknown id may have meant.
import { likeIds } from '../../src/model-page/like-ids.ts';
import type { NoModelPage } from '../../src/model-page/model-page.ts';
import type { SearchFilter } from '../../src/search/conditions.ts';
import type { SearchPort } from '../../src/search/search-port.ts';
import type { Tree } from '../ports/ports.ts';
import { unlessAway } from '../search/no-search.ts';
import { firstRowsOf } from '../search/rows.ts';
import { takeSearchTurn } from '../search/search-turn.ts';

/**
 * The maximum number of words of a name that are searched for, the longest first, and the maximum number of rows that
 * are read for each word.
 */
const [MOST_WORDS, MOST_ROWS] = [3, 40];
/** The minimum length of a word that is searched for. Too many names have shorter words. */
const SHORTEST = 3;

type LikeModels = Pick<NoModelPage, 'close' | 'ofOwner'>;

/**
 * Finds ids that resemble `owner/name`, and counts the models of that owner. The result lacks a member that would be
 * empty.
 */
export const likeModels = (tree: Tree, owner: string, name: string): Promise<LikeModels> =>
  unlessAway(() => modelsLike(tree, owner, name), {});

async function modelsLike(tree: Tree, owner: string, name: string): Promise<LikeModels> {
  await takeSearchTurn(tree);
  const index = await tree.search();
  const words = [...new Set(name.toLowerCase().match(/[a-z0-9]+/g) ?? [])]
    .filter(({ length }) => length >= SHORTEST)
    .sort((one, other) => other.length - one.length);
  const questions: SearchFilter[] = [...words.slice(0, MOST_WORDS).map((search) => ({ search })), { author: owner }];
  const ids = new Set<string>();
  for (const question of questions) for (const id of await idsOf(index, question)) ids.add(id);
  const close = likeIds(`${owner}/${name}`, [...ids]);
  const ofOwner = await index.count({ author: owner });
  return { ...(close.length > 0 && { close }), ...(ofOwner > 0 && { ofOwner }) };
}

async function idsOf(index: SearchPort, filter: SearchFilter): Promise<string[]> {
  const query = { ...filter, sort: 'trendingScore', ascending: false, limit: MOST_ROWS } as const;
  return (await firstRowsOf(index, query)).map(({ id }) => id);
}
