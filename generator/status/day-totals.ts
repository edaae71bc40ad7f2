// Counts the models, files and bytes of a day.

import { parseEntryLine } from '../../src/catalog/catalog-object.ts';
import { type DifferingSources, differingSources } from '../../src/catalog/differing-files.ts';
import { heldModels } from '../../src/catalog/held-models.ts';
import { parseModelObject, parseSourceObject } from '../../src/catalog/objects.ts';
import { usableCopy } from '../../src/model/usable-copy.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { Service } from '../../src/service/service.ts';
import type { HeldModels } from '../../src/shapes/live.ts';
import type { ModelRow } from '../../src/shapes/models.ts';
import { type CatalogFile, entryLines, linesFrom } from '../days/catalog-reader.ts';
import type { ObjectStore } from '../days/object-store.ts';
import { isPurged } from '../days/purged.ts';

export interface DayTotals {
  models: number;
  listed: number;
  thin: number;
  /** The number of models whose objects were removed for good. Nothing else about them is counted. */
  purged: number;
  gated: number;
  files: number;
  /** The number of bytes of all files of all models. */
  bytes: number;
  /** The number of bytes of weights, counting one usable copy of each model. */
  copyBytes: number;
  /** The number of models for each number of sources, and the models of which some source has other bytes. */
  held: HeldModels;
}

/**
 * Counts the content of a day. Reads and hashes every object of its models and their sources. `sources` is needed for
 * the hosts of sources with other bytes. `purged` names the objects that were removed for good. Throws if any other
 * object is missing or damaged.
 */
export function totalsOf(
  store: ObjectStore,
  catalog: CatalogFile,
  onModel: () => void,
  sources: Service['sources'] = [],
  purged: ReadonlySet<Address> = new Set(),
): DayTotals {
  const differing: [string, DifferingSources][] = [];
  const bySources = new Map<number, number>();
  const totals = {
    models: 0,
    listed: 0,
    thin: 0,
    purged: 0,
    gated: catalog.frame.gated.length,
    files: 0,
    bytes: 0,
    copyBytes: 0,
  };
  for (const line of entryLines(catalog)) {
    const { id, entry } = parseEntryLine(line.toString('latin1'));
    if (isPurged(entry, purged)) {
      totals.purged += 1;
      continue;
    }
    const { files } = parseModelObject(store.get(entry.model));
    const other = differingSources(entry.sources.map((address) => parseSourceObject(store.get(address))));
    if (other) differing.push([id, other]);
    totals.models += 1;
    totals.files += files.length;
    for (const { size } of files) totals.bytes += size;
    totals.copyBytes += usableCopy(files)?.bytes ?? 0;
    onModel();
  }
  for (const line of linesFrom(catalog.path, catalog.rowsStart)) {
    const { listed, sources: held = [] } = (JSON.parse(line.toString('utf8')) as ModelRow).hub;
    totals[listed === false ? 'thin' : 'listed'] += 1;
    bySources.set(held.length, (bySources.get(held.length) ?? 0) + 1);
  }
  const hosts = new Map(sources.map(({ token, host }) => [token, host]));
  return { ...totals, held: heldModels(bySources, differing, hosts) };
}
