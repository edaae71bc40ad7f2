// Tests every store of accounts with one suite: SQLite and PostgreSQL keep the same promises.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Stores } from '../../functions/stores/open-stores.ts';
import type { Config } from '../../src/service/config.ts';
import { inAll } from '../fixtures/in-all.ts';
import { needs } from '../fixtures/needs.ts';
import { bouncedDatabases, openInstance, postgresDatabases, sqliteDatabases } from './stores.ts';

const DAY_MS = 86_400_000;
const ALICE = 'did:example:alice';
const BOB = 'did:example:bob';
const never = () => false;

/** The time of the stores' clock, in milliseconds; tests change it. */
let time = Date.parse('2026-11-20T09:30:00.000Z');
const now = () => new Date(time);

const [sqlite, postgres, bounced] = [sqliteDatabases(), postgresDatabases(), bouncedDatabases()];

for (const [name, { missing, start, stop, fresh }, isRepeat] of [
  ['in SQLite', sqlite, false],
  ['in PostgreSQL', postgres, true],
  ['in PostgreSQL behind PgBouncer', bounced, true],
] as const)
  describe(name, { ...needs(missing), ...inAll(isRepeat) }, () => {
    beforeAll(start, 60_000);
    afterAll(stop);

    let opened: Stores;
    let config: Config;
    let store: Stores['accounts'];
    beforeEach(() => {
      time = Date.parse('2026-11-20T09:30:00.000Z');
      config = fresh();
      opened = openInstance(config, now);
      store = opened.accounts;
      return () => opened.close();
    });

    const fill = async (did: string, count: number) => {
      for (let at = 0; at < count; at++) await store.save(did, `o/${at}`);
    };

    test('accounts do not see each other', async () => {
      await store.save(ALICE, 'o/a');
      await store.setWallet(ALICE, `0x${'a'.repeat(40)}`);
      expect(await store.read(BOB)).toMatchObject({ did: BOB, saved: [], wallet: null });
      expect(await store.unsave(BOB, 'o/a')).toEqual([]);
      expect((await store.read(ALICE)).saved).toEqual(['o/a']);
    });

    test('five hundred models fit on the list; another one fits after one is removed', async () => {
      await fill(ALICE, 500);
      expect(await store.save(ALICE, 'o/one-more')).toBe('full');
      expect(await store.save(ALICE, 'o/7')).toHaveLength(500);
      expect(await store.save(BOB, 'o/one-more')).toEqual(['o/one-more']);
      await store.unsave(ALICE, 'o/250');
      const list = await store.save(ALICE, 'o/one-more');
      expect(list).toHaveLength(500);
      expect(list).toEqual([
        'o/one-more',
        ...Array.from({ length: 500 }, (_, at) => `o/${499 - at}`).filter((id) => id !== 'o/250'),
      ]);
    });

    test('fifty requests may be open; requests for models of the index, or older than ninety days, do not count', async () => {
      for (let at = 0; at < 50; at++) await store.request(ALICE, `o/${at}`, never);
      expect(await store.request(ALICE, 'o/more', never)).toBe('full');
      expect(await store.request(ALICE, 'o/7', never)).toMatchObject({ requests: 50 });
      const met = (model: string) => model === 'o/3' || model === 'o/4';
      expect(await store.request(ALICE, 'o/more', met)).toMatchObject({ requests: 51 });
      expect((await store.find(ALICE))!.open).toHaveLength(49);
      expect(await store.request(ALICE, 'o/and-more', never)).toMatchObject({ requests: 52 });
      expect(await store.request(ALICE, 'o/too-much', never)).toBe('full');
      time += 91 * DAY_MS;
      expect(await store.request(ALICE, 'o/too-much', never)).toMatchObject({ requests: 53 });
      expect((await store.find(ALICE))!.open).toEqual(['o/too-much']);
    });

    test('the later interest in publishing replaces the earlier one, whose note stays if it has none', async () => {
      await store.noteInterest(ALICE, 'a first “note”, \u{1f980}');
      expect((await store.find(ALICE))!.interest).toEqual({
        note: 'a first “note”, \u{1f980}',
        noted: now().toISOString(),
      });
      time += DAY_MS;
      await store.noteInterest(ALICE, null);
      expect((await store.find(ALICE))!.interest).toMatchObject({
        note: 'a first “note”, \u{1f980}',
        noted: '2026-11-21T09:30:00.000Z',
      });
      await store.noteInterest(ALICE, 'a second');
      expect((await store.find(ALICE))!.interest).toMatchObject({ note: 'a second' });
    });

    test('interests are listed newest first', async () => {
      await store.read(BOB);
      expect(await store.interests()).toEqual([]);
      const noted = now().toISOString();
      await store.noteInterest('did:example:b', 'first');
      await store.noteInterest('did:example:a', null);
      time += DAY_MS;
      await store.noteInterest(ALICE, 'newest');
      const newest = { did: ALICE, note: 'newest', noted: now().toISOString() };
      const others = [
        { did: 'did:example:a', note: null, noted },
        { did: 'did:example:b', note: 'first', noted },
      ];
      expect(await store.interests()).toEqual([newest, ...others]);
      await store.forget(ALICE);
      expect(await store.interests()).toEqual(others);
    });

    test('forgetting an account leaves nothing behind', async () => {
      await store.save(ALICE, 'o/a');
      await store.request(ALICE, 'o/b', never);
      await store.noteInterest(ALICE, 'me');
      await store.save(BOB, 'o/a');
      expect(await store.forget(ALICE)).toBe(true);
      expect(await store.find(ALICE)).toBeUndefined();
      expect(await store.forget(ALICE)).toBe(false);
      expect(await store.wanted()).toEqual([]);
      expect(await store.read(ALICE)).toMatchObject({ saved: [], requests: 0 });
      expect((await store.read(BOB)).saved).toEqual(['o/a']);
    });

    test('models that several people want come first, then those that callers asked for on more days', async () => {
      for (const model of ['o/b', 'o/a', 'o/c']) await store.request(ALICE, model, never);
      await store.request(BOB, 'o/c', never);
      for (const id of ['o/asked', 'o/b', 'o/asked']) opened.demand.record(id);
      await opened.close();
      opened = openInstance(config, now);
      expect(await opened.accounts.wanted()).toEqual([
        { model: 'o/c', accounts: 2, days: 0 },
        { model: 'o/b', accounts: 1, days: 1 },
        { model: 'o/a', accounts: 1, days: 0 },
        { model: 'o/asked', accounts: 0, days: 1 },
      ]);
    });
  });
