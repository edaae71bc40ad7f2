// Tests a content-addressed store as a further source: the crawl requests a model's files there only by their hashes.
import { hash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { serviceFile } from '../../generator/process/package-paths.ts';
import { folderOfTest } from '../fixtures/own-folder.ts';
import { crawlFolder, hubOfTest } from './crawl-folder.ts';
import type { HubStandIn } from './hub-stand-in.ts';
import { error, type StandIn, startStandIn } from './stand-in.ts';

const FILES = { 'config.json': '{}', 'model.safetensors': 'weights', 'same.safetensors': 'weights' };

let hub: HubStandIn;
let store: StandIn;
let blobs: Map<string, string>;
beforeEach(async () => {
  hub = await hubOfTest([{ id: 'acme/one', files: FILES, large: ['model.safetensors', 'same.safetensors'] }]);
  blobs = new Map(Object.values(FILES).map((text) => [hash('sha256', text), text]));
  store = await startStandIn(({ url }) => {
    const [, sha256 = ''] = /^\/v2\/(?:models|acme\/one)\/blobs\/sha256:([0-9a-f]{64})$/.exec(url!) ?? [];
    const body = blobs.get(sha256);
    return body === undefined ? error(404, 'BLOB_UNKNOWN') : { status: 200, headers: {}, body };
  });
});
afterEach(() => {
  hub.close();
  store.close();
});

/** Makes a folder for crawls whose service.yaml declares the store with this template for addresses. */
function folder(template: string) {
  const place = folderOfTest();
  const declared = `\n  - {token: store, display: Store, host: s.example, base: "${store.url}", template: "${template}"}\n`;
  writeFileSync(join(place, 'service.yaml'), readFileSync(serviceFile, 'utf8') + declared);
  return crawlFolder(hub, { HUB_SERVICE: join(place, 'service.yaml') });
}

const crawl = (place: ReturnType<typeof folder>, day = '2026-01-01') =>
  place.crawl({ day, ids: ['acme/one'], rules: { others: [{ source: 'store' }] } });
const stored = (place: ReturnType<typeof folder>) => place.sourceOf('acme/one', 'store');

test.each([
  ['/v2/models/blobs/sha256:{sha256}', 'content', {}],
  ['/v2/{id}/blobs/sha256:{sha256}', 'http', { id: 'acme/one' }],
])('at %s all files count, and none is read', async (template, kind, names) => {
  const place = folder(template);
  await crawl(place);
  expect(stored(place)).toMatchObject({ kind, ...names });
  expect(stored(place)).not.toHaveProperty('files');
  expect(store.asked.every((line) => line.startsWith('HEAD '))).toBe(true);
  store.asked.length = 0;
  await crawl(place, '2026-01-02');
  expect(store.asked).toHaveLength(1);
});

test('a file that the store lacks, or has with another size, does not count', async () => {
  const place = folder('/v2/models/blobs/sha256:{sha256}');
  blobs.set(hash('sha256', '{}'), 'longer');
  await crawl(place);
  expect(stored(place)!.files).toEqual(['model.safetensors', 'same.safetensors']);
  blobs.clear();
  await crawl(place, '2026-01-02');
  expect(stored(place)).toBeUndefined();
});
