// Tests that a crawl goes on after a kill between any two statements of its database: the next run, on the same day or
// the next, has every change.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hubCommand } from '../faults/hub-command.ts';
import { inAll } from '../fixtures/in-all.ts';
import { needs, posixMissing } from '../fixtures/needs.ts';
import { crawlFolder, hubOfTest } from './crawl-folder.ts';
import { revisionOf } from './hub-stand-in.ts';

const COUNT = 12;
const preload = new URL('kill-at-statement.mjs', import.meta.url).href;
const rules = {
  wishes: { refresh_days: 6, searches: [{ sort: 'lastModified', limit: COUNT }] },
  rewritten_percent: 100,
};

/** Makes a day of some models, changes half of them, and kills the next run before its statement with this number. */
async function killedAt(statement: number): Promise<void> {
  const hub = await hubOfTest(
    Array.from({ length: COUNT }, (_, at) => ({
      id: `owner${at}/m`,
      files: { 'config.json': `{"model":${at}}`, 'README.md': `# ${at}\n` },
      info: { lastModified: new Date(Date.UTC(2025, 0, 1, 2 * at)).toISOString() },
    })),
  );
  const place = crawlFolder(hub);
  const change = (at: number, day: number) => {
    hub.models[at]!.files['config.json'] = `{"model":${at},"day":${day}}`;
    hub.models[at]!.info = { lastModified: new Date(Date.UTC(2026, 0, day - 1, 12, -at)).toISOString() };
  };
  await place.crawl({ ids: hub.models.map(({ id }) => id), rules });
  for (let at = 0; at < COUNT / 2; at++) change(at, 2);
  const words = ['index', '--day', '2026-01-02', '--rules', join(place.data, '../index.yaml')];
  const env = { NODE_OPTIONS: `--import=${preload}`, KILL_AT_STATEMENT: `${statement}` };
  await hubCommand(words, { HUB_DATA: place.data, HUB_SOURCE_SRCA: hub.url, ...env });
  const day = statement % 2 === 0 ? 2 : 3;
  if (day === 3) change(COUNT - 1, 3);
  const { crawl } = await place.crawl({ day: `2026-01-0${day}`, rules });
  expect(crawl!.later).toBeUndefined();
  const now = place.day()!;
  expect(now.snapshot).toBe(`2026-01-0${day}`);
  for (const model of hub.models)
    expect([model.id, now.model(model.id).revision]).toEqual([model.id, revisionOf(model)]);
}

/** A run of the second day writes fewer statements than this. */
const MOST = 72;
for (let statement = 0; statement < MOST; statement++)
  test(`before statement ${statement}`, { ...needs(posixMissing), ...inAll(statement % 12 > 0) }, () =>
    killedAt(statement),
  );
