// Makes the shipped catalog again from its own rows. Run it when an import writes more about a model than before:
//
// npx node tests/shipped-catalog/remake.ts
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { seedFolder } from '../../generator/process/package-paths.ts';
import type { Address } from '../../src/nouns/address.ts';
import { importRows } from '../fixtures/hub.ts';
import type { ImportDay } from './import-rows.ts';
import { importDays } from './import-rows.ts';

/** Imports `days`, oldest first, into the HUB_DATA at `data`, and returns the address of the newest catalog. */
export async function makeCatalog(days: readonly ImportDay[], data: string): Promise<Address | undefined> {
  let catalog: Address | undefined;
  for (const { day, rows } of days) catalog = await importRows(data, day, rows);
  return catalog;
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  const data = mkdtempSync(join(tmpdir(), 'model-hub-catalog-'));
  const catalog = await makeCatalog(importDays(seedFolder), data);
  rmSync(join(seedFolder, 'objects'), { recursive: true });
  for (const name of ['objects', 'index.json']) cpSync(join(data, name), join(seedFolder, name), { recursive: true });
  rmSync(data, { recursive: true });
  process.stdout.write(`The newest day is ${catalog}.\n`);
}
