// Tests the cards of a crawl: the crawl reads each card once with the other small files, and the
// day keeps it. Rules can leave cards out, and a takedown removes them.

import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { takeDown } from '../../generator/cards/take-down.ts';
import { openObjectStore } from '../../generator/days/object-store.ts';
import { readPointer } from '../../generator/days/pointer.ts';
import { readConfig } from '../../src/service/config.ts';
import type { CatalogEntry } from '../../src/shapes/objects.ts';
import { type CrawlFolder, crawlFolder, hubOfTest } from './crawl-folder.ts';
import type { HubStandIn } from './hub-stand-in.ts';

const CARD = '---\nlicense: mit\n---\n# One\n\nSee [it](config.json).\n';
const ids = ['acme/one', 'acme/two', 'acme/three'];

let hub: HubStandIn;
let place: CrawlFolder;
beforeEach(async () => {
  hub = await hubOfTest([
    { id: 'acme/one', files: { 'README.md': CARD, 'config.json': '{}' } },
    { id: 'acme/two', files: { 'README.md': 'in large storage', 'config.json': '{}' }, large: ['README.md'] },
    { id: 'acme/three', files: { 'README.md': Buffer.from([0xff, 0xfe, 0x41]), 'config.json': '{}' } },
  ]);
  place = crawlFolder(hub);
});

/** Returns the text of a model's card on the current day; undefined if the day has none. */
function cardIn(id: string): string | undefined {
  const store = openObjectStore(join(place.data, 'objects'));
  const { models } = JSON.parse(store.get(readPointer(place.data)!.catalog)) as {
    models: Record<string, CatalogEntry>;
  };
  const card = models[id]?.card;
  return card && (JSON.parse(store.get(card)) as { text: string }).text;
}

const readmes = () => hub.asked.filter((line) => /README|\/cdn\//.test(line)).length;

test('a day has the cards that are texts, in git and in large storage', async () => {
  await place.crawl({ ids });
  expect(ids.map((id) => cardIn(id))).toEqual([CARD, 'in large storage', undefined]);
});

test('each card is read once, and on another day only a changed card', async () => {
  await place.crawl({ ids });
  // The README.md in large storage takes a second request, for its redirect.
  expect(readmes()).toBe(4);
  hub.models[0]!.files['config.json'] = '{"a":1}';
  hub.models[1]!.files['README.md'] = 'another text';
  hub.asked.length = 0;
  await place.crawl({ day: '2026-01-02' });
  expect(readmes()).toBe(2);
  expect([cardIn('acme/one'), cardIn('acme/two')]).toEqual([CARD, 'another text']);
});

test('rules without cards keep none; later rules with cards keep all', async () => {
  await place.crawl({ ids, rules: { cards: false } });
  expect(ids.map((id) => cardIn(id))).toEqual([undefined, undefined, undefined]);
  expect(hub.requests('/cdn/')).toEqual([]);
  await place.crawl({ day: '2026-01-02' });
  expect(cardIn('acme/one')).toBe(CARD);
  await place.crawl({ day: '2026-01-03', rules: { cards: false } });
  expect(cardIn('acme/one')).toBeUndefined();
});

test('a takedown removes the card from the crawl’s memory, and the crawl does not request it again', async () => {
  await place.crawl({ ids });
  const config = readConfig({ HUB_DATA: place.data, HUB_DIST: join(place.data, '../dist') });
  for (const id of ['acme/one', 'acme/two']) expect(await takeDown(config, id)).toMatchObject({ removed: 1 });
  hub.asked.length = 0;
  await place.crawl({ day: '2026-01-02' });
  expect(ids.map((id) => cardIn(id))).toEqual([undefined, undefined, undefined]);
  expect(readmes()).toBe(0);
});
