// Tests the connection to a database: it is opened once for all callers, and again after a failure. Failures get
// notices, but not one for every request.
import { beforeEach, expect, test } from 'vitest';
import { guardedRows, type OpenDatabase } from '../../../../../functions/stores/sql/rows.ts';
import { StoreUnavailable } from '../../../../../src/service/account-store.ts';

let now: number;
let notices: string[];
/** The result of each attempt to open the database, in order. */
let openings: boolean[];
let refusal: Error | undefined;
let fault: Error | undefined;
let end: () => void;

beforeEach(() => {
  [now, notices, openings, refusal, fault] = [0, [], [], undefined, undefined];
});

const database: OpenDatabase = {
  async run(work) {
    if (fault) throw fault;
    return work(Object.assign(async () => [], { raw: () => ({}), values: () => ({}) }));
  },
  async close() {},
};
const nothing = async () => {};

const rows = () =>
  guardedRows({
    name: 'The database',
    meanwhile: 'Wait.',
    notice: (line) => void notices.push(line),
    clock: () => now,
    async open(mayCreate, onEnd) {
      openings.push(mayCreate);
      end = onEnd;
      if (refusal) throw refusal;
      return database;
    },
  });

const locked = new StoreUnavailable('It is locked.');

test('a failure to open is repeated to callers for a second at most', async () => {
  const one = rows();
  refusal = locked;
  for (let at = 0; at < 100; at++) await expect(one.read(nothing)).rejects.toBe(locked);
  expect(openings).toHaveLength(1);
  now += 1000;
  refusal = undefined;
  await one.read(nothing);
  expect(openings).toHaveLength(2);
});

test('a database that can not be opened for another reason is named', async () => {
  refusal = new TypeError('odd');
  const fault = await rows()
    .open()
    .catch((error: unknown) => error as Error);
  expect(fault).toBeInstanceOf(StoreUnavailable);
  expect((fault as Error).message).toBe("The database can't be opened: odd.");
});

test('a connection that ended is replaced by a new one, and a second message about its end changes nothing', async () => {
  const one = rows();
  await one.open();
  const endOfFirst = end;
  endOfFirst();
  await one.open();
  expect(openings).toEqual([true, false]);
  // The first connection reports its end a second time, which must not affect the second connection.
  endOfFirst();
  await one.open();
  expect(openings).toHaveLength(2);
});

test('a fault gets one notice in ten minutes, another fault one after ten seconds, and a line says when it is over', async () => {
  const one = rows();
  fault = locked;
  for (let at = 0; at < 1000; at++) await one.write(nothing).catch(() => {});
  expect(notices).toEqual(['It is locked. Wait.']);
  now += 600_000;
  await one.read(nothing).catch(() => {});
  expect(notices.slice(1)).toEqual(['It is locked. Wait.']);
  now += 10_000;
  fault = new StoreUnavailable('It is full.');
  await one.write(nothing).catch(() => {});
  expect(notices.slice(2)).toEqual(['It is full. Wait.']);
  fault = undefined;
  await one.read(nothing);
  expect(notices).toHaveLength(3);
  await one.write(nothing);
  await one.write(nothing);
  expect(notices.slice(3)).toEqual(['The database works again.']);
  fault = locked;
  await one.write(nothing).catch(() => {});
  expect(notices).toHaveLength(4);
  now += 10_000;
  await one.write(nothing).catch(() => {});
  expect(notices.slice(4)).toEqual(['It is locked. Wait.']);
});

test('an internal error is thrown on, and causes no notice about the database', async () => {
  const one = rows();
  fault = new TypeError('ours');
  await expect(one.write(nothing)).rejects.toBe(fault);
  expect(notices).toEqual([]);
});

test('health is bad for five seconds after a failed write, and good after a successful write', async () => {
  const one = rows();
  await one.check();
  fault = locked;
  await one.write(nothing).catch(() => {});
  await expect(one.check()).rejects.toThrow(StoreUnavailable);
  fault = undefined;
  now += 1000;
  await expect(one.check()).rejects.toThrow(StoreUnavailable);
  await one.write(nothing);
  await one.check();
  fault = locked;
  await one.write(nothing).catch(() => {});
  fault = undefined;
  now += 5000;
  await one.check();
});

test('health reads the database once a second, for any number of callers', async () => {
  const one = rows();
  await one.check();
  fault = locked;
  await one.check();
  now += 1000;
  await expect(one.check()).rejects.toBe(locked);
  fault = undefined;
  await expect(one.check()).rejects.toBe(locked);
  now += 1000;
  await one.check();
});
