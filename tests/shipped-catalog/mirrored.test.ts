/** Tests that the shipped catalog can be mirrored: the rules of mirrors accept every import. */
import { expect, test } from 'vitest';
import { readPointer } from '../../generator/days/pointer.ts';
import { seedFolder } from '../../generator/process/package-paths.ts';
import { service } from '../fixtures/hub.ts';
import { folder, mirror, originOf } from '../unit/generator/mirror/origins.ts';

test('every day of the catalog that ships is taken by a mirror', async () => {
  const here = folder();
  expect(await mirror(here, await originOf(seedFolder), undefined, service)).toMatchObject({ changed: true, days: 5 });
  expect(readPointer(here)!.catalog).toBe(readPointer(seedFolder)!.catalog);
});
