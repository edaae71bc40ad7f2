// Tests that a mirror either copies the days of another hub, or keeps its own days. It trusts only objects with the
// right hash that pass the rules.
import { rmSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openCatalog } from '../../../../generator/days/catalog-reader.ts';
import { entryOf, modelsIn } from '../../../../generator/days/model-stream.ts';
import { readPointer } from '../../../../generator/days/pointer.ts';
import { readPurged } from '../../../../generator/days/purged.ts';
import { dayWithout } from '../../../../generator/import/day-without.ts';
import type { ToldDay } from '../../../../generator/mirror/object-origin.ts';
import { mirrorLines } from '../../../../generator/mirror/run-mirror.ts';
import { blake3Hex } from '../../../../generator/process/blake3.ts';
import type { Address } from '../../../../src/nouns/address.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';
import { row, sha256 } from '../import/sandbox.ts';
import { type ForgedModel, forge, importDay, mirror, originOf, originOver, storeIn } from './origins.ts';

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

  test('if an object is missing, or does not match its address', async () => {
    const there = await twoDays();
    const origin = await originOf(there);
    const lying = { ...origin, object: async () => Buffer.from('{}') };
    await expect(mirror(folderOfTest(), lying)).rejects.toThrow(
      'https://other.example gave bytes that are not blake3:',
    );
    const cut = { ...origin, catalog: async () => new Blob(['{"format"']).stream() as never };
    await expect(mirror(folderOfTest(), cut)).rejects.toThrow('sent a catalog that is not blake3:');
    await mirror(folderOfTest(), origin);
    rmSync(storeIn(there).pathOf(origin.asked.at(-1)!));
    await expect(mirror(folderOfTest(), origin)).rejects.toThrow('has no object blake3:');
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
    const objects = new Map<Address, string>();
    for (const { catalog } of await origin.days())
      for (const lines of modelsIn(await openCatalog(store.pathOf(catalog), catalog))) {
        const { model, sources } = entryOf(lines);
        for (const address of lines.id === 'b/two' ? [model, ...sources] : [])
          if (store.has(address)) objects.set(address, store.get(address));
      }
    const withdrawn = async (id: string) => (id === 'b/two' ? WITHDRAWN : undefined);
    const remove = () => {
      for (const address of objects.keys()) store.remove(address);
    };
    return { there, origin: { ...origin, withdrawn }, store, objects, remove };
  }

  test('is mirrored without the model, and the report has the reason', async () => {
    const [{ there, origin, objects, remove }, here] = [await purged(), folderOfTest()];
    remove();
    const report = await mirror(here, origin);
    expect(report).toMatchObject({ changed: true, days: 2, models: 2, gone: [{ model: 'b/two', reason: WITHDRAWN }] });
    expect(mirrorLines({ mirrored: report })).toContain(`  ${WITHDRAWN}`);
    expect(readPointer(here)).toEqual(readPointer(there));
    expect(readPurged(here)).toEqual(new Set(objects.keys()));
    const { catalog } = readPointer(here)!;
    const without = await dayWithout(storeIn(here), catalog, new Set(), readPurged(here));
    const built = await openCatalog(storeIn(here).pathOf(without), without);
    expect([...modelsIn(built)].map(({ id }) => id)).toEqual(['a/one', 'd/three']);
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
    const kept = [...objects.keys()].filter((address) => storeIn(here).has(address));
    expect([gone.size, kept.length]).toEqual([2, 2]);
    expect(kept.filter((address) => gone.has(address))).toEqual([]);
  });
});

const revision = sha256('x').slice(0, 40);
const file = { path: 'config.json', size: 7, sha256: sha256('file') };
const model = { format: 'hub.model-hub.model/v1', id: 'a/one', revision, license: null, files: [file], prev: null };
const source = { format: 'hub.model-hub.source/v1', kind: 'http', source: 'srca', id: 'a/one', revision };
const told = {
  ...{ id: 'a/one', modelId: 'a/one', sha: revision, author: 'a', private: false, gated: false, disabled: false },
  ...{ _id: blake3Hex('a/one').slice(0, 24), hub: { files: 1, sources: ['Source A'], weight_bytes: 0 } },
};
const good: ForgedModel = { id: 'a/one', model, sources: [source], row: told };

describe('a hand-written catalog', () => {
  const take = async (models: ForgedModel[], frame = {}) => {
    const store = storeIn(folderOfTest());
    const day: ToldDay = await forge(store, models, frame);
    return mirror(folderOfTest(), originOver(store, [day]));
  };

  test('is accepted with the days of its models', async () => {
    const row = { ...told, hub: { ...told.hub, indexed: '2026-01-01' } };
    const days = { indexed: '2026-01-01', days: ['2026-01-02', '2026-01-01'] };
    expect(await take([{ ...good, row, days }])).toMatchObject({ changed: true });
  });

  test.each<[string, Partial<ForgedModel>]>([
    // The rules of imports have their own tests.
    ['files[0].path', { model: { ...model, files: [{ ...file, path: '../../etc/passwd' }] } }],
    ['is no source of this service', { sources: [{ ...source, source: 'srcz' }] }],
    ['its entry is not what', { model: { ...model, id: 'a/two' } }],
    ['hub.manifest in its row', { row: { ...told, hub: { ...told.hub, manifest: `blake3:${'0'.repeat(64)}` } } }],
    ['its row is not canonical JSON', { rowText: `{"id":"a/one","id":"a/one"}` }],
    ['has impossible days', { days: { indexed: '2026-01-03' } }],
  ])('is refused where %s', async (sentence, wrong) => {
    await expect(take([{ ...good, ...wrong }])).rejects.toThrow(sentence);
  });

  test('is refused if a model or a gated id is no model id', async () => {
    for (const id of ['api/x', 'A/../b']) {
      const row = { ...told, id, modelId: id };
      await expect(take([{ id, model: { ...model, id }, sources: [source], row }])).rejects.toThrow(
        /id must be|id has an/,
      );
      await expect(take([good], { gated: [id] })).rejects.toThrow(`the gated id ${JSON.stringify(id)} is no model id`);
    }
  });

  test('is refused if ids are out of order, or repeated', async () => {
    const named = (id: string): ForgedModel => ({
      ...{ id, model: { ...model, id }, sources: [{ ...source, id }] },
      row: { ...told, id, modelId: id },
    });
    await expect(take([named('b/b'), named('a/a')])).rejects.toThrow('out of order at "a/a"');
    await expect(take([named('b/b'), named('b/b')])).rejects.toThrow('out of order at "b/b"');
  });
});
