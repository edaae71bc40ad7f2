// Tests a second source beside the first: the crawl compares what the second source says with known facts, and models
// stay right whatever the source does.

import { hash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sampled } from '../fixtures/in-all.ts';
import { safetensors } from '../fixtures/safetensors.ts';
import { type CrawlFolder, crawlFolder, hubOfTest } from './crawl-folder.ts';
import type { HubStandIn, StandInModel } from './hub-stand-in.ts';
import { type ScopeStandIn, startScopeStandIn } from './scope-stand-in.ts';

const model = (id: string, more: Record<string, string> = {}): StandInModel => ({
  id,
  files: {
    'config.json': '{"a":1}',
    'model.safetensors': safetensors({ [id]: ['F32', 1] }).toString('latin1'),
    'sub/ä b.txt': 'ü',
    ...more,
  },
  large: ['model.safetensors'],
});

let hub: HubStandIn;
let scope: ScopeStandIn;
let place: CrawlFolder;
beforeEach(async () => {
  const models = [model('acme/one'), model('acme/two'), model('acme/alone')];
  hub = await hubOfTest(models);
  const [one, two] = structuredClone(models);
  scope = await startScopeStandIn([one!, { ...two!, id: 'Elsewhere/Two' }]);
  place = crawlFolder(hub, { HUB_SOURCE_SRCB: scope.url });
});
afterEach(() => {
  hub.close();
  scope.close();
});

const ids = ['acme/one', 'acme/two', 'acme/alone'];
const others = [{ source: 'srcb', names: { 'acme/Two': 'Elsewhere/Two' } }];
const crawl = (day = '2026-01-01', more: object = {}) => place.crawl({ day, ids, rules: { others, ...more } });
const srcb = (id: string) => place.sourceOf(id, 'srcb');

test('a model is complete at the source, under its own id or the id in the rules, if all files agree', async () => {
  const { askedOthers } = await crawl();
  expect(srcb('acme/one')).toMatchObject({ id: 'acme/one', revision: 'master' });
  expect(srcb('acme/two')).toMatchObject({ id: 'Elsewhere/Two', revision: 'master' });
  for (const id of ['acme/one', 'acme/two']) {
    expect(srcb(id)).not.toHaveProperty('files');
    expect(srcb(id)).not.toHaveProperty('differs');
  }
  expect(srcb('acme/alone')).toBeUndefined();
  expect(place.day()!.rows.map(({ hub }) => hub.sources!.length)).toEqual([1, 2, 2]);
  expect(askedOthers).toMatchObject([{ source: 'srcb', requests: 3 }]);
  expect(scope.userAgents).toEqual(hub.userAgents);
});

test('only files that agree count, and other bytes are listed with the day they were first found', async () => {
  const [one] = scope.models;
  one!.files['config.json'] = '{"a":2}';
  one!.told = { 'sub/ä b.txt': { Sha256: '' } };
  const { crawl: report } = await crawl();
  const differs = [{ path: 'config.json', sha256: hash('sha256', '{"a":2}'), seen: '2026-01-01' }];
  expect(srcb('acme/one')).toMatchObject({ files: ['model.safetensors'], differs });
  const note = { id: 'acme/one', kind: 'differs', reason: 'srcb has 1, the first is config.json' };
  expect(report!.notes).toEqual([note]);
  const first = place.day()!.sources('acme/one');
  await crawl('2026-01-02');
  expect(place.day()!.sources('acme/one')).toEqual(first);
  one!.files['config.json'] = '{"a":3}';
  await crawl('2026-01-03');
  expect(srcb('acme/one')!.differs).toEqual([
    { path: 'config.json', sha256: hash('sha256', '{"a":3}'), seen: '2026-01-03' },
  ]);
  one!.files['config.json'] = '{"a":1}';
  await crawl('2026-01-04');
  expect(srcb('acme/one')).not.toHaveProperty('differs');
});

test('hundreds of files are compared, page by page', async () => {
  const many = Object.fromEntries(Array.from({ length: 450 }, (_, at) => [`data/${at}.bin`, `${at}`]));
  const large = { ...model('acme/one', many) };
  hub.models = [{ ...large, large: Object.keys(many) }];
  scope.models = [structuredClone({ id: large.id, files: { ...large.files, 'data/7.bin': 'seven' } })];
  scope.hasPages = true;
  await place.crawl({ ids: ['acme/one'], rules: { others } });
  expect(srcb('acme/one')!.files).toHaveLength(452);
  expect(srcb('acme/one')!.differs).toMatchObject([{ path: 'data/7.bin' }]);
});

describe('a failure', () => {
  for (const [[what, trouble], options] of sampled([
    ['500', { status: 500 }],
    ['a refusal', { status: 200, body: '{"Code":500,"Success":false,"Message":"busy","Data":null}' }],
    ['a file without a path', { status: 200, body: '{"Code":200,"Success":true,"Data":{"Files":[{"Sha256":"x"}]}}' }],
  ] as const))
    test(
      `in every answer: ${what}; facts about an unchanged revision stay, and the run does not fail`,
      options,
      async () => {
        scope.models[1]!.files['config.json'] = 'other';
        await crawl();
        const before = place.day()!;
        scope.trouble = () => trouble;
        hub.models[0]!.files['config.json'] = '{"a":"new"}';
        const { crawl: report } = await crawl('2026-01-02');
        expect(srcb('acme/one')).toBeUndefined();
        expect(srcb('acme/two')).toEqual(before.sources('acme/two').find(({ source }) => source === 'srcb'));
        expect(srcb('acme/alone')).toBeUndefined();
        expect(report!.notes.map(({ id, kind }) => [id, kind]).sort()).toEqual(
          ids.toSorted().map((id) => [id, 'unasked']),
        );
      },
    );

  test('a source that is away gets fewer requests than there are models to ask for', async () => {
    hub.models = Array.from({ length: 40 }, (_, at) => model(`acme/m${at}`));
    scope.trouble = () => ({ status: 404, body: '' });
    scope.close();
    const { crawl: report, askedOthers } = await place.crawl({
      ids: hub.models.map(({ id }) => id),
      rules: { others },
    });
    expect(report!.notes.filter(({ kind }) => kind === 'unasked')).toHaveLength(40);
    expect(place.day()!.rows).toHaveLength(40);
    expect(askedOthers[0]!.requests).toBeLessThan(40 * 6);
  });

  test('a file that the source no longer has is dropped', async () => {
    await crawl();
    scope.models.splice(0, 1);
    await crawl('2026-01-02');
    expect(srcb('acme/one')).toBeUndefined();
  });

  test.each([
    ['srcx', 'names the source srcx'],
    ['srca', 'names the source srca'],
  ])('a name that is no further source is refused: %s', async (source, sentence) => {
    await expect(crawl('2026-01-01', { others: [{ source }] })).rejects.toThrow(sentence);
  });
});
