// Cards that were taken down and are back: a build learns of them here, and loads nothing of what takes one down.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Address } from '../../src/nouns/address.ts';
import type { Config } from '../../src/service/config.ts';
import { objectPath } from '../../src/tree/static-tree.ts';
import { storeOf } from '../days/object-store.ts';
import { readTakedowns } from '../days/takedowns.ts';
import { noteTornModel } from '../packs/torn-note.ts';

/** Has the next build make the pages of models again whose cards are back: the days name them as they did before. */
export function noteCardsThatAreBack(config: Config): void {
  const store = storeOf(config);
  const isBack = (card: Address) => store.has(card) && !existsSync(join(config.dist, objectPath('card', card)));
  for (const { model, cards } of readTakedowns(config.data).lifted)
    if (cards.some(isBack)) noteTornModel(config.dist, model);
}
