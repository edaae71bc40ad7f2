// Tests a crawl of a fake public hub: every hash in a day is the hash of real bytes, and any fault leaves a correct
// day.

import { hash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { atWithdrawals } from '../../generator/accounts/database.ts';
import { llamaGgufFiles } from '../demo/tiny-llama.ts';
import { safetensors } from '../fixtures/safetensors.ts';
import { type CrawlFolder, crawlFolder, hubOfTest } from './crawl-folder.ts';
import { type HubStandIn, revisionOf, type StandInModel } from './hub-stand-in.ts';

const GGUF = Buffer.from([...llamaGgufFiles()].find(([path]) => path.endsWith('.gguf'))![1]);
const WEIGHTS = safetensors({ a: ['BF16', 3, 4], b: ['F32', 5] }, 1 << 20);
const LICENCE = 'the same text in both models\n';

function someModels(): StandInModel[] {
  return [
    {
      id: 'acme/one',
      files: {
        'config.json': '{"a":1}',
        LICENSE: LICENCE,
        'model.safetensors': WEIGHTS,
        'sub dir/ä.txt': 'ü',
      },
      large: ['model.safetensors'],
      info: {
        pipeline_tag: 'feature-extraction',
        library_name: 'transformers',
        safetensors: { total: 7 },
        tags: ['license:apache-2.0', 'english', 'feature-extraction'],
        cardData: { license: 'apache-2.0' },
      },
    },
    { id: 'acme/two', files: { LICENSE: LICENCE, 'w.gguf': GGUF }, large: ['w.gguf'] },
    { id: 'other/gated', files: { 'a.bin': 'x' }, info: { gated: 'manual', siblings: undefined } },
    { id: 'other/closed', files: { 'a.bin': 'x' }, info: { disabled: true } },
    { id: 'other/new-name', files: { 'a.bin': 'new' }, formerly: 'other/old-name' },
  ];
}

let hub: HubStandIn;
let place: CrawlFolder;
beforeEach(async () => {
  hub = await hubOfTest(someModels());
  place = crawlFolder(hub);
});

const ALL = ['acme/one', 'acme/two', 'other/gated', 'other/closed', 'other/old-name', 'nobody/nothing'];
const asked = (part: string) => hub.requests(part);

test('a day has the hub’s facts about every model, and the hash of every file', async () => {
  const { crawl } = await place.crawl({ ids: ALL });
  const day = place.day()!;
  expect(day.rows.map(({ id }) => id)).toEqual(['acme/one', 'acme/two']);
  expect(day.gated).toEqual(['other/gated']);
  expect(crawl!.notes.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
    { id: 'nobody/nothing', kind: 'gone' },
    { id: 'other/closed', kind: 'gone' },
    { id: 'other/gated', kind: 'gated' },
    { id: 'other/old-name', kind: 'renamed', reason: 'other/new-name' },
  ]);
  for (const { id, files } of hub.models.slice(0, 2)) {
    const model = day.model(id);
    expect(model.revision).toBe(revisionOf(hub.models.find((one) => one.id === id)!));
    expect(model.files.map(({ path, size, sha256 }) => [path, size, sha256])).toEqual(
      Object.entries(files)
        .map(([path, content]) => [path, Buffer.from(content).length, hash('sha256', content)])
        .sort(([a], [b]) => Buffer.compare(Buffer.from(a as string), Buffer.from(b as string))),
    );
  }
  expect(day.rows[0]).toMatchObject({
    pipeline_tag: 'feature-extraction',
    library_name: 'transformers',
    downloads: 10,
    likes: 2,
    createdAt: '2024-01-02T03:04:05.000Z',
    tags: expect.arrayContaining(['english', 'license:apache-2.0']),
    hub: { parameters: 7 },
  });
  expect(day.model('acme/one').files.map(({ path, hashed }) => [path, hashed])).toEqual([
    ['LICENSE', 'read'],
    ['config.json', 'read'],
    ['model.safetensors', 'declared'],
    ['sub dir/ä.txt', 'read'],
  ]);
  expect(day.model('acme/two').files.find(({ path }) => path === 'w.gguf')!.gguf).toMatchObject({
    architecture: 'llama',
  });
});

