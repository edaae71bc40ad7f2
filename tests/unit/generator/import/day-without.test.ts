/**
 * Tests the catalog of a day from which the models of purged objects are removed, also if the catalog is larger
 * than a single read.
 */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCatalog } from '../../../../generator/days/catalog-reader.ts';
import { modelsIn } from '../../../../generator/days/model-stream.ts';
import { writeCatalog } from '../../../../generator/days/object-writer.ts';
import { dayWithout } from '../../../../generator/import/day-without.ts';
import { blake3Hex } from '../../../../generator/process/blake3.ts';
import { type Address, addressFromHex } from '../../../../src/nouns/address.ts';
import { sandbox } from './sandbox.ts';

const IDS = ['alpha/one', 'beta/two', 'delta/three', 'gamma/four', 'omega/five'];
const objectOf = (id: string): Address => addressFromHex(blake3Hex(id));

test('only the models of the purged objects are removed', async () => {
  const { folder, store } = sandbox();
  // Each line is a third as long as the part of the file that is read at a time.
  const long = 'x'.repeat(350_000);
  const lines = IDS.map((id) => ({
    entry: `"${id}":{"model":"${objectOf(id)}","sources":[],"x":"${long}"}`,
    row: `{"hub":{},"id":"${id}","x":"${long}"}`,
  }));
  const frame = { gated: [], prev: null, snapshot: '2026-01-01' };
  const whole = await writeCatalog(store, frame, lines, join(folder, 'scratch'));
  const purged = new Set(['alpha/one', 'gamma/four'].map(objectOf));

  const left = await dayWithout(store, whole, new Set(), purged);

  const ids = [];
  for (const { id } of modelsIn(await openCatalog(store.pathOf(left), left))) ids.push(id);
  expect(ids).toEqual(['beta/two', 'delta/three', 'omega/five']);
  expect(await dayWithout(store, left, new Set(), purged)).toBe(left);
});
