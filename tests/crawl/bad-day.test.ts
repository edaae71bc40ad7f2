// Tests a day on which the upstream looks wrong: the crawl sets the day aside, and the next run crawls it again or
// publishes it unchanged.
import { beforeEach, expect, test } from 'vitest';
import { readAside } from '../../generator/aside/kept-aside.ts';
import { hubCommand } from '../faults/hub-command.ts';
import { type CrawlFolder, crawlFolder, hubOfTest } from './crawl-folder.ts';
import type { HubStandIn } from './hub-stand-in.ts';

const [ONE, TWO] = ['2026-01-01', '2026-01-02'];
const ids = Array.from({ length: 30 }, (_, at) => `acme/m${at}`);
const edition = (text: string) => ids.map((id) => ({ id, files: { 'config.json': text, 'README.md': id } }));

let hub: HubStandIn;
let place: CrawlFolder;
beforeEach(async () => {
  hub = await hubOfTest(edition('{}'));
  place = crawlFolder(hub);
});

test('other bytes in most models set the day aside; a run that finds the right bytes again publishes the day', async () => {
  await place.crawl({ day: ONE, ids });
  hub.models = edition('poison');
  await expect(place.crawl({ day: TWO })).rejects.toThrow('30 of 30 models have other bytes at a path that was there');
  expect(place.day()!.snapshot).toBe(ONE);
  expect(readAside(place.data)).toMatchObject({
    command: 'index',
    snapshot: TWO,
    made: { archived: `${TWO}T00:00:00Z` },
  });
  // Crawls the same day again.
  hub.models = edition('{}');
  await place.crawl({ day: TWO });
  expect(place.day()!.snapshot).toBe(TWO);
  expect(readAside(place.data)).toBeUndefined();
});

test('--accept publishes the day that was set aside, without a request', async () => {
  await place.crawl({ day: ONE, ids });
  hub.models = edition('poison');
  await expect(place.crawl({ day: TWO })).rejects.toThrow('is kept aside');
  const { catalog } = readAside(place.data)!;
  hub.models = edition('something else');
  hub.asked.length = 0;
  const { code, out } = await hubCommand(['index', '--accept', '--json'], {
    HUB_DATA: place.data,
    HUB_SOURCE_SRCA: hub.url,
  });
  expect([code, JSON.parse(out)]).toEqual([0, { day: TWO, catalog, isAccepted: true }]);
  expect(hub.asked).toEqual([]);
  expect(place.day()!.snapshot).toBe(TWO);
});

test('unreachable models set the day aside, and what was found is not requested again', async () => {
  await place.crawl({ day: ONE, ids });
  hub.models = edition('new');
  const rules = { rewritten_percent: 100, gone_percent: 100 };
  hub.trouble = (target) => (/acme\/m[0-4]\/(revision|tree)/.test(target) ? { status: 500 } : undefined);
  hub.expands = false;
  await expect(place.crawl({ day: TWO, ids, rules })).rejects.toThrow(
    /5 of 30 models could not be reached .*acme\/m\d/,
  );
  expect(readAside(place.data)!.worst).toHaveLength(3);
  hub.trouble = () => undefined;
  const { crawl } = await place.crawl({ day: TWO, ids, rules });
  expect(crawl).toMatchObject({ looked: 30, resumed: 25 });
  expect(place.day()!.snapshot).toBe(TWO);
});
