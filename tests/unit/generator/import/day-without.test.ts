/**
 * Tests the catalog of a day from which the models of purged objects are removed, also if the catalog is larger
 * than a single read.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCatalog } from '../../../../generator/days/catalog-reader.ts';
import { modelsIn } from '../../../../generator/days/model-stream.ts';
import { createObjectWriter } from '../../../../generator/days/object-writer.ts';
import { CatalogWriter } from '../../../../generator/import/catalog-writer.ts';
import { dayWithout } from '../../../../generator/import/day-without.ts';
import { blake3Hex } from '../../../../generator/process/blake3.ts';
import { type Address, addressFromHex } from '../../../../src/nouns/address.ts';
import { sandbox } from './sandbox.ts';

const IDS = ['alpha/one', 'beta/two', 'delta/three', 'gamma/four', 'omega/five'];
const objectOf = (id: string): Address => addressFromHex(blake3Hex(id));

test('only the models of the purged objects are removed', async () => {
  const { folder, store } = sandbox();
  const scratch = join(folder, 'scratch');
  mkdirSync(scratch);
  const object = await createObjectWriter(scratch, (found) => store.placeOf(found));
  const out = new CatalogWriter(object, { gated: [], prev: null, snapshot: '2026-01-01' }, join(scratch, 'rows'));
  // Each line is a third as long as the part of the file that is read at a time.
  const long = 'x'.repeat(350_000);
  for (const id of IDS)
    out.add(`"${id}":{"model":"${objectOf(id)}","sources":[],"x":"${long}"}`, `{"hub":{},"id":"${id}","x":"${long}"}`);
  const whole = out.finish();
  const purged = new Set(['alpha/one', 'gamma/four'].map(objectOf));

  const left = await dayWithout(store, whole, new Set(), purged);

  const ids = [];
  for (const { id } of modelsIn(await openCatalog(store.pathOf(left), left))) ids.push(id);
  expect(ids).toEqual(['beta/two', 'delta/three', 'omega/five']);
  expect(await dayWithout(store, left, new Set(), purged)).toBe(left);
});
