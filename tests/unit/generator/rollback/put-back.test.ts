// Tests that a build refuses a pointer that somebody has replaced by an older one, and names the command that rolls
// back properly.
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readPointer } from '../../../../generator/days/pointer.ts';
import { filesIn, readHead } from '../../../../generator/log/log-folder.ts';
import { makeKey } from '../../../../generator/log/make-key.ts';
import { currentStamp } from '../../../../generator/packs/tree-layout.ts';
import type { RollbackReport } from '../../../../generator/rollback/roll-back.ts';
import { dayAt } from '../../../../src/log/proof/make-proof.ts';
import { dayOf } from '../../../../src/nouns/calendar.ts';
import { hubCommand } from '../../../faults/hub-command.ts';
import { placeWebsite } from '../../../faults/stand-in-website.ts';
import { row } from '../import/sandbox.ts';

const [ONE, TWO, THREE] = ['2026-01-01', '2026-01-02', '2026-01-03'];
const folder = mkdtempSync(join(tmpdir(), 'model-hub-put-back-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const key = join(folder, 'signing.key');
makeKey('hub.example/log', key);
const env = {
  ...{ HUB_DATA: join(folder, 'data'), HUB_DIST: join(folder, 'dist') },
  HUB_SIGNING_KEY: `file:${key}`,
};
const run = (...words: string[]) => hubCommand(words, env);

const pointer = join(env.HUB_DATA, 'index.json');
const kept = join(folder, 'index.json');
const putBack = () => copyFileSync(kept, pointer);

async function importOne(day: string, id: string): Promise<void> {
  const path = join(folder, 'rows.jsonl');
  writeFileSync(path, `${JSON.stringify(row(id))}\n`);
  expect(await run('import', path, '--day', day)).toMatchObject({ code: 0 });
}

const log = join(env.HUB_DIST, 'log');
const logged = async () => dayAt(filesIn(log), readHead(log)!.size);

beforeAll(async () => {
  mkdirSync(env.HUB_DIST);
  placeWebsite(env.HUB_DIST);
  await importOne(ONE, 'acme/good');
  expect(await run('build')).toMatchObject({ code: 0 });
  copyFileSync(pointer, kept);
  await importOne(TWO, 'acme/bad');
  expect(await run('build')).toMatchObject({ code: 0 });
}, 120_000);

const SENTENCE = (day: string) =>
  `model-hub: The pointer in HUB_DATA names ${day} again, and ${TWO} was published since: days only go forward. ` +
  `"model-hub rollback ${day}" publishes ${day} once more, under today’s date.\n`;

test('the build refuses an older pointer, also after another day was made on top of it', {
  timeout: 120_000,
}, async () => {
  putBack();
  expect(await run('build')).toMatchObject({ code: 1, err: expect.stringContaining(SENTENCE(ONE)) });
  await importOne(THREE, 'acme/other');
  expect(await run('build')).toMatchObject({ code: 1, err: expect.stringContaining(SENTENCE(THREE)) });
  expect(currentStamp(env.HUB_DIST)!.stamp.snapshot).toBe(TWO);
  expect((await logged()).day).toBe(TWO);
});

test('the command in the build’s error continues from the published day', { timeout: 120_000 }, async () => {
  putBack();
  const { code, out } = await run('rollback', ONE, '--json');
  expect(code).toBe(0);
  const report = JSON.parse(out) as RollbackReport;
  expect(report).toMatchObject({ of: ONE, models: 1, removed: 1 });
  expect(readPointer(env.HUB_DATA)!.snapshot).toBe(dayOf(Date.now()));
  expect(await run('build')).toMatchObject({ code: 0 });
  const { stamp } = currentStamp(env.HUB_DIST)!;
  expect(stamp.days.map(({ date }) => date)).toEqual([report.day, TWO, ONE]);
  expect(await logged()).toMatchObject({ day: report.day, catalog: report.catalog });
});
