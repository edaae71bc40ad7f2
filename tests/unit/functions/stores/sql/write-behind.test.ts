// Tests entries that wait to be written to a database: none is lost while the database does not answer, no older
// entry replaces a newer one, and memory stays limited.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { writeBehind } from '../../../../../functions/stores/sql/write-behind.ts';
import { StoreUnavailable } from '../../../../../src/service/account-store.ts';

let written: string[][];
let fault: Error | undefined;
let faults: unknown[];
/** A function that lets the waiting write go on; undefined if no write waits. */
let release: (() => void) | undefined;
let isSlow: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  [written, fault, faults, release, isSlow] = [[], undefined, [], undefined, false];
});
afterEach(() => void vi.useRealTimers());

const buffer = (room = 100) =>
  writeBehind<string>({
    room,
    every: 1000,
    async write(entries) {
      if (isSlow)
        await new Promise<void>((resolve) => {
          release = resolve;
        });
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

test('entries that arrive during a write wait for the next write', async () => {
  const one = buffer();
  isSlow = true;
  one.put('a', 'a1');
  await vi.advanceTimersByTimeAsync(1000);
  one.put('a', 'a2');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(written).toEqual([]);
  isSlow = false;
  release!();
  await vi.advanceTimersByTimeAsync(1000);
  expect(written).toEqual([['a1'], ['a2']]);
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

test('entries that cause an internal error are reported and dropped; later entries are written', async () => {
  const one = buffer();
  fault = new Error('ours');
  one.put('a', 'a1');
  await vi.advanceTimersByTimeAsync(1000);
  fault = undefined;
  one.put('b', 'b1');
  await vi.advanceTimersByTimeAsync(10_000);
  expect(faults).toHaveLength(1);
  expect(written).toEqual([['b1']]);
});

test('a flush writes at once, waits for the write that runs, and returns what remains', async () => {
  const one = buffer();
  isSlow = true;
  one.put('a', 'a1');
  await vi.advanceTimersByTimeAsync(1000);
  one.put('b', 'b1');
  const flushed = one.flush();
  isSlow = false;
  release!();
  expect(await flushed).toBe(0);
  expect(written).toEqual([['a1'], ['b1']]);
  fault = new StoreUnavailable('away');
  one.put('c', 'c1');
  expect(await one.flush()).toBe(1);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(written).toHaveLength(2);
});
