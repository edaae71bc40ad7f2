// Tests that a mirror either copies the days of another hub, or keeps its own days. It trusts only objects with the
// right hash that pass the rules.
import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readAside } from '../../../../generator/aside/kept-aside.ts';
import { readPointer } from '../../../../generator/days/pointer.ts';
import { readPurged } from '../../../../generator/days/purged.ts';
import { mirrorLines } from '../../../../generator/mirror/run-mirror.ts';
import type { Address } from '../../../../src/nouns/address.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';
import { readDay, row } from '../import/sandbox.ts';
import { forge, importDay, mirror, originOf, originOver, storeIn } from './origins.ts';

const first = [row('a/one'), row('b/two', '', { downloads: 5 }), { id: 'c/gated', gated: true }];
const second = [row('a/one'), row('b/two', 'new', { downloads: 7 }), row('d/three')];

async function twoDays(): Promise<string> {
  const data = folderOfTest();
  await importDay(data, '2026-01-01', ...first);
  await importDay(data, '2026-01-02', ...second);
  return data;
}

describe('days are copied', () => {
  test('with the facts about how they were made, and a second run copies nothing', async () => {
    const [there, here] = [await twoDays(), folderOfTest()];
    const report = await mirror(here, await originOf(there));
    expect(report).toMatchObject({ changed: true, days: 2, snapshot: '2026-01-02', models: 4 });
    expect(readPointer(here)).toEqual(readPointer(there));
    const origin = await originOf(there);
    expect(await mirror(here, origin)).toMatchObject({ changed: false, days: 0, taken: { objects: 0, bytes: 0 } });
    expect(origin.asked).toEqual([]);
  });

  test('with only the new objects of a later day', async () => {
    const [there, here] = [await twoDays(), folderOfTest()];
    await mirror(here, await originOf(there), '2026-01-01');
    expect(readPointer(here)!.snapshot).toBe('2026-01-01');
    const origin = await originOf(there);
    const { taken } = await mirror(here, origin);
    // The five new objects are the catalog, and a model object and a source object for both the changed and the new
    // model.
    expect(taken.objects).toBe(5);
    expect(readPointer(here)).toEqual(readPointer(there));
  });

  test('by a second run after one that was cut short, which replaces damaged files', async () => {
    const [there, here] = [await twoDays(), folderOfTest()];
    const origin = await originOf(there);
    let count = 0;
    const breaking = {
      ...origin,
      object: (address: never) => {
        if (++count > 3) throw new Error('the network is gone');
        return origin.object(address);
      },
    };
    await expect(mirror(here, breaking)).rejects.toThrow('the network is gone');
    expect(readPointer(here)).toBeUndefined();
    const [torn] = origin.asked.slice(-1);
    writeFileSync(storeIn(here).pathOf(torn!), 'half');
    const again = await originOf(there);
    await mirror(here, again);
    expect(readPointer(here)).toEqual(readPointer(there));
    expect(again.asked).toContain(torn);
  });
});

describe('days are refused', () => {
  test('if they are missing, precede the days here, or belong to another chain', async () => {
    const [there, here, other] = [await twoDays(), folderOfTest(), folderOfTest()];
    await expect(mirror(here, await originOf(there), '2026-01-09')).rejects.toThrow(
      'has no day 2026-01-09: its archive goes from 2026-01-01 to 2026-01-02',
    );
    await mirror(here, await originOf(there));
    await expect(mirror(here, await originOf(there), '2026-01-01')).rejects.toThrow('a mirror goes forward');
    await importDay(other, '2026-01-05', ...first);
    await expect(mirror(here, await originOf(other))).rejects.toThrow(`${here} holds another chain of days`);
    expect(readPointer(here)).toEqual(readPointer(there));
  });

  test('if an object does not match its address', async () => {
    const origin = await originOf(await twoDays());
    const lying = { ...origin, object: async () => Buffer.from('{}') };
    await expect(mirror(folderOfTest(), lying)).rejects.toThrow(
      'https://other.example gave bytes that are not blake3:',
    );
    const cut = { ...origin, catalog: async () => new Blob(['{"format"']).stream() as never };
    await expect(mirror(folderOfTest(), cut)).rejects.toThrow('sent a catalog that is not blake3:');
  });

  test('if their catalogs do not follow one another', async () => {
    const data = folderOfTest();
    const store = storeIn(data);
    const later = await forge(store, [], { snapshot: '2026-01-03' });
    const day = await forge(store, [], { prev: later.catalog });
    await expect(mirror(folderOfTest(), originOver(store, [day, later]))).rejects.toThrow('the chain is broken');
    await expect(mirror(folderOfTest(), originOver(store, [{ ...day, date: '2026-01-04' }]))).rejects.toThrow(
      'is of 2026-01-02',
    );
  });
});

