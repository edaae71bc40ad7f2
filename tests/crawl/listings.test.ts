// Tests the requests of a crawl: a model in a listing needs no request for its revision. A listing alone does not prove
// that a model is gone, gated or closed.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { sampled } from '../fixtures/in-all.ts';
import { type CrawlFolder, crawlFolder, hubOfTest } from './crawl-folder.ts';
import { type HubStandIn, revisionOf, type StandInModel } from './hub-stand-in.ts';

/** The number of models, which have three owners. */
const COUNT = 40;

const someModels = (): StandInModel[] =>
  Array.from({ length: COUNT }, (_, at) => ({
    id: `owner${at % 3}/m${at}`,
    files: { 'config.json': `{"model":${at}}`, 'weights.bin': `weights ${at}` },
    large: ['weights.bin'],
    info: {
      pipeline_tag: 'fill-mask',
      library_name: 'transformers',
      safetensors: { total: at + 1 },
      tags: ['license:mit', 'fill-mask', `tag-${at}`],
      cardData: { license: 'mit' },
    },
  }));

let hub: HubStandIn;
let place: CrawlFolder;
beforeEach(async () => {
  hub = await hubOfTest(someModels());
  // A listing of all models has four pages.
  hub.page = COUNT / 4;
  place = crawlFolder(hub);
});

const SEARCH = { wishes: { searches: [{ task: 'fill-mask', limit: COUNT }] } };

/** Counts the requests during `work`, by kind. */
async function costOf(work: () => Promise<unknown>) {
  hub.asked.length = 0;
  await work();
  const count = (part: string) => hub.requests(part).length;
  return {
    listed: count('/api/models?'),
    named: count('/revision/'),
    trees: count('/tree/'),
    files: count('/resolve/'),
  };
}

const firstDay = () => place.crawl({ rules: SEARCH });
const nextDay = () => place.crawl({ day: '2026-01-02', rules: SEARCH });

function expectRight(): void {
  const day = place.day()!;
  const listed = day.rows.filter(({ hub: { listed } }) => listed !== false);
  expect(listed.map(({ id }) => id).sort()).toEqual(hub.models.map(({ id }) => id).sort());
  for (const model of hub.models) expect(day.model(model.id).revision).toBe(revisionOf(model));
}

describe('a day costs', () => {
  test('only pages of the listing, for models that a search finds', async () => {
    expect(await costOf(firstDay)).toMatchObject({ listed: 4, named: 0, trees: COUNT });
    expectRight();
    expect(await costOf(nextDay)).toEqual({ listed: 4, named: 0, trees: 0, files: 0 });
    const rows = JSON.stringify(place.day()!.rows.map(({ hub: { indexed: _, ...facts }, ...row }) => [row, facts]));
    // A crawl whose listing has no commits finds the same facts about the models.
    hub.expands = false;
    const other = crawlFolder(hub);
    expect(await costOf(() => other.crawl({ rules: SEARCH }))).toMatchObject({ listed: 4, named: COUNT });
    const same = other.day()!.rows.map(({ hub: { indexed: _, ...facts }, ...row }) => [row, facts]);
    expect(JSON.stringify(same)).toBe(rows);
  });
});

test('an unchanged model gives its figures alone, unless another command made the day in force', async () => {
  await firstDay();
  const pointer = readFileSync(join(place.data, 'index.json'));
  const [{ id, info }, other] = hub.models as [StandInModel, StandInModel];
  info!.downloads = 99;
  other.files['config.json'] = 'changed';
  const address = place.day()!.address(id);
  const { crawl } = await nextDay();
  expect(crawl).toMatchObject({ rows: COUNT, imported: { read: 1, models: { updated: 1, unchanged: COUNT - 1 } } });
  expect(place.day()!.rows.find((row) => row.id === id)).toMatchObject({ downloads: 99, likes: 2 });
  expect(place.day()!.address(id)).toBe(address);
  // A rollback to the first day.
  writeFileSync(join(place.data, 'index.json'), pointer);
  const { crawl: third } = await place.crawl({ day: '2026-01-03', rules: SEARCH });
  expect(third!.imported!.read).toBe(COUNT);
  expectRight();
});

describe('a listing', () => {
  test('does not prove a model gone, gated or closed: the crawl requests such a model by its name', async () => {
    await firstDay();
    const [gone, gated, closed, former] = hub.models.slice(0, 4) as [StandInModel, ...StandInModel[]];
    hub.models.splice(0, 1);
    gated!.info!.gated = 'auto';
    closed!.info!.disabled = true;
    former!.formerly = former!.id;
    former!.id = 'new/name';
    hub.asked.length = 0;
    const { crawl } = await nextDay();
    expect(crawl!.notes.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual([
      { id: gone!.id, kind: 'gone' },
      { id: 'owner0/m3', kind: 'renamed', reason: 'new/name' },
      { id: gated!.id, kind: 'gated' },
      { id: closed!.id, kind: 'gone' },
    ]);
    // The request for the renamed model is redirected, so it counts twice.
    expect(hub.requests('/revision/')).toHaveLength(5);
  });

  for (const [[what, said], options] of sampled([
    ['a malformed commit', { sha: 'main' }],
    ['no commit', { sha: null }],
    ['malformed tags', { tags: 'mit' }],
    ['nothing of gates', { gated: null }],
    ['no files', { siblings: null }],
  ] as const))
    test(`that has ${what} of a model is not used for that model`, options, async () => {
      await firstDay();
      const { id } = hub.models[7]!;
      hub.lies[id] = said;
      const { named } = await costOf(nextDay);
      expect(named).toBe(1);
      expectRight();
    });
});
