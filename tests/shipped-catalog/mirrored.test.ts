/** Tests that a mirror can copy the shipped catalog: its days pass all rules of mirrors. */
import { expect, test } from 'vitest';
import { readPointer } from '../../generator/days/pointer.ts';
import { seedFolder } from '../../generator/process/package-paths.ts';
import { service } from '../fixtures/hub.ts';
import { folderOfTest } from '../fixtures/own-folder.ts';
import { mirror, originOf } from '../unit/generator/mirror/origins.ts';

test('a mirror accepts every day of the shipped catalog', async () => {
  const here = folderOfTest();
  expect(await mirror(here, await originOf(seedFolder), undefined, service)).toMatchObject({ changed: true, days: 5 });
  expect(readPointer(here)!.catalog).toBe(readPointer(seedFolder)!.catalog);
});
