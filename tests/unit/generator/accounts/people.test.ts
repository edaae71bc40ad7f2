// Tests which requested models the index still lacks.
import { afterAll, expect, test } from 'vitest';
import { readWanted } from '../../../../generator/accounts/people.ts';
import { BackedHub } from '../backup/backed-hub.ts';

const hub = new BackedHub();
afterAll(() => hub.remove());

test('a requested model is listed until a day has it, also the only one', async () => {
  await hub.demand('a/one');
  expect(await readWanted(hub.env)).toMatchObject([{ model: 'a/one' }]);
  await hub.import('2026-11-18', 'a/one');
  expect(await readWanted(hub.env)).toEqual([]);
});
