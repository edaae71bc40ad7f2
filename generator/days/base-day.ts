// Finds the day that an import follows and the day that it replaces, and looks models up in them.

import type { CatalogEntry } from '../../src/shapes/objects.ts';
import { Failure } from '../process/failure.ts';
import { type CatalogFile, dayIn } from './catalog-reader.ts';
import { entryOf, type ModelLines, modelsIn } from './model-stream.ts';
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

/** Looks models up in a catalog, in the order of their ids. */
export class OrderedLookup {
  readonly #models: ReturnType<typeof modelsIn>;
  #at: ModelLines | undefined;

  constructor(catalog: CatalogFile | undefined) {
    this.#models = modelsIn(catalog);
    this.#step();
  }

  /**
   * Gives the catalog's entry for `id`, which must follow every id of an earlier call; undefined when the catalog lacks
   * the model.
   */
  entryOf(id: string): CatalogEntry | undefined {
    while (this.#at && this.#at.id < id) this.#step();
    return this.#at?.id === id ? entryOf(this.#at) : undefined;
  }

  /** Closes the catalog. */
  close(): void {
    this.#models.return(undefined);
  }

  #step(): void {
    this.#at = this.#models.next().value;
  }
}

/** The results of looking up the ids of an import in the day before. */
interface BaseNames {
  /** The entries of the day before, by the lowercased id, for ids that the import spells in another letter case. */
  respelled: Map<string, CatalogEntry>;
  /** The wanted ids (lowercased) that the day before has, gated or not. */
  known: Set<string>;
}

/**
 * Looks ids up in the day before, in one pass over its models. `claimed` maps lowercased ids to their spelling in the
 * import.
 */
export function lookUpNames(
  base: CatalogFile | undefined,
  claimed: ReadonlyMap<string, string>,
  wanted: ReadonlySet<string>,
): BaseNames {
  const names: BaseNames = { respelled: new Map(), known: new Set() };
  for (const id of base?.frame.gated ?? []) if (wanted.has(id.toLowerCase())) names.known.add(id.toLowerCase());
  for (const model of modelsIn(base)) {
    const lower = model.id.toLowerCase();
    if (wanted.has(lower)) names.known.add(lower);
    const spelled = claimed.get(lower);
    if (spelled !== undefined && spelled !== model.id) names.respelled.set(lower, entryOf(model));
  }
  return names;
}
