// Collects the cards of some models that the days of a chain name, to take them down.
import { parseEntryLine } from '../../src/catalog/catalog-object.ts';
import type { Address } from '../../src/nouns/address.ts';
import { type CatalogFile, idOfEntryLine, LineCursor, openCatalog } from './catalog-reader.ts';
import type { ObjectStore } from './object-store.ts';
import { currentPointer } from './pointer.ts';
import { dayBefore, readPurged } from './purged.ts';
import { readTakedowns } from './takedowns.ts';

interface CardsOfDays {
  /** The ids as the newest day that knows them spells them, by those in lower case. */
  models: Map<string, string>;
  cards: Address[];
}

/** The cards of the models `ids` (in lower case) on every day. Throws a Failure where a day can't be read. */
export async function cardsOfDays(data: string, store: ObjectStore, ids: ReadonlySet<string>): Promise<CardsOfDays> {
  const cards = new Set<Address>();
  const models = new Map<string, string>();
  const purged = readPurged(data);
  for (let at = currentPointer(data)?.catalog ?? null; at; ) {
    const day: CatalogFile = await openCatalog(store.pathOf(at), at);
    const entries = new LineCursor(day.path, day.modelsStart);
    for (let line = entries.next(); line; line = entries.next()) {
      const id = idOfEntryLine(line.line);
      const lower = id.toLowerCase();
      if (!ids.has(lower)) continue;
      if (!models.has(lower)) models.set(lower, id);
      const { card } = parseEntryLine(line.line.toString()).entry;
      if (card) cards.add(card);
    }
    entries.close();
    at = dayBefore(day, purged);
  }
  return { models, cards: [...cards] };
}

/** Removes what came back of cards that were taken down: a tar file brings every object that it has. */
export async function dropTakenDown(data: string, store: ObjectStore): Promise<void> {
  const { ids } = readTakedowns(data);
  if (ids.size === 0) return;
  for (const card of (await cardsOfDays(data, store, ids)).cards) store.remove(card);
}
