// Opens days: the newest one, those before it, and the models and cards that they have. Each catalog names the catalog of
// the day before.
import { parseEntryLine } from '../../src/catalog/catalog-object.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { Config } from '../../src/service/config.ts';
import { Failure } from '../process/failure.ts';
import { type CatalogFile, dayIn, entryLines, idOfEntryLine } from './catalog-reader.ts';
import { type ObjectStore, storeOf } from './object-store.ts';
import { currentPointer, type Pointer } from './pointer.ts';
import { dayBefore, readPurged } from './purged.ts';
import { readTakedowns } from './takedowns.ts';

/** The store of the days' objects, and the addresses of objects and days that were removed for good. */
interface Chain {
  store: Pick<ObjectStore, 'pathOf'>;
  purged: ReadonlySet<Address>;
}

/**
 * Gives the day of the catalog `newest` and those before it. Reads and hashes each day only when the caller gets to it.
 */
export async function* daysBack(
  { store, purged }: Chain,
  newest: Address | null | undefined,
): AsyncGenerator<CatalogFile, undefined> {
  for (let at = newest; at; ) {
    const day: CatalogFile = await dayIn(store, at);
    yield day;
    at = dayBefore(day, purged);
  }
}

/** Gives the day in force and all days before it, as `daysBack` does. */
export const allDays = (data: string, store: Chain['store']): AsyncGenerator<CatalogFile, undefined> =>
  daysBack({ store, purged: readPurged(data) }, currentPointer(data)?.catalog);

/**
 * Gives the entries of the models `ids` (in lower case) on all days, by default of all models, newest day first. Throws a
 * Failure when a day can't be read.
 */
export async function* entriesOfDays(data: string, store: Chain['store'], ids?: ReadonlySet<string>) {
  for await (const day of allDays(data, store))
    for (const line of entryLines(day))
      if (!ids || ids.has(idOfEntryLine(line).toLowerCase())) yield parseEntryLine(line.toString('latin1'));
}

/** Gives the ids of `wanted` (in lower case) that the day has, as the day spells them; gated ids come first. */
export function idsInDay(
  day: Pick<CatalogFile, 'path' | 'modelsStart' | 'frame'>,
  wanted: ReadonlySet<string>,
): string[] {
  const found = day.frame.gated.filter((id) => wanted.has(id.toLowerCase()));
  if (wanted.size === 0) return found;
  for (const line of entryLines(day)) {
    const id = idOfEntryLine(line);
    if (wanted.has(id.toLowerCase())) found.push(id);
  }
  return found;
}

/**
 * Finds the cards of the models `ids` (in lower case) on every day; `models` maps each id to its spelling on the newest
 * day that has it. Throws a Failure when a day can't be read.
 */
export async function cardsOfDays(data: string, store: ObjectStore, ids: ReadonlySet<string>) {
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
  const ids = readTakedowns(data);
  if (ids.size === 0) return;
  for (const card of (await cardsOfDays(data, store, ids)).cards) store.remove(card);
}

export interface OpenDay {
  store: ObjectStore;
  catalog: CatalogFile;
  /** The place from which the pointer was read: HUB_DATA ('data'), or the shipped catalog ('seed'). */
  from: 'data' | 'seed';
}

/** Opens the newest day. Rejects with a Failure when there is none, and with an error when its catalog is damaged. */
export async function openToday(config: Config): Promise<OpenDay> {
  const pointer = currentPointer(config.data);
  if (!pointer) throw new Failure('There is no catalog yet: run "model-hub import FILE" first.');
  const store = storeOf(config);
  return { store, catalog: await dayIn(store, pointer.catalog), from: pointer.from };
}

/**
 * Finds the day that `day` follows, which the first day lacks, and the day that it replaces, among `newest` and the days
 * before it. A whole list drops the rows of the replaced day; an import of changes goes on from it. Throws a Failure when
 * `day` precedes the newest day.
 */
export async function earlierDays(store: ObjectStore, newest: Pointer | undefined, day: string) {
  if (!newest) return { base: undefined, replaced: undefined };
  const current = await dayIn(store, newest.catalog);
  const { snapshot, prev } = current.frame;
  if (day < snapshot)
    throw new Failure(
      `${day} lies before ${snapshot}, the newest day; a day once closed is not changed. Import as ${snapshot} or later.`,
    );
  if (day > snapshot) return { base: current, replaced: undefined };
  return { base: prev ? await dayIn(store, prev) : undefined, replaced: current };
}
