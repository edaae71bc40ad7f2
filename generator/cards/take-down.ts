// Takes a model's card down for every day: removes it from the object store, the tree and the crawl's database, and
// keeps it out of later days.
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { parseCardObject } from '../../src/catalog/catalog-object.ts';
import type { Address } from '../../src/nouns/address.ts';
import { type Config, CRAWL_DATABASE } from '../../src/service/config.ts';
import { objectPath } from '../../src/tree/static-tree.ts';
import { CrawlMemory } from '../crawl/crawl-memory.ts';
import { cardsOfDays } from '../days/days-back.ts';
import { type ObjectStore, storeOf } from '../days/object-store.ts';
import { readTakedowns, writeTakedowns } from '../days/takedowns.ts';
import { inData } from '../files/lock.ts';
import { noteStale } from '../packs/tree-layout.ts';

/**
 * Takes the card of the model `id` down. It writes the list of takedowns first, so that another run completes a
 * takedown that was interrupted. Throws a Failure when a day can't be read. Resolves to the id as the newest day spells
 * it, the cards of all days, and the number of those that were here and are removed.
 */
export async function takeDown(config: Config, id: string) {
  return inData(config, async () => {
    const lower = id.toLowerCase();
    writeTakedowns(config.data, readTakedowns(config.data).add(lower));
    const store = storeOf(config);
    const { models, cards } = await cardsOfDays(config.data, store, new Set([lower]));
    forgetTexts(config.data, store, cards);
    let removed = 0;
    for (const card of cards) {
      removed += store.remove(card) ? 1 : 0;
      rmSync(join(config.dist, objectPath('card', card)), { force: true });
    }
    // Marks the model, so that the next build makes its page anew.
    if (cards.length > 0) noteStale(config.dist, lower);
    return { model: models.get(lower) ?? id, cards, removed };
  });
}

/**
 * Removes the model from the list of takedowns, so that the next day with a card keeps the card, and the next build makes
 * its page anew. Gives false if the model was not on the list.
 */
export async function liftTakedown(config: Config, id: string): Promise<boolean> {
  return inData(config, async () => {
    const lower = id.toLowerCase();
    const ids = readTakedowns(config.data);
    if (!ids.delete(lower)) return false;
    noteStale(config.dist, lower);
    writeTakedowns(config.data, ids);
    return true;
  });
}

/** Removes the texts of cards from the crawl's database, which stores a text under the SHA-256 of its file. */
export function forgetTexts(data: string, store: ObjectStore, cards: readonly Address[]): void {
  if (!existsSync(join(data, CRAWL_DATABASE))) return;
  const memory = new CrawlMemory(data);
  try {
    // A card object that was removed can't be read any more, so the hash of its file must be read first.
    for (const card of cards.filter((one) => store.has(one)))
      memory.forget('card', parseCardObject(store.get(card)).sha256);
  } finally {
    memory.close();
  }
}
