import { expect, test } from 'vitest';
import { loggedSince } from '../../../src/log/proof/make-proof.ts';
import { logOf, modelLeaf, ORIGIN, signer } from './memory-log.ts';

const by = signer(ORIGIN);
const modelsOf = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => modelLeaf(`a/model-${from + at}`));

test('a leaf was logged on the first day whose log is long enough to contain it', async () => {
  const { leaves } = logOf(modelsOf(300), by, { day: '2026-11-19' });
  const { read, leaves: all } = logOf(modelsOf(10, 300), by, { day: '2026-11-20' }, leaves);
  const since = async (index: number) => (await loggedSince(read, index, all.length))?.day;
  for (const index of [0, 255, 256, 299, 300]) expect(await since(index), `${index}`).toBe('2026-11-19');
  for (const index of [301, 311]) expect(await since(index), `${index}`).toBe('2026-11-20');
});

test('the search for the day of a leaf reads only a limited number of bundles', async () => {
  const { read, leaves } = logOf(modelsOf(4500), by);
  expect(await loggedSince(read, 0, leaves.length)).toBeUndefined();
  expect((await loggedSince(read, 700, leaves.length))?.day).toBe('2026-11-20');
});
