// Tests withdrawals of models in each kind of database: one withdrawal per model, and each instance reads what the
// others write.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Withdrawal } from '../../src/service/withdrawals.ts';
import { needs } from '../fixtures/needs.ts';
import { openInstance, postgresDatabases, sqliteDatabases } from './stores.ts';

const one: Withdrawal = { model: 'acme/One', status: 451, reason: 'a reason', day: '2026-11-20' };

describe.each([
  ['SQLite', sqliteDatabases()],
  ['PostgreSQL', postgresDatabases()],
] as const)('%s', (_, databases) => {
  beforeAll(() => databases.start(), 60_000);
  afterAll(() => databases.stop());

  test('an instance reads what another one withdraws or lifts', needs(databases.missing), async () => {
    const config = databases.fresh();
    const [here, there] = [openInstance(config).withdrawals, openInstance(config)];
    expect(await here.withdrawals()).toEqual([]);
    await here.withdraw(one);
    const gone: Withdrawal = { ...one, model: 'acme/two', status: 410, until: '2027-01-01' };
    await here.withdraw(gone);
    expect(await there.withdrawals.withdrawals()).toEqual([one, gone]);
    await there.withdrawals.withdraw({ ...one, reason: 'another' });
    expect(await here.withdrawals()).toEqual([{ ...one, reason: 'another' }, gone]);
    expect(await here.lift('ACME/one')).toBe(true);
    expect(await here.lift('acme/One')).toBe(false);
    expect(await there.withdrawals.withdrawals()).toEqual([gone]);
    await there.close();
  });
});
