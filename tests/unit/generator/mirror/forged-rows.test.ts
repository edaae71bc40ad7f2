// Tests that a mirror refuses a day if a row in the other hub's catalog differs from the row that an import of the
// same model makes.
import { describe, expect, test } from 'vitest';
import { readPointer } from '../../../../generator/days/pointer.ts';
import { dayOf } from '../../../../src/nouns/calendar.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';
import { type Model, row, sandbox, sha256 } from '../import/sandbox.ts';
import { type ForgedModel, forge, mirror, originOver, storeIn } from './origins.ts';

const DAY = '2026-01-02';
const FACTS = { license: 'mit', library: 'x', pipeline_tag: 'fill-mask', tags: ['en'], downloads: 3, parameters: 1e9 };
const FILES = [
  { path: 'a-Q4_K_M.gguf', size: 9, sha256: sha256('gguf') },
  { path: 'config.json', size: 7, sha256: sha256('config') },
  { path: 'model.safetensors', size: 8, sha256: sha256('weights'), tensors: { BF16: 4 } },
];

/** Imports one model, and returns its object, its sources and its row. */
async function imported(more: object = {}): Promise<Model> {
  const places = [{ source: 'srca' }, { source: 'srcb' }, { source: 'p2p' }];
  const given = row('a/one', '', { ...FACTS, files: FILES, sources: places, ...more });
  return (await sandbox().day([given], DAY)).models.get('a/one')!;
}

/** Returns the same model in the form in which another hub's catalog has it. */
function told({ entry, object, sources, row: made }: Model): ForgedModel & { row: Told } {
  return { id: 'a/one', model: object, sources, row: made as unknown as Told, days: { indexed: entry.indexed } };
}
type Told = { hub: Record<string, unknown>; [name: string]: unknown };

async function take(model: ForgedModel, snapshot = DAY) {
  const [store, here] = [storeIn(folderOfTest()), folderOfTest()];
  const day = await forge(store, [model], { snapshot });
  try {
    return await mirror(here, originOver(store, [day]));
  } catch (error) {
    expect(readPointer(here)).toBeUndefined();
    throw error;
  }
}

const withRow = (model: Model, change: object) => {
  const forged = told(model);
  return { ...forged, row: { ...forged.row, ...change } };
};
const withHub = (model: Model, change: object) => withRow(model, { hub: { ...told(model).row.hub, ...change } });

describe('a row that an import made', () => {
  test('is accepted, listed or not', async () => {
    expect(await take(told(await imported()))).toMatchObject({ changed: true });
    expect(await take(told(await imported({ listed: false })))).toMatchObject({ changed: true });
  });

  test('of a version whose rows lacked later members is accepted', async () => {
    const model = await imported();
    for (const name of ['copy_bytes', 'format_bytes', 'tensors', 'quants', 'parameters']) {
      expect(told(model).row.hub[name]).toBeDefined();
      expect(await take(withHub(model, { [name]: undefined }))).toMatchObject({ changed: true });
    }
  });

  test('may name a source that has only some files, as rows of earlier versions did', async () => {
    const places = [{ source: 'srca' }, { source: 'srcb', files: ['config.json'] }];
    const model = await imported({ sources: places });
    expect(told(model).row.hub.sources).toEqual(['Source A']);
    expect(await take(withHub(model, { sources: ['Source A', 'Source B'] }))).toMatchObject({ changed: true });
    await expect(take(withHub(model, { sources: ['Source A', 'IPFS'] }))).rejects.toThrow('hub.sources in its row');
  });

  test('may have any figures that an import would accept', async () => {
    expect(await take(withRow(await imported(), { downloads: 9, likes: 1, trendingScore: -5 }))).toMatchObject({
      changed: true,
    });
    for (const downloads of [-1, 1.5, '9', 2 ** 60])
      await expect(take(withRow(await imported(), { downloads }))).rejects.toThrow(`${DAY}, a/one: downloads must be`);
  });
});

describe('a row is refused', () => {
  test.each<[string, object]>([
    ['evil', { evil: '<script>' }],
    ['hub.tensors', { 'hub.tensors': { BF16: 4 } }],
    ['__proto__', JSON.parse('{"__proto__":{"author":"a"}}') as object],
  ])('for its %s', async (field, change) => {
    const forged = told(await imported());
    const changed = Object.defineProperties({ ...forged.row }, Object.getOwnPropertyDescriptors(change));
    await expect(take({ ...forged, row: changed })).rejects.toThrow(`${DAY}, a/one: ${field} in its row`);
  });

  test.each<[string, unknown]>([
    ['manifest', undefined],
    ['listed', true],
    ['sources', ['Source A', 'IPFS']],
  ])('for its hub.%s: %j', async (field, value) => {
    const forged = withHub(await imported(), { [field]: value });
    await expect(take(forged)).rejects.toThrow(`${DAY}, a/one: hub.${field} in its row`);
  });
});

describe('an entry is refused', () => {
  test.each<[string, object]>([
    ['its entry is not what an import here makes', { evil: '<script>' }],
    ['its entry names no objects', { model: 'blake3:../..' }],
  ])('for %s', async (sentence, change) => {
    const model = told(await imported());
    await expect(take({ ...model, days: { ...model.days, ...change } })).rejects.toThrow(`${DAY}, a/one: ${sentence}`);
  });
});

describe('a day', () => {
  const dayIn = (days: number) => dayOf(Date.now() + days * 86_400_000);

  test.each([dayIn(2), '9999-12-31'])('in the future is refused: %s', async (day) => {
    await expect(take(told(await imported()), day)).rejects.toThrow(
      `https://other.example lists ${day}, which is in the future`,
    );
  });
});
