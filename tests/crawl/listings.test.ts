// Tests the requests of a crawl: a model in a listing needs no request for its revision. A listing alone does not prove
// that a model is gone, gated or closed.
import { beforeEach, describe, expect, test } from 'vitest';
import { sampled } from '../fixtures/in-all.ts';
import { type CrawlFolder, crawlFolder, hubOfTest } from './crawl-folder.ts';
import { type HubStandIn, revisionOf, type StandInModel } from './hub-stand-in.ts';

/** The number of models, which have three owners. */
const COUNT = 200;

const someModels = (): StandInModel[] =>
  Array.from({ length: COUNT }, (_, at) => ({
    id: `owner${at % 3}/m${at}`,
    files: { 'config.json': `{"model":${at}}`, 'weights.bin': `weights ${at}` },
    large: ['weights.bin'],
    info: {
      ...{ pipeline_tag: 'fill-mask', library_name: 'transformers', safetensors: { total: at + 1 } },
      ...{ tags: ['license:mit', 'fill-mask', `tag-${at}`], cardData: { license: 'mit' } },
    },
  }));

let hub: HubStandIn;
let place: CrawlFolder;
beforeEach(async () => {
  hub = await hubOfTest(someModels());
  place = crawlFolder(hub);
});

const SEARCH = { wishes: { searches: [{ task: 'fill-mask', limit: COUNT }] } };
const ids = () => hub.models.map(({ id }) => id);

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
const nextDay = (rules = {}) => place.crawl({ day: '2026-01-02', rules });

function expectRight(): void {
  const day = place.day()!;
  const listed = day.rows.filter(({ hub: { listed } }) => listed !== false);
  expect(listed.map(({ id }) => id).sort()).toEqual(ids().sort());
  for (const model of hub.models) expect(day.model(model.id).revision).toBe(revisionOf(model));
}

