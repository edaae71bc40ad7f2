/**
 * Tests that an import of the shipped catalog's rows makes the same catalog. So the shipped catalog has everything that
 * an import writes today.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPointer } from '../../generator/days/pointer.ts';
import { seedFolder } from '../../generator/process/package-paths.ts';
import { folderOfTest } from '../fixtures/own-folder.ts';
import { importDays } from './import-rows.ts';
import { makeCatalog } from './remake.ts';

const objectsIn = (folder: string) =>
  readdirSync(join(folder, 'objects'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /^..[\\/].{62}$/.test(name))
    .sort();

test('the shipped catalog is as new as the importer (else: npx node tests/shipped-catalog/remake.ts)', async () => {
  const data = folderOfTest();
  const days = importDays(seedFolder);
  expect(days.map(({ day }) => day)).toEqual(['2022-07-02', '2023-06-30', '2024-04-21', '2024-12-31', '2026-08-23']);
  expect(days.map(({ rows }) => rows.length)).toEqual([27, 52, 69, 72, 73 + 4]);
  expect(await makeCatalog(days, data)).toBe(readPointer(seedFolder)!.catalog);
  expect(objectsIn(data)).toEqual(objectsIn(seedFolder));
});
