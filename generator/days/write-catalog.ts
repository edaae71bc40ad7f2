// Writes a catalog object model by model, so that it is never whole in memory.
import { closeSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CatalogFrame, formatHead, formatMiddle, formatTail } from '../../src/catalog/catalog-object.ts';
import type { Address } from '../../src/nouns/address.ts';
import type { ObjectStore } from './object-store.ts';
import { createObjectWriter } from './object-writer.ts';

/**
 * The number of characters in a batch. The text of a small batch is freed soon. A text that survives two garbage
 * collections takes memory for much longer.
 */
const BATCH = 1 << 16;

/** The two lines of a model in a catalog, without comma and line feed. */
export interface CatalogLines {
  entry: string;
  row: string;
}

/**
 * Stores the catalog of `models`, which come in the order of their ids, and gives its address. Collects the rows in a
 * file of its own in `scratch` meanwhile, because they come after the last model. Keeps nothing if `models` throws.
 */
export async function writeCatalog(
  store: Pick<ObjectStore, 'placeOf'>,
  frame: CatalogFrame,
  models: Iterable<CatalogLines>,
  scratch: string,
): Promise<Address> {
  const object = await createObjectWriter(scratch, (address) => store.placeOf(address));
  const path = join(scratch, 'rows');
  const rows = openSync(path, 'w+');
  try {
    object.write(formatHead(frame));
    let pending = '';
    let separator = '\n';
    for (const { entry, row } of models) {
      object.write(separator + entry);
      pending += separator + row;
      separator = ',\n';
      if (pending.length < BATCH) continue;
      writeFileSync(rows, pending);
      pending = '';
    }
    writeFileSync(rows, pending);
    object.write(`\n${formatMiddle(frame)}`);
    const buffer = Buffer.allocUnsafe(BATCH);
    for (let at = 0, read = 1; read > 0; at += read) {
      read = readSync(rows, buffer, 0, buffer.length, at);
      object.write(buffer.subarray(0, read));
    }
    object.write(`\n${formatTail(frame)}`);
    return object.finish();
  } finally {
    closeSync(rows);
    rmSync(path, { force: true });
    object.abandon();
  }
}
