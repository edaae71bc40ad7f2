// Counts the content of a day of the catalog; lists the days before it.

import { parseEntryLine } from '../../src/catalog/catalog-object.ts';
import { parseModelObject } from '../../src/catalog/model-object.ts';
import { usableCopy } from '../../src/model/usable-copy.ts';
import type { Address } from '../../src/nouns/address.ts';
import { type CatalogFile, linesFrom, openCatalog } from '../days/catalog-reader.ts';
import type { ObjectStore } from '../days/object-store.ts';
import { dayBefore } from '../days/purged.ts';

export interface DayTotals {
  models: number;
  listed: number;
  thin: number;
  gated: number;
  files: number;
  /** The bytes of all files. */
  bytes: number;
  /** The bytes of the weights that one usable copy of each model needs. */
  copyBytes: number;
}

/** Counts a day, and reads and hashes every model object. Throws when one is missing or damaged. */
export function totalsOf(store: ObjectStore, catalog: CatalogFile, onModel: () => void): DayTotals {
  const totals = { models: 0, listed: 0, thin: 0, gated: catalog.frame.gated.length, files: 0, bytes: 0, copyBytes: 0 };
  for (const line of linesFrom(catalog.path, catalog.modelsStart)) {
    const { files } = parseModelObject(store.get(parseEntryLine(line.toString('latin1')).entry.model));
    totals.models += 1;
    totals.files += files.length;
    for (const { size } of files) totals.bytes += size;
    totals.copyBytes += usableCopy(files)?.bytes ?? 0;
    onModel();
  }
  for (const line of linesFrom(catalog.path, catalog.rowsStart)) totals[isThin(line) ? 'thin' : 'listed'] += 1;
  return totals;
}

/**
 * Gives the newest `most` days of the chain, newest first, with each catalog read and hashed; `more` says that others
 * follow. `purged` has the days that were removed for good.
 */
export async function chainOf(
  store: ObjectStore,
  newest: CatalogFile,
  most: number,
  purged: ReadonlySet<Address>,
): Promise<{ days: CatalogFile[]; more: boolean }> {
  const days = [newest];
  for (;;) {
    const at = dayBefore(days.at(-1)!, purged);
    if (!at || days.length >= most) return { days, more: at !== null };
    days.push(await openCatalog(store.pathOf(at), at));
  }
}

function isThin(line: Buffer): boolean {
  return (JSON.parse(line.toString('utf8')) as { hub: { listed?: boolean } }).hub.listed === false;
}
