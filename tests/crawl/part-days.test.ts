// Tests a run that can't check every model: the day has what the run found, the next run continues, and no group of
// models waits forever.
import { beforeEach, expect, test } from 'vitest';
import { crawlWords, readCrawlNote } from '../../generator/crawl/crawl-lines.ts';
import { type CrawlFolder, crawlFolder, hubOfTest } from './crawl-folder.ts';
import type { HubStandIn, StandInModel } from './hub-stand-in.ts';

const ONE_AT_A_TIME = { under_way: 1 };

/** Makes forty models. Each takes two requests to the API, and one for its file. */
const forty = (content: string): StandInModel[] =>
  Array.from({ length: 40 }, (_, at) => ({ id: `a${at}/m`, files: { 'config.json': `${content} ${at}` } }));

let hub: HubStandIn;
let place: CrawlFolder;
beforeEach(async () => {
  hub = await hubOfTest(forty('{}'));
  place = crawlFolder(hub);
});

test('a run that exceeds its budget publishes a day of what it found, and the next run continues', async () => {
  const ids = hub.models.map(({ id }) => id);
  const rules = { most: { ...ONE_AT_A_TIME, requests: 60 } };
  for (let runs = 1, last = 0; ; runs++) {
    const { crawl } = await place.crawl({ ids, rules });
    expect(place.day()!.rows.length).toBe(crawl!.looked);
    expect(crawl!.looked).toBeGreaterThan(last);
    const said = crawlWords(readCrawlNote(place.data)!);
    if (!crawl!.later) {
      expect(said).toMatch(/ models?; all are looked at$/);
      break;
    }
    expect(said).toMatch(/; \d+ left, \d+ of them new\. The budget of this run is spent: /);
    last = crawl!.looked;
    expect(crawl!.later).toMatchObject({
      indexed: 0,
      new: 40 - last,
      why: expect.stringContaining('The budget of this run is spent: 60 requests') as string,
    });
    expect(runs).toBeLessThan(5);
  }
  expect(place.day()!.rows.length).toBe(40);
  expect(hub.requests('/config.json')).toHaveLength(40);
});

test('the next run begins with the models that were not checked for longest', async () => {
  await place.crawl({ ids: hub.models.map(({ id }) => id) });
  const most = { ...ONE_AT_A_TIME, requests: 60 };
  const seen = new Set<string>();
  for (let run = 2; seen.size < 40; run++) {
    expect(run).toBeLessThan(9);
    hub.models = forty(`${run}`);
    const before = place.day()!;
    const { crawl } = await place.crawl({ day: `2026-01-0${run}`, rules: { most, rewritten_percent: 100 } });
    const { rows, model } = place.day()!;
    const again = rows.filter(({ id }) => model(id).revision !== before.model(id).revision);
    // No model is checked twice before all were checked once.
    if (crawl!.looked <= 40 - seen.size) for (const { id } of again) expect(seen).not.toContain(id);
    for (const { id } of again) seen.add(id);
  }
});

test('half of a run is for indexed models, a quarter for wishes, a quarter for searches', async () => {
  await place.crawl({ ids: hub.models.map(({ id }) => id) });
  const more = (owner: string) =>
    Array.from({ length: 30 }, (_, at) => ({ id: `${owner}${at}/m`, files: { 'config.json': `${owner}${at}` } }));
  hub.models = [...forty('[]'), ...more('wish'), ...more('found')];
  const ids = more('wish').map(({ id }) => id);
  const searches = [{ sort: 'downloads', limit: 100 }];
  const rules = { wishes: { ids, searches }, most: { ...ONE_AT_A_TIME, requests: 120 }, rewritten_percent: 100 };
  await place.crawl({ day: '2026-01-02', rules });
  const came = (owner: string) => place.day()!.rows.filter(({ id }) => id.startsWith(owner)).length;
  const [wished, found] = [came('wish'), came('found')];
  expect(Math.min(wished, found)).toBeGreaterThan(4);
  expect(Math.abs(wished - found)).toBeLessThan(4);
});

test('a run ends when its time is over, even if the upstream told it to wait', async () => {
  hub.trouble = (target, attempt) =>
    target.includes('a39/m') && attempt === 1 ? { status: 429, headers: { 'Retry-After': '61' } } : undefined;
  const ids = hub.models.map(({ id }) => id);
  const { crawl, asked: count } = await place.crawl({ ids, rules: { most: { ...ONE_AT_A_TIME, minutes: 1 } } });
  expect(crawl!.later).toMatchObject({ why: 'The time of this run is over: 1 minute.' });
  expect(count.again).toBe(1);
  expect(place.day()!.rows.length).toBe(crawl!.looked);
});
