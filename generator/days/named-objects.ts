// Which objects a day names, told in batches for threads to read.

import { parseEntryLine } from '../../src/catalog/catalog-object.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { CatalogFile } from './catalog-reader.ts';
import { compareCatalogs } from './model-stream.ts';

const BATCH = 64;

export interface NamedObjects {
  models: Address[];
  sources: Address[];
  /** Of these any may be gone: whoever runs a hub may have to take one down. */
  cards: Address[];
}

/** The objects that `day` names and `newer` does not; without `newer` all that it names. The last batch may be empty. */
export function* namedObjects(newer: CatalogFile | undefined, day: CatalogFile): Generator<NamedObjects> {
  let batch: NamedObjects = { models: [], sources: [], cards: [] };
  for (const { after, sameEntry } of compareCatalogs(newer, day)) {
    if (!after || sameEntry) continue;
    const { entry } = parseEntryLine(after.entry.toString());
    batch.models.push(entry.model);
    batch.sources.push(...entry.sources);
    if (entry.card) batch.cards.push(entry.card);
    if (batch.models.length < BATCH) continue;
    yield batch;
    batch = { models: [], sources: [], cards: [] };
  }
  yield batch;
}
