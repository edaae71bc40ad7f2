// Tests published source records: a day shows each record with its state. It offers a source once a crawl has read the
// bytes there and found them right.
import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { askLocalHub } from '../../functions/hosts/local-hub.ts';
import { openObjectFiles } from '../../functions/stores/objects/object-files.ts';
import { openTree } from '../../functions/stores/tree/node-tree.ts';
import { publishedKnown } from '../../generator/crawl/published-today.ts';
import { readPointer } from '../../generator/days/pointer.ts';
import { runImport } from '../../generator/import/run-import.ts';
import { OBJECT_MEDIA_TYPES } from '../../src/nouns/media-types.ts';
import { readConfig } from '../../src/service/config.ts';
import { buildFrom, service } from '../fixtures/hub.ts';
import { type CrawlFolder, crawlFolder } from './crawl-folder.ts';
import { type HubStandIn, startHubStandIn } from './hub-stand-in.ts';
import { type ScopeStandIn, startScopeStandIn } from './scope-stand-in.ts';

const files = { 'config.json': '{"a":1}', 'model.bin': 'weights '.repeat(100), 'empty.txt': '' };

let hub: HubStandIn;
let scope: ScopeStandIn;
let place: CrawlFolder;
beforeEach(async () => {
  hub = await startHubStandIn([
    { id: 'acme/one', files },
    { id: 'acme/two', files: { 'config.json': '{}' } },
  ]);
  scope = await startScopeStandIn([{ id: 'Mirror/One', files: { ...files } }]);
  place = crawlFolder(hub, { HUB_SOURCE_SRCB: scope.url });
  await crawl('2026-01-01');
  clock = Date.parse('2026-01-01T10:00:00Z');
});
afterEach(() => {
  hub.close();
  scope.close();
});

let clock: number;
const crawl = (day: string, more: object = {}) => place.crawl({ day, ids: ['acme/one', 'acme/two'], ...more });

/** Publishes a record about the model `id`, a second after the last record, and returns the address of the record. */
async function publish(record: object, id = 'acme/one'): Promise<string> {
  const { published } = place.config;
  if (!('folder' in published)) throw new Error('published objects lie in a folder here');
  const objects = openObjectFiles({ folder: published.folder, onDamage() {}, now: () => (clock += 1000) });
  const whole = { format: 'hub.model-hub.source/v1', model: place.day()!.address(id), kind: 'http', ...record };
  const told = { kind: 'model-hub.source', media_type: OBJECT_MEDIA_TYPES.source, filename: null };
  return (await objects.publish(Buffer.from(JSON.stringify(whole)), told)).id;
}

const atB = { source: 'srcb', id: 'Mirror/One', revision: 'master' };
const told = () => place.day()!.published('acme/one');
const placeB = () =>
  place
    .day()!
    .sources('acme/one')
    .find(({ source }) => source === 'srcb');

test('a record is checked by its bytes, shown with its state, offered, and withdrawn', async () => {
  const record = await publish(atB);
  const { published } = await crawl('2026-01-02');
  expect(published).toEqual({ offered: 1 });
  expect(told()).toEqual([{ record, published: '2026-01-01', source: 'srcb', state: 'offered', files: 3, held: 3 }]);
  expect(placeB()).toMatchObject({ ...atB, kind: 'http', published: record });
  expect(placeB()).not.toHaveProperty('files');
  expect(place.day()!.rows[0]!.hub.sources).toEqual(['Source A', 'Source B']);
  // The runs of later days request a single byte of a single file, and change nothing.
  const first = place.day()!.sources('acme/one');
  scope.asked.length = 0;
  await crawl('2026-01-03');
  expect(scope.asked).toEqual(['GET /models/Mirror/One/resolve/master/model.bin']);
  expect(place.day()!.sources('acme/one')).toEqual(first);
  // A record without files withdraws the earlier record.
  await publish({ ...atB, files: [] });
  await crawl('2026-01-04');
  expect([told(), placeB()]).toEqual([[], undefined]);
  expect(place.day()!.rows[0]!.hub.sources).toEqual(['Source A']);
});

