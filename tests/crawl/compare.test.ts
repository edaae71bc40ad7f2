// Tests `index --compare`: the command requests the indexed models from a further source, within the budget of that
// source, and sends no other source a request.
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type CrawlFolder, crawlFolder } from './crawl-folder.ts';
import { type HubStandIn, type StandInModel, startHubStandIn } from './hub-stand-in.ts';
import { type ScopeStandIn, startScopeStandIn } from './scope-stand-in.ts';

const ids = ['acme/a', 'acme/b', 'acme/c', 'acme/d'];
const model = (id: string): StandInModel => ({ id, files: { 'config.json': id, 'README.md': `# ${id}` } });

let hub: HubStandIn;
let scope: ScopeStandIn;
let place: CrawlFolder;
beforeEach(async () => {
  hub = await startHubStandIn([...ids.map(model), { ...model('acme/gated'), info: { gated: 'auto' } }]);
  scope = await startScopeStandIn(structuredClone(ids.map(model)));
  place = crawlFolder(hub, { HUB_SOURCE_SRCB: scope.url });
  await place.crawl({ ids: [...ids, 'acme/gated'] });
  hub.asked.length = 0;
});
afterEach(() => {
  hub.close();
  scope.close();
});

const budget = (requests: number) => ({
  others: [{ source: 'srcb', most: { requests, bytes: 1e6, under_way: 1 } }],
});
const held = () =>
  ids.filter((id) =>
    place
      .day()!
      .sources(id)
      .some(({ source }) => source === 'srcb'),
  );

test('a comparison adds the second source to indexed models, and sends no request to the first', async () => {
  const before = place.day()!;
  const { asked, upstream, crawl } = await place.compare();
  expect([asked.requests, upstream, crawl!.looked]).toEqual([4, scope.url, 4]);
  expect(hub.asked).toEqual([]);
  const after = place.day()!;
  expect(held()).toEqual(ids);
  expect(after.rows.map((row) => row.hub.sources)).toEqual(ids.map(() => ['Source A', 'Source B']));
  expect(after.gated).toEqual(['acme/gated']);
  const without = ({ hub: { sources: _, ...facts }, ...row }: (typeof after.rows)[number]) => ({ ...row, hub: facts });
  expect(after.rows.map(without)).toEqual(before.rows.map(without));
  expect(ids.map(after.model)).toEqual(ids.map(before.model));
});

test('a budget goes to models that were checked longest ago, and the next run continues', async () => {
  const first = await place.compare({ rules: budget(2) });
  expect(first.crawl!.later).toMatchObject({ indexed: 2, new: 0, why: expect.stringContaining('budget') });
  expect(held()).toEqual(['acme/a', 'acme/b']);
  await place.compare({ rules: budget(2), day: '2026-01-03' });
  expect(held()).toEqual(ids);
  scope.asked.length = 0;
  await place.compare({ rules: budget(1), day: '2026-01-04' });
  expect(scope.asked).toEqual([expect.stringContaining('/acme/a/')]);
});

test('a run of the same day continues, keeps gated models, and repeats no request', async () => {
  await place.compare({ rules: budget(3), day: '2026-01-01' });
  const { crawl } = await place.compare({ rules: budget(9), day: '2026-01-01' });
  expect(crawl).toMatchObject({ looked: 4, resumed: 3 });
  expect(scope.asked).toHaveLength(4);
  expect(place.day()!.gated).toEqual(['acme/gated']);
  expect(held()).toEqual(ids);
});

test('models that `index` checked at the source count as checked', async () => {
  await place.crawl({
    ids: ['acme/a', 'acme/b'],
    rules: { ...budget(2), wishes: { refresh: false } },
    day: '2026-01-02',
  });
  scope.asked.length = 0;
  await place.compare({ rules: budget(1), day: '2026-01-03' });
  expect(scope.asked).toEqual([expect.stringContaining('/acme/c/')]);
});

test('other bytes are reported with the day they were found; a model that is gone at the source loses the source', async () => {
  scope.models[0]!.files['config.json'] = 'other';
  const { crawl } = await place.compare();
  expect(crawl!.notes).toMatchObject([{ id: 'acme/a', kind: 'differs' }]);
  const [, other] = place.day()!.sources('acme/a');
  expect(other).toMatchObject({ files: ['README.md'], differs: [{ path: 'config.json', seen: '2026-01-02' }] });
  scope.models.splice(1, 1);
  await place.compare({ day: '2026-01-03' });
  expect(held()).toEqual(['acme/a', 'acme/c', 'acme/d']);
  expect(place.day()!.sources('acme/a')[1]).toEqual(other);
});

test('named models are the only ones compared', async () => {
  await place.compare({ ids: ['acme/C'] });
  expect(held()).toEqual(['acme/c']);
});

test('a source that is away changes nothing, and the message says so', async () => {
  await place.compare();
  const before = JSON.stringify(place.day());
  scope.trouble = () => ({ status: 503 });
  await expect(place.compare({ day: '2026-01-03' })).rejects.toThrow(
    /^Nothing was compared\. Source B: .* answers with 503/,
  );
  expect(JSON.stringify(place.day())).toBe(before);
});

test.each([
  ['srca', 'names the source srca'],
  ['srcx', 'names the source srcx'],
])('a name that is no further source is refused: %s', async (source, sentence) => {
  await expect(place.compare({ source })).rejects.toThrow(sentence);
});

test('without a day there is nothing to compare', async () => {
  await expect(crawlFolder(hub).compare()).rejects.toThrow('Nothing is indexed here');
});
