// Tests entries that wait to be written to a database: none is lost while the database does not answer, no older
// entry replaces a newer one, and memory stays limited.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeBehind } from '../../../../../functions/stores/sql/write-behind.ts';
import { StoreUnavailable } from '../../../../../src/service/account-store.ts';

let written: string[][];
let fault: Error | undefined;
let faults: unknown[];

beforeEach(() => {
  vi.useFakeTimers();
  [written, fault, faults] = [[], undefined, []];
});
afterEach(() => void vi.useRealTimers());

const buffer = (room = 100) =>
  writeBehind<string>({
    room,
    every: 1000,
    async write(entries) {
      if (fault) throw fault;
      written.push(entries);
    },
    onFault: (error) => void faults.push(error),
  });

test('entries that could not be written are tried again every five seconds, and never replace newer ones', async () => {
  const one = buffer();
  fault = new StoreUnavailable('away');
  one.put('a', 'a1');
  one.put('b', 'b1');
  await vi.advanceTimersByTimeAsync(1000);
  one.put('a', 'a2');
  await vi.advanceTimersByTimeAsync(20_000);
  fault = undefined;
  await vi.advanceTimersByTimeAsync(5000);
  expect(written).toEqual([['a2', 'b1']]);
  expect(faults).toEqual([]);
});

test('a limited number of entries waits, and a known key is always accepted', async () => {
  const one = buffer(3);
  fault = new StoreUnavailable('away');
  for (const key of ['a', 'b']) one.put(key, `${key}1`);
  await vi.advanceTimersByTimeAsync(1000);
  for (const key of ['c', 'd', 'a']) one.put(key, `${key}2`);
  fault = undefined;
  await vi.advanceTimersByTimeAsync(5000);
  expect(written).toEqual([['a2', 'b1', 'c2']]);
});