test('the hub shows the record, and redirects to the source once its bytes were read', async () => {
  await publish(atB);
  const chunks = await publish({
    kind: 'chunks',
    source: 'objects',
    joined: [chunked('config.json', files['config.json'])],
  });
  const asked = async () => {
    const dist = join(place.data, 'dist');
    await buildFrom({ data: place.data, dist }, readPointer(place.data)!.catalog);
    const pages = { render: () => Promise.reject(new Error('no page')), files: () => undefined };
    const ask = await askLocalHub(openTree(dist), service, pages as never);
    const sources = (await (await ask('/api/hub/models/acme/one/sources')).json()) as { published: object[] };
    const file = await ask('/via/srcb/acme/one/resolve/main/model.bin', { redirect: 'manual' });
    return { published: sources.published, status: file.status, location: file.headers.get('location') };
  };
  await crawl('2026-01-02', { rules: { most: { ...MOST, bytes: 1 } } });
  const waiting = { source: 'srcb', state: 'waiting', files: 3 };
  const kept = { record: chunks, source: 'objects', state: 'objects', files: 1, held: 1 };
  expect(await asked()).toMatchObject({ published: [kept, waiting], status: 404 });
  await crawl('2026-01-03');
  expect(await asked()).toMatchObject({
    published: [kept, { source: 'srcb', state: 'offered' }],
    status: 302,
    location: expect.stringContaining('/models/Mirror/One/resolve/master/model.bin'),
  });
});

const MOST = { models: 10, files_of_a_model: 99, bytes_of_a_model: 1e9, requests: 1e4, bytes: 1e9, under_way: 4 };
const chunked = (path: string, text: string) => ({
  ...{ path, size: text.length, sha256: hash('sha256', text), chunk_size: 1024, chunks: [`blake3:${'0'.repeat(64)}`] },
});

test.each([
  ['differs', 'other bytes of the same size', () => (scope.models[0]!.files['config.json'] = '{"a":2}')],
  ['absent', 'no such file', () => delete scope.models[0]!.files['config.json']],
  ['absent', 'another size', () => (scope.models[0]!.files['config.json'] = '{"a":11}')],
])('%s: %s; only the other files are offered', async (state, _, spoil) => {
  spoil();
  await publish(atB);
  await crawl('2026-01-02');
  expect(told()).toMatchObject([{ state, files: 3, held: 2 }]);
  expect(placeB()).toMatchObject({ files: ['empty.txt', 'model.bin'] });
  expect(placeB()).not.toHaveProperty('differs');
  expect(place.day()!.rows[0]!.hub.sources).toEqual(['Source A']);
  // A file with other bytes is read again after a week, a missing file each day.
  scope.models[0]!.files['config.json'] = files['config.json'];
  await crawl('2026-01-03');
  expect(told()).toMatchObject([{ state: state === 'absent' ? 'offered' : 'differs' }]);
  await crawl('2026-01-09');
  expect(told()).toMatchObject([{ state: 'offered' }]);
});

test('a source whose files are gone is no longer offered', async () => {
  await publish(atB);
  await crawl('2026-01-02');
  scope.models.length = 0;
  await crawl('2026-01-03');
  expect([told(), placeB()]).toMatchObject([[{ state: 'absent', held: 0 }], undefined]);
});

test('a source that is away keeps what was found there', async () => {
  await publish(atB);
  await crawl('2026-01-02');
  const before = [told(), placeB()];
  scope.trouble = () => ({ status: 503 });
  await crawl('2026-01-03');
  expect([told(), placeB()]).toEqual(before);
});

