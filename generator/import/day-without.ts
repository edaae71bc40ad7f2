// Makes a copy of a day's catalog without withdrawn models. The copy has all other lines, and the same date.
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Address } from '../../src/nouns/address.ts';
import { type CatalogFile, dayIn } from '../days/catalog-reader.ts';
import { idsInDay } from '../days/days-back.ts';
import { entryOf, modelsIn } from '../days/model-stream.ts';
import type { ObjectStore } from '../days/object-store.ts';
import { type CatalogLines, writeCatalog } from '../days/object-writer.ts';
import { isPurged } from '../days/purged.ts';

/**
 * Stores the catalog `address` without the models of `withdrawn` (in lower case), and without those whose object is one
 * of `purged`. Gives the new address: the same one if nothing was left out. Equal input always gives an equal address.
 */
export async function dayWithout(
  store: ObjectStore,
  address: Address,
  withdrawn: ReadonlySet<string>,
  purged: ReadonlySet<Address>,
): Promise<Address> {
  const day = await dayIn(store, address);
  const ids = new Set([...withdrawn, ...goneIn(day, purged)]);
  if (idsInDay(day, ids).length === 0) return address;
  const gated = day.frame.gated.filter((id) => !ids.has(id.toLowerCase()));
  // An import may run at the same time, but it cleans another folder.
  const scratch = join(store.root, 'without');
  rmSync(scratch, { recursive: true, force: true });
  try {
    const made = await writeCatalog(store, { ...day.frame, gated }, modelsWithout(day, ids), scratch);
    store.flush();
    return made;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function* modelsWithout(day: CatalogFile, ids: ReadonlySet<string>): Generator<CatalogLines, undefined> {
  for (const { id, entry, row } of modelsIn(day))
    if (!ids.has(id.toLowerCase())) yield { entry: entry.toString('latin1'), row: row.toString() };
}

/** Lists the models of a day whose objects were removed for good, in lower case. */
function goneIn(day: CatalogFile, purged: ReadonlySet<Address>): string[] {
  if (purged.size === 0) return [];
  const gone: string[] = [];
  for (const model of modelsIn(day)) if (isPurged(entryOf(model), purged)) gone.push(model.id.toLowerCase());
  return gone;
}
