// `model-hub build --check` and `--repair` as an operator meets them.
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BuildReport } from '../../../../generator/build/build-settings.ts';
import { seemsWhole } from '../../../../generator/build/site-files.ts';
import { hubCommand } from '../../../faults/hub-command.ts';
import { writeModels } from '../../../faults/some-models.ts';
import { placeWebsite } from '../../../faults/stand-in-website.ts';

const folder = mkdtempSync(join(tmpdir(), 'model-hub-repair-command-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const env = { HUB_DATA: join(folder, 'data'), HUB_DIST: join(folder, 'dist') };
const build = (...words: string[]) => hubCommand(['build', ...words], env);
const torn = 'models/owner-1/model-1/_refs.json';
const tear = () => appendFileSync(join(env.HUB_DIST, 'current', torn), ' ');

beforeAll(async () => {
  await hubCommand(['import', writeModels(join(folder, 'rows.jsonl'), 12, 1), '--day', '2026-01-01'], env);
  mkdirSync(env.HUB_DIST);
  placeWebsite(env.HUB_DIST);
  // Where there is no tree yet, a repair is a build.
  expect(await build('--repair')).toMatchObject({ code: 0, out: '' });
}, 120_000);

test('what a check names, the next build makes again', async () => {
  expect(await build('--check')).toMatchObject({ code: 0, out: '' });
  tear();
  expect(await build()).toMatchObject({ code: 0, err: expect.stringContaining('up to date with 2026-01-01') });
  const checked = await build('--check');
  expect(checked.code).toBe(1);
  expect(checked.out).toMatch(/^\S+owner-1\/model-1\/_refs\.json is missing or differs\n$/);
  expect(await build()).toMatchObject({ code: 0, err: expect.stringContaining('1 files written for 1 of them') });
  expect(await build('--check')).toMatchObject({ code: 0, out: '' });
}, 120_000);

test('a repair does both, and says what it did', async () => {
  tear();
  const { code, out } = await build('--repair', '--json');
  expect(code).toBe(0);
  const report = JSON.parse(out) as BuildReport & { faults: string[] };
  expect(report).toMatchObject({ changed: true, models: 1, files: 1, stamp: { repairs: 2 } });
  expect(report.faults).toEqual([expect.stringMatching(/_refs\.json is missing or differs$/)]);
  expect(JSON.parse((await build('--repair', '--json')).out)).toMatchObject({ faults: [], changed: false });
  expect(await build('--check', '--json')).toMatchObject({ code: 0, out: '{"faults":[]}\n' });
}, 120_000);

test('a check names what is damaged of the website, and leaves word until it is whole again', async () => {
  const entry = realpathSync(join(env.HUB_DIST, 'site/server/entry.mjs'));
  const whole = readFileSync(entry);
  truncateSync(entry);
  const checked = await build('--check');
  expect(checked).toMatchObject({ code: 1, out: `${entry} is missing or differs\n` });
  expect(checked.err).toContain('pages of the models were not compared');
  writeFileSync(entry, whole);
  expect(seemsWhole(dirname(dirname(entry)))).toBe(false);
  expect(await build('--check')).toMatchObject({ code: 0, out: '' });
  expect(seemsWhole(dirname(dirname(entry)))).toBe(true);
}, 120_000);

test('one of the two is enough', async () => {
  expect(await build('--check', '--repair')).toMatchObject({ code: 2, err: expect.stringContaining('not both') });
});