test.each([
  ['a source that nobody declared', { source: 'elsewhere', id: 'a/b' }],
  ['a name that the source can not have', { source: 'srcb', id: '../up' }],
  [
    'another kind than that of the source',
    { source: 'srcb', kind: 'ipfs', root: 'bafkreifjjcie6lypi6ny7amxnfftagclbuxndqonfipmb64f2km2devei4' },
  ],
])('%s is shown, gets no request and is never offered', async (_, record) => {
  await publish(record);
  await crawl('2026-01-02');
  expect(told()).toMatchObject([{ source: record.source, state: 'unknown', files: 3, held: 0 }]);
  expect(place.day()!.sources('acme/one')).toHaveLength(1);
  expect(scope.asked).toEqual([]);
});

test('chunks whose hashes differ from those of the index are shown as differing', async () => {
  await publish({ kind: 'chunks', source: 'objects', joined: [chunked('config.json', 'other')] });
  await crawl('2026-01-02');
  expect(told()).toMatchObject([{ source: 'objects', state: 'differs', files: 1, held: 0 }]);
});

test('a record that is malformed, names no indexed model or an earlier revision is left out', async () => {
  await publish({ ...atB, format: 'x' });
  await publish({ ...atB, model: `blake3:${'0'.repeat(64)}` });
  await publish({ ...atB, files: ['nothing'] });
  const { published } = await crawl('2026-01-02');
  expect([published, told()]).toEqual([{}, []]);
  await publish(atB);
  hub.models[0]!.files['config.json'] = '{"a":3}';
  await crawl('2026-01-03');
  expect([told(), placeB()]).toEqual([[], undefined]);
});

test('the newest record of a source counts, and a source that the crawl found itself comes first', async () => {
  await publish({ ...atB, id: 'Wrong/One' });
  const record = await publish(atB);
  scope.models.push({ id: 'acme/one', files: { ...files } });
  await crawl('2026-01-02', { rules: { others: [{ source: 'srcb' }] } });
  expect(told()).toMatchObject([{ record, state: 'offered' }]);
  expect(placeB()).toMatchObject({ id: 'acme/one' });
  expect(placeB()).not.toHaveProperty('published');
});

test('an import and a comparison keep what a crawl found, read nothing, and keep a model that left the list', async () => {
  const record = await publish(atB);
  await crawl('2026-01-02');
  await place.compare({ day: '2026-01-03' });
  expect([told(), placeB()]).toMatchObject([[{ record, state: 'offered' }], { published: record }]);
  scope.asked.length = 0;
  const rows = join(place.data, 'rows.jsonl');
  const row = (day: string) => {
    const { files: two, revision } = place.day()!.model('acme/two');
    writeFileSync(rows, `${JSON.stringify({ id: 'acme/two', revision, files: two })}\n`);
    const published = publishedKnown(place.config, day);
    return runImport(place.config, { file: rows, day, drop: [], rules: undefined, json: true, published });
  };
  await row('2026-01-04');
  expect(place.day()!.rows[0]!.hub).toMatchObject({ listed: false, sources: ['Source A', 'Source B'] });
  expect([told(), placeB()]).toMatchObject([[{ record, state: 'offered' }], { published: record }]);
  await publish({ ...atB, files: [] });
  await row('2026-01-05');
  expect(place.day()!.rows[0]!.hub).toMatchObject({ listed: false, sources: ['Source A'] });
  expect([told(), placeB()]).toEqual([[], undefined]);
  expect(scope.asked).toEqual([]);
});

test('a store of records that is away fails no day; that day offers nothing from records', async () => {
  await publish(atB);
  await crawl('2026-01-02');
  const env = {
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
    AWS_REGION: 'auto',
    AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
  };
  const { published } = readConfig({ ...env, HUB_OBJECTS: 's3://bucket/hub' });
  Object.assign(place.config, { published });
  expect((await crawl('2026-01-03')).published).toEqual({});
  expect([told(), placeB()]).toEqual([[], undefined]);
});
