// Tests that a crawl finds changed models in what a search shows of them. It checks all other models in turn, over
// several days.
import { beforeEach, expect, test } from 'vitest';
import { crawlLines } from '../../generator/crawl/crawl-lines.ts';
import { type CrawlFolder, crawlFolder, hubOfTest } from './crawl-folder.ts';
import { type HubStandIn, revisionOf, type StandInModel } from './hub-stand-in.ts';

const COUNT = 60;
/** The number of days in which the crawl checks every model once. */
const DAYS = 6;

const dayOf = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString().slice(0, 10);

const someModels = (): StandInModel[] =>
  Array.from({ length: COUNT }, (_, at) => ({
    id: `owner${at}/m${at}`,
    files: { 'config.json': `{"model":${at}}`, 'weights.bin': `weights ${at}` },
    large: ['weights.bin'],
    info: { lastModified: new Date(Date.UTC(2025, 0, 1, 2 * at)).toISOString() },
  }));

let hub: HubStandIn;
let place: CrawlFolder;
beforeEach(async () => {
  hub = await hubOfTest(someModels());
  hub.page = 25;
  place = crawlFolder(hub);
});

const rulesOf = (wishes = {}) => ({
  wishes: { refresh_days: DAYS, ...wishes },
  most: { under_way: 4 },
  rewritten_percent: 100,
});
const firstDay = () => place.crawl({ day: dayOf(1), ids: hub.models.map(({ id }) => id), rules: rulesOf() });
const nextDay = (number: number, wishes: object = {}) => place.crawl({ day: dayOf(number), rules: rulesOf(wishes) });

const named = (id: string) => hub.requests(`/api/models/${id}/`).length;
const asked = () =>
  new Set(hub.asked.map((line) => /models\/([^/]+\/[^/]+)\/revision/.exec(line)?.[1]).filter(Boolean));

/**
 * Changes a file of a model, and with it the revision. The time of the change is before `day`, and differs for each
 * model.
 */
function change(at: number, day: number): StandInModel {
  const model = hub.models[at]!;
  model.files['config.json'] = `{"model":${at},"day":${day}}`;
  model.info = { ...model.info, lastModified: new Date(Date.UTC(2026, 0, day - 1, 12, -10 * at)).toISOString() };
  return model;
}

/** Expects that the current day has every model at the revision that the hub has now. */
function expectRight(): void {
  const day = place.day()!;
  for (const model of hub.models)
    expect([model.id, day.model(model.id).revision]).toEqual([model.id, revisionOf(model)]);
}

const SEARCHES = { searches: [{ sort: 'lastModified', limit: 2 }] };

test('a changed model that a search shows is in the next day; the crawl checks the others within some days', async () => {
  await firstDay();
  hub.asked.length = 0;
  const model = change(7, 2);
  const outcome = await nextDay(2, SEARCHES);
  expectRight();
  expect(named(model.id)).toBe(1);
  expect(asked().size).toBeLessThanOrEqual(COUNT / DAYS);
  expect(outcome.crawl!.rows).toBe(2 + COUNT / DAYS);
  expect(place.day()!.rows).toHaveLength(COUNT);
  expect(crawlLines(outcome)).toContainEqual(
    expect.stringMatching(/ 12 rows of 12 models looked at; 48 others not due\.$/),
  );
});

test('a model that is gone, gated or renamed is found within the days in which the crawl checks all models', async () => {
  await firstDay();
  const [gone, gated, former] = [hub.models[3]!, hub.models[50]!, hub.models[COUNT - 1]!];
  hub.models.splice(3, 1);
  gated.info = { ...gated.info, gated: 'auto' };
  former.formerly = former.id;
  former.id = 'new/name';
  const notes: object[] = [];
  for (let day = 2; day <= 1 + DAYS; day++) {
    hub.asked.length = 0;
    notes.push(...(await nextDay(day)).crawl!.notes);
    expect(asked().size).toBeLessThanOrEqual(COUNT / DAYS + 3);
  }
  expect(notes).toEqual(
    expect.arrayContaining([
      { id: gone.id, kind: 'gone' },
      { id: gated.id, kind: 'gated' },
      { id: `owner${COUNT - 1}/m${COUNT - 1}`, kind: 'renamed', reason: 'new/name' },
    ]),
  );
  expect(place.day()!.gated).toEqual([gated.id]);
  expect(place.day()!.rows.filter((row) => row.hub.listed !== false)).toHaveLength(COUNT - 3);
});
