// Finds the day that an import follows and the day that it replaces.
import { Failure } from '../process/failure.ts';
import { type CatalogFile, dayIn } from './catalog-reader.ts';
import type { ObjectStore } from './object-store.ts';
import type { Pointer } from './pointer.ts';

/** The earlier days that a new day builds on. */
interface EarlierDays {
  /** The day that the new day follows; undefined if the new day is the first. */
  base: CatalogFile | undefined;
  /**
   * The newest day, if the import replaces it. Its rows are dropped, but headers that were read from its files are used
   * again.
   */
  replaced: CatalogFile | undefined;
}

/**
 * Finds the day that `day` follows and the day that it replaces, among `newest` and the days before it. Throws a
 * Failure when `day` precedes the newest day.
 */
export async function earlierDays(store: ObjectStore, newest: Pointer | undefined, day: string): Promise<EarlierDays> {
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