describe('a hub that has removed the objects of a withdrawn model', () => {
  const WITHDRAWN = '"b/two" was withdrawn on 2026-01-02: a court order.';

  /** Makes a hub of two days. Returns its origin, and a function that removes the objects of b/two. */
  async function purged() {
    const there = await twoDays();
    const origin = await originOf(there);
    const store = storeIn(there);
    const objects: Address[] = [];
    for (const { catalog } of await origin.days()) {
      const { address, sourceAddresses } = (await readDay(store, catalog)).models.get('b/two')!;
      objects.push(address, ...sourceAddresses);
    }
    const withdrawn = async (id: string) => (id === 'b/two' ? WITHDRAWN : undefined);
    const remove = () => {
      for (const address of objects) store.remove(address);
    };
    return { there, origin: { ...origin, withdrawn }, objects, remove };
  }

  test('is mirrored without the model, and the report has the reason', async () => {
    const [{ there, origin, objects, remove }, here] = [await purged(), folderOfTest()];
    remove();
    const report = await mirror(here, origin);
    expect(report).toMatchObject({ changed: true, days: 2, models: 2, gone: [{ model: 'b/two', reason: WITHDRAWN }] });
    expect(mirrorLines({ mirrored: report })).toContain(`  ${WITHDRAWN}`);
    expect(readPointer(here)).toEqual(readPointer(there));
    expect(readPurged(here)).toEqual(new Set(objects));
    expect(await mirror(here, origin)).toMatchObject({ changed: false });
  });

  test('is mirrored further by a hub that has the earlier days, which keeps the objects', async () => {
    const [{ origin, objects, remove }, here] = [await purged(), folderOfTest()];
    await mirror(here, origin, '2026-01-01');
    remove();
    const limits = { gone: 0, shrunk: 0, rewritten: 0, rewritten_in_place: 0 };
    const rules = { command: 'mirror', limits } as const;
    expect(await mirror(here, origin, undefined, undefined, rules)).toMatchObject({ changed: true, days: 1 });
    const gone = readPurged(here);
    const kept = objects.filter((address) => storeIn(here).has(address));
    expect([gone.size, kept.length]).toEqual([2, 2]);
    expect(kept.filter((address) => gone.has(address))).toEqual([]);
  });
});

const limits = { gone: 10, shrunk: 10, rewritten: 50, rewritten_in_place: 10 };
const rows = Array.from({ length: 30 }, (_, at) => row(`acme/m${at}`));
const held = async (here: string, there: string, isAccepted = false) =>
  mirror(here, await originOf(there), undefined, undefined, isAccepted ? undefined : { command: 'mirror', limits });

test('a bad day of the mirrored hub is set aside with all its objects, until the operator accepts it', async () => {
  const [there, here] = [folderOfTest(), folderOfTest()];
  await importDay(there, '2026-01-01', ...rows);
  // No rule applies to the first day of a chain.
  expect(await held(here, there)).toMatchObject({ changed: true });
  await importDay(there, '2026-01-02', ...rows.slice(0, 5));
  const report = await held(here, there);
  expect(report).toMatchObject({ changed: false, snapshot: '2026-01-01', days: 1 });
  expect(report.aside).toMatchObject({ snapshot: '2026-01-02', breaches: [{ rule: 'gone', models: 25, of: 30 }] });
  expect(readPointer(here)!.snapshot).toBe('2026-01-01');
  expect(readAside(here)).toEqual(report.aside);

  const accepted = await held(here, there, true);
  expect(accepted).toMatchObject({ changed: true, snapshot: '2026-01-02', taken: { objects: 0 } });
  expect(readPointer(here)).toEqual(readPointer(there));
  expect(readAside(here)).toBeUndefined();
});