test('the crawl names itself, and of weights requests only the beginning', async () => {
  const { asked: cost } = await place.crawl({ ids: ['acme/one', 'other/gated'] });
  expect([...hub.userAgents]).toEqual([expect.stringMatching(/^model-hub\/\d+\.\d+\.\d+ \(index/)]);
  expect(asked('model.safetensors')).toHaveLength(1);
  expect(cost.bytes).toBeLessThan(100_000);
});

test('only the API gets the token, not the address that a redirect leads to', async () => {
  const other = await hubOfTest(someModels());
  const secret = 'index-t0ken-of-the-operator';
  const place = crawlFolder(hub, { HUB_INDEX_TOKEN: secret, HUB_UPSTREAM_PRIVATE: 'on' });
  hub.trouble = (target) =>
    target.includes('acme/two') && target.includes('/api/')
      ? { status: 302, headers: { Location: `${other.url.replace('127.0.0.1', 'localhost')}${target}` } }
      : undefined;
  const outcome = await place.crawl({ ids: ['acme/one', 'acme/two', 'nobody/nothing'] });
  expect(place.day()!.rows).toHaveLength(2);
  expect(other.asked.length).toBeGreaterThan(0);
  expect(other.tokens).toEqual([]);
  expect(hub.tokens.length).toBe(hub.asked.filter((line) => line.startsWith('GET /api/')).length);
  expect(new Set(hub.tokens.map(([, token]) => token))).toEqual(new Set([`Bearer ${secret}`]));
  expect(JSON.stringify(outcome)).not.toContain(secret);
});

test('bytes that several models share are read once, and not again on another day', async () => {
  await place.crawl({ ids: ALL });
  expect(asked('/LICENSE')).toHaveLength(1);
  hub.asked.length = 0;
  hub.models[0]!.files['config.json'] = '{"a":2}';
  await place.crawl({ day: '2026-01-02' });
  expect(asked('/resolve/').map((line) => line.split('/').at(-1))).toEqual(['config.json']);
  expect(asked('/tree/')).toHaveLength(1);
  expect(place.day()!.model('acme/one').revision).toBe(revisionOf(hub.models[0]!));
});

test('a model that is gone leaves the list; a model that could not be reached stays unchanged', async () => {
  await place.crawl({ ids: ALL });
  hub.models.splice(0, 1);
  hub.trouble = (target) => (target.includes('acme/two') ? { status: 500 } : undefined);
  const { crawl } = await place.crawl({ day: '2026-01-02', rules: { unreached_percent: 50 } });
  const { rows } = place.day()!;
  expect(rows.find(({ id }) => id === 'acme/one')!.hub.listed).toBe(false);
  expect(rows.find(({ id }) => id === 'acme/two')).toMatchObject({ downloads: 10 });
  expect(crawl!.notes).toContainEqual({ id: 'acme/two', kind: 'unreached', reason: expect.stringContaining('500') });
});

test('a model that a run found gated stays gated in later runs of the day, until it is open', async () => {
  const gatedAfter = async (day: string, ids: string[]) => {
    await place.crawl({ day, ids });
    return place.day()!.gated;
  };
  expect(await gatedAfter('2026-01-01', ['acme/one'])).toEqual([]);
  expect(await gatedAfter('2026-01-02', ['other/gated'])).toEqual(['other/gated']);
  expect(await gatedAfter('2026-01-02', ['acme/two'])).toEqual(['other/gated']);
  expect(await gatedAfter('2026-01-03', ['acme/one'])).toEqual(['other/gated']);
  delete hub.models.find(({ id }) => id === 'other/gated')!.info;
  expect(await gatedAfter('2026-01-04', ['other/gated'])).toEqual([]);
  expect(await gatedAfter('2026-01-04', ['acme/two'])).toEqual([]);
});

test('a model whose row an import would refuse stays unchanged', async () => {
  await place.crawl({ ids: ALL });
  hub.models[0]!.info = { ...hub.models[0]!.info, downloads: -1 };
  const { crawl } = await place.crawl({ day: '2026-01-02', rules: { unreached_percent: 50 } });
  const { rows, snapshot } = place.day()!;
  expect(snapshot).toBe('2026-01-02');
  const row = rows.find(({ id }) => id === 'acme/one')!;
  expect(row).toMatchObject({ downloads: 10 });
  expect(row.hub.listed).not.toBe(false);
  const reason = expect.stringContaining('breaks the rules of imports: downloads');
  expect(crawl!.notes).toContainEqual({ id: 'acme/one', kind: 'unreached', reason });
});

test.each(['null', '[1]', '{"a":', '['.repeat(100_000)])(
  'a list that is %.10s is an error of one sentence',
  async (body) => {
    hub.trouble = (target) => (target.startsWith('/api/models?') ? { status: 200, body } : undefined);
    const rules = { wishes: { searches: [{ text: 'a', limit: 5 }] } };
    await expect(place.crawl({ rules })).rejects.toThrow('does not list models as the public hub does');
  },
);

describe('wishes', () => {
  test('for owners and searches follow all pages, and leave out denied models', async () => {
    hub.models = Array.from({ length: 130 }, (_, at) => ({
      id: `acme/m${at}`,
      files: { 'config.json': '{}' },
      info: { pipeline_tag: at % 2 ? 'text-generation' : 'fill-mask', tags: [] },
    }));
    const rules = { wishes: { searches: [{ task: 'text-generation', limit: 60 }] }, deny: ['acme/m1'] };
    await place.crawl({ rules });
    expect(place.day()!.rows).toHaveLength(59);
    await place.crawl({ day: '2026-01-02', rules: { wishes: { owners: ['acme'] } } });
    expect(place.day()!.rows).toHaveLength(130);
  });

  test('with an unknown field are refused with its name', async () => {
    const run = place.crawl({ rules: { most: { mdels: 3 } } });
    await expect(run).rejects.toThrow(/index\.yaml: most\.mdels is no field of the rules\.$/);
  });

  test('remove an indexed model that is now denied on the next day', async () => {
    await place.crawl({ ids: ['acme/one', 'acme/two'] });
    expect(place.listed()).toEqual(['acme/one', 'acme/two']);
    const { crawl } = await place.crawl({ day: '2026-01-02', rules: { deny: ['ACME/two'] } });
    expect(place.listed()).toEqual(['acme/one']);
    expect(crawl!.imported).toMatchObject({ models: { dropped: 1, thin: 0 } });
  });

  test('do not bring back a withdrawn model, which the day leaves out and counts', async () => {
    await place.crawl({ ids: ['acme/one', 'acme/two'] });
    await atWithdrawals(place.config, (desk) =>
      desk.withdraw({ model: 'Acme/Two', status: 451, reason: 'a court order', day: '2026-01-02' }),
    );
    const { crawl } = await place.crawl({ day: '2026-01-02', ids: ['acme/two'] });
    expect(place.listed()).toEqual(['acme/one']);
    expect(crawl).toMatchObject({ looked: 1, imported: { models: { withdrawn: 1, thin: 0 } } });
  });

  test.each([
    [{ files_of_a_model: 3 }, 'has more than 3 files'],
    [{ bytes_of_a_model: 5 }, 'has more than 5 bytes'],
  ])('%j leave large models out', async (most, reason) => {
    const { crawl } = await place.crawl({ ids: ['acme/one'], rules: { most } });
    expect(crawl!.notes).toEqual([{ id: 'acme/one', kind: 'left', reason }]);
    expect(place.day()).toBeUndefined();
  });
});

describe('a failure', () => {
  test('a crawl that would have to wait too long says so, and the day before stays', async () => {
    await place.crawl({ ids: ['acme/two'] });
    hub.trouble = (target) =>
      target.includes('/revision/') ? { status: 429, headers: { 'Retry-After': '900' } } : undefined;
    const run = place.crawl({ day: '2026-01-02', ids: ALL });
    const { message } = (await run.catch((error: unknown) => error as Error)) as Error;
    expect(message).toContain(
      'asks to wait 900 seconds, more than the 600 seconds that a run waits without progress: run it again later.',
    );
    expect(message).not.toContain('..');
    expect(place.day()!.snapshot).toBe('2026-01-01');
  });
});
