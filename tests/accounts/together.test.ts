// Tests the data that instances share in one database: leases, request counts of accounts, and the limit of wanted
// models; also while the database is away.

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { createAllowance, PER_MINUTE } from '../../functions/ports/allowance.ts';
import type { Stores } from '../../functions/stores/open-stores.ts';
import type { InstanceStore } from '../../functions/stores/sql/instance-rows.ts';
import { StoreUnavailable } from '../../src/service/account-store.ts';
import type { Config } from '../../src/service/config.ts';
import { inAll } from '../fixtures/in-all.ts';
import { needs } from '../fixtures/needs.ts';
import { openInstance, postgresDatabases, runSql, sqliteDatabases } from './stores.ts';

/** The maximum number of models that are noted in a day. */
const DEMAND_A_DAY = 10_000;

const { missing, start, fresh, stop } = postgresDatabases();
let opened: Stores[] = [];

/** Opens `count` instances on one database, and returns the store that each of them shares with the others. */
async function together(config: Config, count = 2): Promise<InstanceStore[]> {
  const stores = Array.from({ length: count }, () => openInstance(config));
  opened.push(...stores);
  for (const one of stores) await one.open();
  return stores.map((one) => one.instances!);
}

test('an instance with its own database shares nothing', async () => {
  const alone = openInstance(sqliteDatabases().fresh());
  expect(alone.instances).toBe(undefined);
  await alone.close();
});

describe('on PostgreSQL', { ...needs(missing), ...inAll() }, () => {
  beforeAll(start);
  afterEach(async () => {
    await Promise.all(opened.map((one) => one.close()));
    opened = [];
  });
  afterAll(stop);

  test('one instance at a time holds a lease, and only the holder writes the note of the lease', async () => {
    const [one, two] = await together(fresh());
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, at) => (at % 2 ? one! : two!).hold('l', `i${at}`, 60_000)),
    );
    expect(all.filter(Boolean).length).toBe(1);
    const holder = `i${all.indexOf(true)}`;
    expect(await two!.hold('l', 'other', 1)).toBe(false);
    expect(await one!.hold('l', holder, 60_000)).toBe(true);
    await one!.note('l', 'other', 'not heard');
    expect(await two!.noted('l')).toBe(undefined);
    await one!.note('l', holder, 'heard');
    expect(await two!.noted('l')).toBe('heard');
    await two!.leave('l', 'other');
    expect(await two!.hold('l', 'other', 1)).toBe(false);
    await one!.leave('l', holder);
    expect(await two!.hold('l', 'other', 1)).toBe(true);
    // The other instance took the lease for one millisecond, so the first instance soon gets it again.
    await vi.waitFor(async () => expect(await one!.hold('l', holder, 60_000)).toBe(true), { timeout: 5000 });
    expect(await one!.noted('l')).toBe('heard');
  });

  test.each(['writes', 'reads'] as const)(
    '%s of an account are counted by all instances together, exactly',
    async (kind) => {
      const stores = await together(fresh(), 3);
      const ask = (did: string, at: number) => stores[at % 3]!.takeRate(did, kind);
      const many = PER_MINUTE[kind] + 40;
      const waits = await Promise.all(Array.from({ length: many }, (_, at) => ask('did:a', at)));
      expect(waits.filter((wait) => wait === 0).length).toBe(PER_MINUTE[kind]);
      for (const wait of waits.filter((one) => one > 0)) {
        expect(wait).toBeGreaterThan(1);
        expect(wait).toBeLessThanOrEqual(60_000);
      }
      expect(await ask('did:b', 0)).toBe(0);
      expect(await stores[0]!.takeRate('did:a', kind === 'reads' ? 'writes' : 'reads')).toBe(0);
    },
  );

  test('only requests of the last minute count; older requests are removed', async () => {
    const config = fresh();
    const [one] = await together(config);
    const clock = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';
    const row = (did: string, ago: number) =>
      runSql(
        config,
        `INSERT INTO rates SELECT '${did}', 'writes', array_to_string(array_fill(${clock} - ${ago}, ARRAY[60]), ','), ${clock} - ${ago}`,
      );
    await row('did:recent', 59_000);
    await row('did:past', 61_000);
    const wait = await one!.takeRate('did:recent', 'writes');
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(1000);
    expect(await runSql(config, 'SELECT did FROM rates')).toEqual([{ did: 'did:recent' }]);
    await row('did:past', 61_000);
    expect(await one!.takeRate('did:past', 'writes')).toBe(0);
    const [kept] = await runSql(config, `SELECT times FROM rates WHERE did = 'did:past'`);
    expect(kept!.times).toMatch(/^\d+$/);
  });

  test('an account that asked too much is refused in memory until it may ask again', async () => {
    let now = 0;
    let calls = 0;
    const waits = [0, 2500];
    const takeRate = async () => waits[calls++] ?? 0;
    const one = createAllowance(takeRate, () => now);
    expect([await one.take('did:a', 'writes'), await one.take('did:a', 'writes')]).toEqual([0, 3]);
    now = 2000;
    expect([await one.take('did:a', 'writes'), calls]).toEqual([1, 2]);
    now = 2500;
    expect([await one.take('did:a', 'writes'), calls]).toEqual([0, 3]);
  });

  test('while the database is away each instance counts for itself and allows no more than before', async () => {
    const away = () => Promise.reject(new StoreUnavailable('it is away'));
    const one = createAllowance(away, () => 0);
    const waits = [];
    for (let at = 0; at < PER_MINUTE.writes + 1; at++) waits.push(await one.take('did:a', 'writes'));
    expect(waits.filter((wait) => wait === 0).length).toBe(PER_MINUTE.writes);
  });

  test('several instances together record no more wanted models in a day than the limit', async () => {
    const config = fresh();
    await together(config, 4);
    const stores = opened;
    for (const [at, one] of stores.entries())
      for (let id = 0; id < DEMAND_A_DAY / 2; id++) one.demand.record(`o/${at % 2 ? 'same' : at}-${id}`);
    await Promise.all(stores.map((one) => one.close()));
    const again = openInstance(config);
    expect((await again.accounts.wanted()).length).toBe(DEMAND_A_DAY);
    await again.close();
    opened = [];
  });
});
