// Tests headers of safetensors files that a crawl reads by ranges: their facts go to the model, and a bad header does
// not keep the model out.
import { beforeEach, describe, expect, test } from 'vitest';
import { safetensors, withHeader } from '../fixtures/safetensors.ts';
import { type CrawlFolder, crawlFolder, hubOfTest } from './crawl-folder.ts';
import type { HubStandIn, StandInModel } from './hub-stand-in.ts';

const LARGE = 2 << 20;
/** Makes a safetensors file whose header is longer than the first range that a crawl reads. */
const long = (type: string) =>
  safetensors(Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`layer.${at}.weight`, [type, 2, 3]])), LARGE);

const sharded: StandInModel = {
  id: 'acme/sharded',
  files: {
    'config.json': '{}',
    'model-00001-of-00002.safetensors': long('BF16'),
    'model-00002-of-00002.safetensors': safetensors({ norm: ['F32', 7] }, LARGE),
    'model.fp16.safetensors': safetensors({ other: ['F16', 9] }, LARGE),
  },
};
const model = (id: string, content: string | Buffer): StandInModel => ({ id, files: { 'model.safetensors': content } });
const inStorage = (one: StandInModel): StandInModel => ({
  ...one,
  large: Object.keys(one.files).filter((path) => path.endsWith('.safetensors')),
});

let hub: HubStandIn;
let place: CrawlFolder;
beforeEach(async () => {
  hub = await hubOfTest([inStorage(sharded)]);
  place = crawlFolder(hub);
});

const crawl = (day = '2026-01-01', rules: object = {}) =>
  place.crawl({ day, ids: hub.models.map(({ id }) => id), rules });
const tensors = (id: string) =>
  place
    .day()!
    .model(id)
    .files.map((file) => file.tensors);

test('the header of every shard of one copy is read, no further, and their facts are added up', async () => {
  const { asked } = await crawl();
  expect(tensors('acme/sharded')).toEqual([undefined, { BF16: 18_000 }, { F32: 7 }, undefined]);
  expect(place.day()!.rows[0]!.hub).toMatchObject({ tensors: { BF16: 18_000, F32: 7 }, parameters: 18_007 });
  const header = (sharded.files['model-00001-of-00002.safetensors'] as Buffer).length - LARGE;
  expect(asked.bytes).toBeLessThan(header + 2 * 64 * 1024 + 10_000);
});

test('a header is read once, even if several models or revisions have its file', async () => {
  await crawl();
  hub.models[0]!.files['config.json'] = '{"new":1}';
  hub.models.push(inStorage({ ...sharded, id: 'acme/copy' }));
  hub.asked.length = 0;
  await crawl('2026-01-02');
  expect(hub.asked.filter((line) => line.endsWith('.safetensors'))).toEqual([]);
  expect(tensors('acme/copy')).toEqual(tensors('acme/sharded'));
});

test('a small file that is in git, and is read whole, has a header too', async () => {
  hub.models = [model('acme/small', safetensors({ a: ['F16', 4] }))];
  await crawl();
  expect(tensors('acme/small')).toEqual([{ F16: 4 }]);
});

describe('a malformed header is reported, and the model is indexed without its facts:', () => {
  test.each([
    ['text', 'version https://git-lfs.github.com/spec/v1'],
    ['a header longer than any', withHeader('{}', LARGE, 25_000_001)],
    ['no JSON', withHeader('{"a":')],
    ['a deep one', withHeader('['.repeat(1_000_000))],
  ])('%s', async (_, content) => {
    hub.models = [inStorage(model('acme/odd', content))];
    const { crawl: report } = await crawl();
    expect(place.listed()).toEqual(['acme/odd']);
    expect(tensors('acme/odd')).toEqual([undefined]);
    expect(report!.notes).toEqual([{ id: 'acme/odd', kind: 'headless', reason: 'model.safetensors' }]);
  });
});

test('a header that can’t be read is tried again on the next day, and then after twice as many days each time', async () => {
  hub.models = [inStorage(model('acme/one', safetensors({ a: ['F16', 4] })))];
  hub.trouble = (target) => (target.startsWith('/cdn/') ? { body: Buffer.alloc(200, '{') } : undefined);
  const tries: number[] = [];
  for (const day of ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04']) {
    hub.asked.length = 0;
    await crawl(day);
    tries.push(hub.requests('/resolve/').length);
  }
  expect(tries).toEqual([1, 1, 0, 1]);
  expect(tensors('acme/one')).toEqual([undefined]);
  hub.trouble = () => undefined;
  await crawl('2026-01-08');
  expect(tensors('acme/one')).toEqual([{ F16: 4 }]);
});
