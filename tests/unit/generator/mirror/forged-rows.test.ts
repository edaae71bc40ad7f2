// Tests hand-written catalogs of the other hub: a mirror refuses a day if a model in it differs from what an import of the
// same model makes.
import { describe, expect, test } from 'vitest';
import { readPointer } from '../../../../generator/days/pointer.ts';
import { sha256Hex } from '../../../../src/digests/sha.ts';
import { dayOf } from '../../../../src/nouns/calendar.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';
import { row, sandbox } from '../import/sandbox.ts';
import { type ForgedModel, forge, mirror, originOver, storeIn } from './origins.ts';

const DAY = '2026-01-02';
const FACTS = { license: 'mit', library: 'x', pipeline_tag: 'fill-mask', tags: ['en'], downloads: 3, parameters: 1e9 };
const FILES = [
  { path: 'a-Q4_K_M.gguf', size: 9, sha256: sha256Hex('gguf') },
  { path: 'config.json', size: 7, sha256: sha256Hex('config') },
  { path: 'model.safetensors', size: 8, sha256: sha256Hex('weights'), tensors: { BF16: 4 } },
];

type Forged = ForgedModel & {
  model: { files: object[] };
  row: { hub: Record<string, unknown>; [name: string]: unknown };
};

/** Imports one model, and returns it in the form in which another hub's catalog has it. */
async function imported(more: object = {}, id = 'a/one'): Promise<Forged> {
  const places = [{ source: 'srca' }, { source: 'srcb' }, { source: 'p2p' }];
  const given = row(id, '', { ...FACTS, files: FILES, sources: places, ...more });
  const { entry, object, sources, row: made } = (await sandbox().day([given], DAY)).models.get(id)!;
  return { id, model: object, sources, row: made as unknown as Forged['row'], days: { indexed: entry.indexed } };
}

/** Mirrors a day that has these models in this order. */
async function take(models: ForgedModel[], frame: { gated?: string[]; snapshot?: string } = {}) {
  const [store, here] = [storeIn(folderOfTest()), folderOfTest()];
  const day = await forge(store, models, { snapshot: DAY, ...frame });
  try {
    return await mirror(here, originOver(store, [day]));
  } catch (error) {
    expect(readPointer(here)).toBeUndefined();
    throw error;
  }
}

const withRow = (model: Forged, change: object) => ({ ...model, row: { ...model.row, ...change } });
const withHub = (model: Forged, change: object) => withRow(model, { hub: { ...model.row.hub, ...change } });

describe('a row that an import made', () => {
  test('is accepted, listed or not', async () => {
    expect(await take([await imported()])).toMatchObject({ changed: true });
    expect(await take([await imported({ listed: false })])).toMatchObject({ changed: true });
  });

  test('is accepted with the days of its model', async () => {
    const days = { indexed: '2026-01-01', days: [DAY, '2026-01-01'] };
    const model = withHub(await imported(), { indexed: '2026-01-01' });
    expect(await take([{ ...model, days }])).toMatchObject({ changed: true });
  });

  test('of a version whose rows lacked later members is accepted', async () => {
    const model = await imported();
    for (const name of ['copy_bytes', 'format_bytes', 'tensors', 'quants', 'parameters']) {
      expect(model.row.hub[name]).toBeDefined();
      expect(await take([withHub(model, { [name]: undefined })])).toMatchObject({ changed: true });
    }
  });

  test('may name a source that has only some files, as rows of earlier versions did', async () => {
    const places = [{ source: 'srca' }, { source: 'srcb', files: ['config.json'] }];
    const model = await imported({ sources: places });
    expect(model.row.hub.sources).toEqual(['Source A']);
    expect(await take([withHub(model, { sources: ['Source A', 'Source B'] })])).toMatchObject({ changed: true });
    await expect(take([withHub(model, { sources: ['Source A', 'IPFS'] })])).rejects.toThrow('hub.sources in its row');
  });

  test('may have any figures that an import would accept', async () => {
    expect(await take([withRow(await imported(), { downloads: 9, likes: 1, trendingScore: -5 })])).toMatchObject({
      changed: true,
    });
    for (const downloads of [-1, 1.5, '9', 2 ** 60])
      await expect(take([withRow(await imported(), { downloads })])).rejects.toThrow(
        `${DAY}, a/one: downloads must be`,
      );
  });
});

describe('a day is refused', () => {
  const zero = `blake3:${'0'.repeat(64)}`;
  const withEntry = (model: Forged, change: object) => ({ ...model, days: { ...model.days, ...change } });
  const withFile = (model: Forged, change: object) => ({
    ...model,
    model: { ...model.model, files: model.model.files.map((file) => ({ ...file, ...change })) },
  });

  test.each<[string, (model: Forged) => ForgedModel]>([
    ['evil in its row', (model) => withRow(model, { evil: '<script>' })],
    ['hub.tensors in its row', (model) => withRow(model, { 'hub.tensors': { BF16: 4 } })],
    ['__proto__ in its row', (model) => withRow(model, JSON.parse('{"__proto__":{"author":"a"}}'))],
    ['hub.manifest in its row', (model) => withHub(model, { manifest: undefined })],
    ['hub.manifest in its row', (model) => withHub(model, { manifest: zero })],
    ['hub.listed in its row', (model) => withHub(model, { listed: true })],
    ['its entry is not what an import here makes', (model) => withEntry(model, { evil: '<script>' })],
    ['its entry names no objects', (model) => withEntry(model, { model: 'blake3:../..' })],
    ['its entry is not what', (model) => ({ ...model, model: { ...model.model, id: 'a/two' } })],
    // The rules of imports have their own tests.
    ['files[0].path', (model) => withFile(model, { path: '../../etc/passwd' })],
    [
      'is no source of this service',
      ({ sources, ...model }) => ({ ...model, sources: sources.map((one) => ({ ...one, source: 'srcz' })) }),
    ],
    ['its row is not canonical JSON', (model) => ({ ...model, rowText: '{"id":"a/one","id":"a/one"}' })],
    ['has impossible days', (model) => withEntry(model, { indexed: '2026-01-03' })],
  ])('for %s', async (sentence, change) => {
    const forged = change(await imported());
    await expect(take([forged])).rejects.toThrow(/2026-01-02, a\/one/);
    await expect(take([forged])).rejects.toThrow(sentence);
  });

  test.each(['api/x', 'A/../b'])('for %s, which is no id of a model or of a gated one', async (id) => {
    const good = await imported();
    const forged = withRow({ ...good, id, model: { ...good.model, id } as Forged['model'] }, { id, modelId: id });
    await expect(take([forged])).rejects.toThrow(/id must be|id has an/);
    await expect(take([good], { gated: [id] })).rejects.toThrow(`the gated id ${JSON.stringify(id)} is no model id`);
  });

  test('for ids that are out of order, or repeated', async () => {
    const [one, two] = [await imported(), await imported({}, 'b/b')];
    await expect(take([two, one])).rejects.toThrow('out of order at "a/one"');
    await expect(take([two, two])).rejects.toThrow('out of order at "b/b"');
  });

  test.each([dayOf(Date.now() + 2 * 86_400_000), '9999-12-31'])('for a date in the future: %s', async (snapshot) => {
    await expect(take([await imported()], { snapshot })).rejects.toThrow(
      `https://other.example lists ${snapshot}, which is in the future`,
    );
  });
});
