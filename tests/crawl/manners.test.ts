// Tests that a crawl obeys the wishes of an upstream: limits of its API and its files, and robots.txt.

import { beforeEach, expect, test } from 'vitest';
import { type CrawlFolder, crawlFolder, hubOfTest } from './crawl-folder.ts';
import { limit } from './documented-limits.ts';
import type { HubStandIn } from './hub-stand-in.ts';

const COUNT = 60;
const some = () =>
  Array.from({ length: COUNT }, (_, at) => ({
    id: `acme/m${at}`,
    files: { 'a.json': `{"a":${at}}`, 'b.json': `{"b":${at}}`, 'c.json': `{"c":${at}}` },
  }));

let hub: HubStandIn;
let place: CrawlFolder;
beforeEach(async () => {
  hub = await hubOfTest(some());
  place = crawlFolder(hub);
});

const ids = () => hub.models.map(({ id }) => id);

test('limits of API and files are kept separately, and the day is complete under both', async () => {
  // The clock runs so fast that five minutes take a tenth of a second.
  const told = limit(hub, { api: 10, resolvers: 20 }, 3000);
  const { crawl } = await place.crawl({ ids: ids(), rules: { robots: 'obey' } });
  expect([crawl!.rows, crawl!.later]).toEqual([COUNT, undefined]);
  expect(place.day()!.rows).toHaveLength(COUNT);
  // The crawl needs at least 60 requests to the API, ten in a window, and 180 for files, twenty in a window.
  expect(told.windows.api).toBeGreaterThanOrEqual(6);
  expect(told.windows.resolvers).toBeGreaterThanOrEqual(9);
});

test('a robots.txt that disallows a request ends the run and shows the line; `robots: ignore` continues', async () => {
  hub.trouble = (target) =>
    target === '/robots.txt' ? { status: 200, body: 'User-agent: *\nDisallow: /api/\n' } : undefined;
  await expect(place.crawl({ ids: ids(), rules: { robots: 'obey' } })).rejects.toThrow(
    /^Line 2 of http:\S+\/robots\.txt disallows \/api\/models\/acme\/m0\/revision\/HEAD: ask its operator, or write "robots: ignore" into index\.yaml\.$/,
  );
  expect(hub.asked).toEqual(['GET /robots.txt']);
  const { crawl } = await place.crawl({ ids: ids(), rules: { robots: 'ignore' } });
  expect(crawl!.rows).toBe(COUNT);
});

test('a robots.txt for other programs, or none, changes nothing; models that were read before a Disallow are indexed', async () => {
  hub.trouble = (target) =>
    target === '/robots.txt'
      ? { status: 200, body: 'User-agent: other\nDisallow: /\n\nUser-agent: model-hub\nDisallow: /acme/m50/\n' }
      : undefined;
  const { crawl } = await place.crawl({ ids: ids(), rules: { robots: 'obey' } });
  expect(crawl!.later!.why).toContain('disallows /acme/m50/resolve/');
  expect(place.day()!.rows.length).toBe(crawl!.looked);
  hub.trouble = () => undefined;
  expect((await place.crawl({ ids: ids(), rules: { robots: 'obey' } })).crawl!.rows).toBe(COUNT);
});

test.each([401, 403, 404, 410, 451])('a robots.txt that is refused with %i disallows nothing', async (status) => {
  hub.trouble = (target) => (target === '/robots.txt' ? { status, body: 'User-agent: *\nDisallow: /\n' } : undefined);
  await place.crawl({ ids: ids().slice(0, 2), rules: { robots: 'obey' } });
  expect(place.listed()).toHaveLength(2);
});

test('a robots.txt that can’t be read ends the run with one sentence, and none of it is quoted', async () => {
  hub.trouble = (target) => (target === '/robots.txt' ? { status: 500, body: 'Disallow: /' } : undefined);
  await expect(place.crawl({ ids: ids(), rules: { robots: 'obey' } })).rejects.toThrow(
    /^http:\S+ answers with 500, 6 times: \S+\/robots\.txt\. What it disallows is not known: run it again later, ask/,
  );
  expect(new Set(hub.asked)).toEqual(new Set(['GET /robots.txt']));
});
