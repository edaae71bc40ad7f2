// Finds every card that any day names for the given models, so that these cards can be taken down.
import type { Address } from '../../src/nouns/address.ts';
import { entriesOfDays } from './days-back.ts';
import type { ObjectStore } from './object-store.ts';
import { readTakedowns } from './takedowns.ts';

interface CardsOfDays {
  /** Maps each id in lower case to its spelling on the newest day that has it. */
  models: Map<string, string>;
  cards: Address[];
}

/** Finds the cards of the models `ids` (in lower case) on every day. Throws a Failure when a day can't be read. */
export async function cardsOfDays(data: string, store: ObjectStore, ids: ReadonlySet<string>): Promise<CardsOfDays> {
  const cards = new Set<Address>();
  const models = new Map<string, string>();
  for await (const { id, entry } of entriesOfDays(data, store, ids)) {
    const lower = id.toLowerCase();
    if (!models.has(lower)) models.set(lower, id);
    if (entry.card) cards.add(entry.card);
  }
  return { models, cards: [...cards] };
}

/** Removes from `store` the cards that were taken down in the hub of `data`. */
export async function dropTakenDown(data: string, store: ObjectStore): Promise<void> {
  const { ids } = readTakedowns(data);
  if (ids.size === 0) return;
  for (const card of (await cardsOfDays(data, store, ids)).cards) store.remove(card);
}
