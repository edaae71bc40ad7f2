// Tests the models that people requested from the hub: which ones a crawl checks, which ones wait, and how many it
// indexes.
import { beforeEach, expect, test } from 'vitest';
import { withStores } from '../../functions/stores/open-stores.ts';
import { crawlLines } from '../../generator/crawl/crawl-lines.ts';
import { type CrawlFolder, crawlFolder, hubOfTest } from './crawl-folder.ts';
import type { HubStandIn } from './hub-stand-in.ts';

let hub: HubStandIn;
let place: CrawlFolder;
beforeEach(async () => {
  hub = await hubOfTest(
    ['base/one', 'wish/a', 'wish/b', 'wish/c'].map((id) => ({ id, files: { 'config.json': `{"of":"${id}"}` } })),
  );
  place = crawlFolder(hub);
});

const rules = { wishes: { ids: ['base/one'], demand: { names: 500, models: 50 } } };
const requestOf = (did: string, model: string) =>
  withStores(place.config, async (stores) => {
    await stores.open();
    return stores.accounts.request(did, model, () => false);
  });
const looks = (id: string) => hub.requests(`/api/models/${id}/revision/`).length;

test('a name that was not found waits for a time that doubles, and --retry checks it at once', async () => {
  await requestOf('did:key:z1', 'nobody/nothing');
  // The crawl checks the name on the first day, two days later, and four days after that.
  for (const [day, looked] of [1, 1, 2, 2, 2, 2, 3].map((times, at) => [at + 1, times])) {
    if (day === 4 || day === 5) continue;
    const before = looks('nobody/nothing');
    const outcome = await place.crawl({ day: `2026-01-0${day}`, rules });
    expect(looks('nobody/nothing')).toBe(looked);
    const waits = before === looked;
    expect(outcome.people).toEqual({ drawn: waits ? 0 : 1, absent: waits ? 1 : 0 });
    const line = 'Not looked at: 1 name that people ask for, not found lately (--retry ID looks at once).';
    expect(crawlLines(outcome).includes(line)).toBe(waits);
  }
  hub.models.push({ id: 'nobody/nothing', files: { 'config.json': '{}' } });
  await place.crawl({ day: '2026-01-08', rules, again: ['nobody/nothing'] });
  expect(place.listed()).toContain('nobody/nothing');
});

test('a run indexes a limited number of the models that people requested, and the next run continues', async () => {
  for (const model of ['wish/a', 'wish/b', 'wish/c']) await requestOf('did:key:z1', model);
  const demand = { names: 500, models: 1 };
  const wished = () => place.day()!.rows.filter(({ id }) => id.startsWith('wish/')).length;
  for (const [at, day] of ['2026-01-01', '2026-01-02', '2026-01-03'].entries()) {
    hub.trouble = () => undefined;
    await place.crawl({ day, rules: { ...rules, wishes: { ...rules.wishes, demand } } });
    expect(wished()).toBeGreaterThan(at);
  }
  expect(wished()).toBe(3);
});
