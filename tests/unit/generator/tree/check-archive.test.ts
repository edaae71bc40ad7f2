// Tests that all objects of all days are checked, also those of days before a damaged one.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { readPointer } from '../../../../generator/days/pointer.ts';
import { checkStore } from '../../../../generator/tree/check-archive.ts';
import { objectPath } from '../../../../src/tree/static-tree.ts';
import { row, sandbox } from '../import/sandbox.ts';

test('a damaged day and a missing object of the day before are both named, if HUB_DIST has the damaged day', async () => {
  const box = sandbox();
  const first = await box.day([row('alpha/one'), row('beta/two')], '2026-01-01');
  await box.day([row('beta/two')], '2026-01-02');
  const { catalog } = readPointer(box.data)!;
  const dist = join(box.folder, 'dist');
  const check = () =>
    checkStore({ dist, stores: [box.store.root], catalog, ships: false, purged: new Set() }).then(
      ({ faults }) => faults,
    );
  expect(await check()).toEqual([]);
  const gone = first.models.get('alpha/one')!.address;
  rmSync(box.store.placeOf(gone));
  const place = box.store.placeOf(catalog);
  const bytes = readFileSync(place);
  writeFileSync(place, 'no catalog');
  expect(await check()).toEqual([
    expect.stringContaining(`The object ${catalog} is damaged`),
    `The objects of the day of ${catalog} and of the days before it were not checked.`,
  ]);
  const copy = join(dist, objectPath('catalog', catalog));
  mkdirSync(dirname(copy), { recursive: true });
  writeFileSync(copy, bytes);
  expect(await check()).toEqual([
    expect.stringMatching(`The object ${catalog} is damaged: .* or copy ${copy} there, which is whole.`),
    expect.stringContaining(`The object ${gone} is missing`),
  ]);
});
