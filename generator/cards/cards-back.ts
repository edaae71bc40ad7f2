// Finds models whose card was taken down and is allowed again. It is a module of its own, so that a build does not load
// the code that takes cards down.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Address } from '../../src/nouns/address.ts';
import type { Config } from '../../src/service/config.ts';
import { objectPath } from '../../src/tree/static-tree.ts';
import { storeOf } from '../days/object-store.ts';
import { readTakedowns } from '../days/takedowns.ts';
import { noteStale } from '../packs/tree-layout.ts';

/** Marks models whose cards are allowed again, so that the next build makes their pages anew. */
export function noteCardsThatAreBack(config: Config): void {
  const store = storeOf(config);
  const isBack = (card: Address) => store.has(card) && !existsSync(join(config.dist, objectPath('card', card)));
  for (const { model, cards } of readTakedowns(config.data).lifted)
    if (cards.some(isBack)) noteStale(config.dist, model);
}
