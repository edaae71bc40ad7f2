// Tests the pages of models in a tree. A build makes a page again if the website or the model changes, and
// otherwise keeps it.
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { listedEntries } from '../../../../../generator/packs/list-reader.ts';
import { currentName, currentStamp } from '../../../../../generator/packs/tree-layout.ts';
import { buildTree } from '../../../../../generator/tree/build-tree.ts';
import type { PageSettings } from '../../../../../generator/tree/models/page-renderer.ts';
import type { Address } from '../../../../../src/nouns/address.ts';
import { treeText } from '../../../../fixtures/hub.ts';
import { folderOfTest } from '../../../../fixtures/own-folder.ts';
import { tornFiles } from '../../../../fixtures/torn-files.ts';
import { currentList, packFile } from '../../../../fixtures/tree-contents.ts';
import { stubWebsite } from '../../stub-website.ts';
import { writeCatalog } from '../../write-catalog.ts';

const facts = { sourceOrder: ['srca', 'srcb', 'ipfs'], origin: 'https://origin.example' };
const baseUrl = 'https://hub.example';
let folder: string;
let dist: string;
let store: string;

beforeEach(() => {
  folder = folderOfTest();
  dist = join(folder, 'dist');
  store = join(folder, 'objects');
});

const website = (key: string, body: string) => stubWebsite(folder, key, body);
const build = (catalog: Address, pages: PageSettings | undefined, threads = 1) =>
  buildTree({ dist, stores: [store], catalog, baseUrl, ...facts, pages, threads });
/** Returns the entries in a model's pack as they are stored. */
const entries = (id: string) => new Map(listedEntries(currentList(dist).packOf(`models/${id}/x`)!));
const page = (id: string) => treeText(dist, `models/${id}/models/${id}/index.html`);
const pack = (id: string) => packFile(dist, `models/${id}`);

test('every model has a page, stored as gzip, with the facts of its objects and its row', async () => {
  const { catalog, models } = await writeCatalog(store, ['a/one', 'b/two'], '1', {
    downloads: 7,
    pipeline_tag: 'fill-mask',
  });
  const pages = website('site', 'JSON.stringify({ path, model, base: hub.baseUrl, today: hub.today })');
  await build(catalog, pages, 2);
  const told = JSON.parse(page('b/two').replace(/é+$/, ''));
  expect(told).toMatchObject({ path: '/models/b/two/', base: baseUrl });
  expect(told.model).toMatchObject({
    ...{ id: 'b/two', object: models[1], listed: true, task: 'fill-mask', quants: [] },
    sources: [{ token: 'srca', name: 'source-a.example', listedAs: 'Source A', host: 'source-a.example' }],
    files: [{ path: 'config.json', size: 7 }, { path: 'onnx/model.onnx' }],
  });
  expect(told).not.toHaveProperty('today');
  // The hub inserts figures when it answers, because they change every day.
  expect(told.model).not.toHaveProperty('downloads');
  const packed = entries('b/two');
  expect(packed.has('models/b/two/index.html')).toBe(false);
  expect(gunzipSync(packed.get('models/b/two/index.html.gz')!).toString()).toBe(page('b/two'));
  expect(await tornFiles(dist)).toEqual([]);
});

test('another website makes the pages again and keeps everything else, and the same website makes nothing', async () => {
  const { catalog } = await writeCatalog(store, ['a/one', 'b/two'], '1');
  const old = website('old', '"old " + model.id');
  const fresh = website('new', '"new " + model.id');
  await build(catalog, old);
  const rest = () => [...entries('a/one')].filter(([name]) => !name.includes('.html'));
  const before = rest();
  expect(await build(catalog, old)).toMatchObject({ changed: false });
  await build(catalog, fresh);
  expect(page('a/one')).toMatch(/^new a\/one/);
  expect(rest()).toEqual(before);
  expect(await tornFiles(dist)).toEqual([]);
});

test('a model that did not change keeps its pack and its page', async () => {
  const ids = ['a/one', 'b/two'];
  const pages = website('site', 'model.revision');
  await build((await writeCatalog(store, ids, '1')).catalog, pages);
  const before = pack('a/one');
  await build((await writeCatalog(store, [...ids, 'c/three'], '1')).catalog, pages);
  expect(pack('a/one')).toBe(before);
  expect(page('c/three').length).toBeGreaterThan(40);
  await build((await writeCatalog(store, ids, '1', { library: 'transformers' })).catalog, pages);
  expect(pack('a/one')).not.toBe(before);
  expect(await tornFiles(dist)).toEqual([]);
});

test('without a website the tree has no pages, and a later website adds them', async () => {
  const { catalog } = await writeCatalog(store, ['a/one'], '1');
  await build(catalog, undefined);
  expect([...entries('a/one').keys()].join()).not.toContain('.html');
  expect(currentStamp(dist)!.stamp).not.toHaveProperty('pages');
  const pages = website('site', 'model.id');
  await build(catalog, pages);
  expect(page('a/one')).toMatch(/^a\/one/);
  await build(catalog, undefined);
  expect([...entries('a/one').keys()].join()).not.toContain('.html');
  expect(await tornFiles(dist)).toEqual([]);
});

test('a page that fails, or that shows a value that changes without its model, stops the build, and the tree before stays', async () => {
  const { catalog } = await writeCatalog(store, ['a/one', 'b/two'], '1');
  await build(catalog, undefined);
  const before = currentName(dist);
  await expect(build(catalog, website('fails', 'model.id === "b/two" ? undefined : ""'))).rejects.toThrow(
    'answered 500 for the page of b/two',
  );
  await expect(build(catalog, website('asks', 'String(hub.health())'))).rejects.toThrow('asks the hub for "health"');
  expect(currentName(dist)).toBe(before);
});