describe('a day costs', () => {
  test('only pages of the listing, for models that a search finds', async () => {
    expect(await costOf(firstDay)).toMatchObject({ listed: 4, named: 0, trees: COUNT });
    expectRight();
    hub.asked.length = 0;
    const rows = JSON.stringify(place.day()!.rows);
    hub.expands = false;
    const other = crawlFolder(hub);
    await other.crawl({ rules: SEARCH });
    expect(hub.requests('/revision/')).toHaveLength(COUNT);
    // A crawl whose listing has no commits finds the same facts about the models.
    expect(JSON.stringify(other.day()!.rows)).toBe(rows);
  });

  test('a few pages of each owner when nothing changed', async () => {
    await firstDay();
    const { listed, named, trees, files } = await costOf(nextDay);
    expect({ named, trees, files }).toEqual({ named: 0, trees: 0, files: 0 });
    expect(listed).toBeLessThanOrEqual(0.05 * COUNT);
    expectRight();
  });

  test('no more than those pages, beside the requests for changed models', async () => {
    await firstDay();
    for (const at of [10, 20]) hub.models[at]!.files['config.json'] = `{"changed":${at}}`;
    const { listed, named, trees, files } = await costOf(nextDay);
    expect({ trees, files }).toEqual({ trees: 2, files: 2 });
    expect(listed + named).toBeLessThanOrEqual(0.05 * COUNT);
    expectRight();
  });

  test('one page, and a request for each model, where listings give no commits', async () => {
    hub.expands = false;
    await place.crawl({ ids: ids() });
    expect(await costOf(nextDay)).toEqual({ listed: 1, named: COUNT, trees: 0, files: 0 });
    expectRight();
  });

  test('no page of an owner where the day’s search gave no commits', async () => {
    hub.expands = false;
    await firstDay();
    expect(await costOf(() => nextDay(SEARCH))).toMatchObject({ listed: 4, named: COUNT });
  });

  test('at most one page more for an owner of very many models, few of which are indexed', async () => {
    const few = Array.from({ length: 5 }, (_, at) => ({ id: `large/z${at}`, files: { 'a.txt': `${at}` } }));
    const many = Array.from({ length: 500 }, (_, at) => ({ id: `large/a${at}`, files: { 'a.txt': 'a' } }));
    hub.models = [...many, ...few];
    await place.crawl({ ids: few.map(({ id }) => id) });
    expect(await costOf(nextDay)).toEqual({ listed: 1, named: 5, trees: 0, files: 0 });
  });

  test('no more pages than the number of models to find', async () => {
    await firstDay();
    // The search finds all but three models of an owner. The three come last in the list of the owner's models.
    const owner = hub.models.filter(({ id }) => id.startsWith('owner0/'));
    for (const { info } of owner.slice(0, -3)) info!.pipeline_tag = 'other';
    for (const at of Array(300).keys()) hub.models.unshift({ id: `owner0/new${at}`, files: { a: 'a' } });
    const { listed, named } = await costOf(() => nextDay({ wishes: { searches: [{ task: 'other', limit: COUNT }] } }));
    // The search takes two pages, each of the two other owners takes two, and the owner with three models left takes
    // one.
    expect({ listed, named }).toEqual({ listed: 7, named: 3 });
  });

  test('no more pages if the first model of a listing is gated', async () => {
    await firstDay();
    hub.models[0]!.info!.gated = 'manual';
    const { listed, named } = await costOf(nextDay);
    expect(named).toBe(1);
    expect(listed).toBeLessThanOrEqual(0.05 * COUNT);
  });

  test('a request for each model of an owner who has two models', async () => {
    hub.models = hub.models.slice(0, 6);
    await place.crawl({ ids: ids() });
    expect(await costOf(nextDay)).toMatchObject({ listed: 0, named: 6 });
  });
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
  ] as const))
    test(`that has ${what} of a model is not used for that model`, options, async () => {
      await firstDay();
      const { id } = hub.models[7]!;
      hub.lies[id] = said;
      const { named } = await costOf(nextDay);
      expect(named).toBe(1);
      expectRight();
    });

  test('that names a commit of another model is corrected by a request for the model', async () => {
    await firstDay();
    hub.lies[hub.models[7]!.id] = { sha: 'a'.repeat(40) };
    expect(await costOf(nextDay)).toMatchObject({ named: 1, trees: 1 });
    expectRight();
  });

  for (const [[what, trouble], options] of sampled([
    ['no JSON', { body: '<html>' }],
    ['an error', { status: 500 }],
    ['no list', { body: '{}' }],
    ['no entries', { body: '[]' }],
  ] as const))
    test(`that is ${what} leaves the crawl to request each model`, options, async () => {
      await firstDay();
      hub.trouble = (target) => (target.startsWith('/api/models?') ? trouble : undefined);
      expect(await costOf(nextDay)).toMatchObject({ named: COUNT });
      expectRight();
    });

  test('is not requested again by a run that continues the day', async () => {
    await firstDay();
    hub.models[3]!.files['config.json'] = 'changed';
    const stopped = new AbortController();
    hub.trouble = (target) => {
      if (target.includes('/tree/')) stopped.abort();
      return undefined;
    };
    const { crawl } = await place.crawl({ day: '2026-01-02', signal: stopped.signal });
    expect(crawl).toMatchObject({ looked: COUNT - 1, later: { indexed: 1 } });
    hub.trouble = () => undefined;
    expect(await costOf(nextDay)).toEqual({ listed: 0, named: 0, trees: 1, files: 1 });
    expectRight();
  });

  test('does not bypass the budget, within which a few runs suffice', async () => {
    await firstDay();
    const most = { models: 9, requests: 5, under_way: 1 };
    let isWhole = false;
    for (let runs = 0; !isWhole && runs < 80; runs++) {
      hub.asked.length = 0;
      const outcome = await nextDay({ most }).catch(() => undefined);
      isWhole = outcome?.crawl !== undefined && outcome.crawl.later === undefined;
      expect(hub.asked.length).toBeLessThanOrEqual(5);
    }
    expect(isWhole).toBe(true);
    expectRight();
    expect(place.day()!.snapshot).toBe('2026-01-02');
  });

  test('is requested by a dry run only for the searches of its rules', async () => {
    await firstDay();
    hub.asked.length = 0;
    const { wanted } = await place.crawl({ day: '2026-01-02', isDry: true });
    expect(wanted).toHaveLength(COUNT);
    expect(hub.requests('GET /api/models?')).toHaveLength(0);
  });
});
