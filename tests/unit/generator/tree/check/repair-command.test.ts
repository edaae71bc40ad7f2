// Tests `model-hub build --check` and `--repair` on the command line.

import {
  appendFileSync,
  copyFileSync,
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
import { openObjectStore } from '../../../../../generator/days/object-store.ts';
import { readPointer } from '../../../../../generator/days/pointer.ts';
import { seemsWhole } from '../../../../../generator/site/site-files.ts';
import type { BuildReport } from '../../../../../generator/tree/build-settings.ts';
import type { Address } from '../../../../../src/nouns/address.ts';
import type { ObjectKind } from '../../../../../src/nouns/media-types.ts';
import { objectPath } from '../../../../../src/tree/static-tree.ts';
import { hubCommand } from '../../../../faults/hub-command.ts';
import { writeModels } from '../../../../faults/some-models.ts';
import { placeWebsite } from '../../../../faults/stand-in-website.ts';
import { inAll } from '../../../../fixtures/in-all.ts';
import { packFile } from '../../../../fixtures/tree-contents.ts';

const folder = mkdtempSync(join(tmpdir(), 'model-hub-repair-command-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const env = { HUB_DATA: join(folder, 'data'), HUB_DIST: join(folder, 'dist') };
const build = (...words: string[]) => hubCommand(['build', ...words], env);
const tear = () => appendFileSync(packFile(env.HUB_DIST, 'models/owner-1/model-1'), ' ');

beforeAll(async () => {
  await hubCommand(['import', writeModels(join(folder, 'rows.jsonl'), 12, 1), '--day', '2026-01-01'], env);
  mkdirSync(env.HUB_DIST);
  placeWebsite(env.HUB_DIST);
  // Without a tree, `--repair` is the same as a build.
  expect(await build('--repair')).toMatchObject({ code: 0, out: '' });
}, 120_000);

test('a build after a check makes all parts again that the check named', {
  ...inAll(),
  timeout: 120_000,
}, async () => {
  expect(await build('--check')).toMatchObject({ code: 0, out: '' });
  tear();
  expect(await build()).toMatchObject({ code: 0, err: expect.stringContaining('up to date with 2026-01-01') });
  const checked = await build('--check');
  expect(checked.code).toBe(1);
  expect(checked.out).toBe('models/owner-1/model-1 is missing or damaged\n');
  expect(await build()).toMatchObject({ code: 0, err: expect.stringContaining('1 file written for 1 of them') });
  expect(await build('--check')).toMatchObject({ code: 0, out: '' });
});

test('--repair checks and builds, and prints both', { ...inAll(), timeout: 120_000 }, async () => {
  tear();
  const { code, out } = await build('--repair', '--json');
  expect(code).toBe(0);
  const report = JSON.parse(out) as BuildReport & { faults: string[] };
  expect(report).toMatchObject({ changed: true, models: 1, files: 1 });
  expect(report.faults).toEqual(['models/owner-1/model-1 is missing or damaged']);
  expect(JSON.parse((await build('--repair', '--json')).out)).toMatchObject({ faults: [], changed: false });
  expect(await build('--check', '--json')).toMatchObject({ code: 0, out: '{"faults":[]}\n' });
});

test('a check without findings removes the note of damage, and the next build makes nothing', {
  ...inAll(),
  timeout: 120_000,
}, async () => {
  const path = packFile(env.HUB_DIST, 'models/owner-1/model-1');
  const whole = readFileSync(path);
  tear();
  expect(await build('--check')).toMatchObject({ code: 1 });
  writeFileSync(path, whole);
  expect(await build('--check')).toMatchObject({ code: 0 });
  // A build that was cut short leaves this folder behind.
  mkdirSync(join(env.HUB_DIST, 'leaves'));
  const { code, out } = await build('--json');
  expect({ code, ...(JSON.parse(out) as BuildReport) }).toMatchObject({ code: 0, changed: false, models: 0 });
});

test('a build stores the imports of its modules, so that the next one reads no module', () => {
  expect(readFileSync(join(env.HUB_DIST, 'modules.json'), 'utf8')).toContain('generator/tree/build-tree.ts');
});

test('a check names the damaged parts of the website, and keeps its note of damage until they are repaired', async () => {
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

/** Returns two objects of the newest day, with their paths in HUB_DATA and in HUB_DIST. */
function someObjects(): { named: Address; inData: string; inDist: string }[] {
  const { catalog } = readPointer(env.HUB_DATA)!;
  const store = openObjectStore(join(env.HUB_DATA, 'objects'));
  const model = /"manifest":"(blake3:[0-9a-f]{64})"/.exec(readFileSync(store.pathOf(catalog), 'utf8'))![1] as Address;
  const places = (kind: ObjectKind, named: Address) => ({
    ...{ named, inData: store.pathOf(named), inDist: join(env.HUB_DIST, objectPath(kind, named)) },
  });
  return [places('catalog', catalog), places('model', model)];
}

test('a check also hashes the objects of every day in HUB_DATA, and says where undamaged copies are', async () => {
  const [catalog, model] = someObjects() as [ReturnType<typeof someObjects>[0], ReturnType<typeof someObjects>[0]];
  const whole = [catalog, model].map(({ inData }) => readFileSync(inData));
  writeFileSync(catalog.inData, whole[0]!.with(whole[0]!.length - 9, 0));
  rmSync(model.inData);
  const checked = await build('--check');
  expect(checked.code).toBe(1);
  const [first, second, ...rest] = checked.out.trim().split('\n');
  expect(first).toContain(`The catalog object ${catalog.named} is damaged: the bytes at ${catalog.inData} hash to `);
  expect(first).toContain(`Put it back from a backup, or copy ${catalog.inDist} there, which is whole.`);
  expect(second).toBe(
    `The object ${model.named} is missing: nothing is at ${model.inData}. ` +
      `Put it back from a backup, or copy ${model.inDist} there, which is whole.`,
  );
  expect(rest).toEqual([]);
  // The current tree is whole, so `--repair` builds nothing, but the objects are still damaged.
  expect(await build('--repair')).toMatchObject({ code: 1, err: expect.stringContaining('up to date') });
  copyFileSync(catalog.inDist, catalog.inData);
  copyFileSync(model.inDist, model.inData);
  expect(await build('--check')).toMatchObject({ code: 0, out: '' });
}, 120_000);

test('an object whose copies are all damaged must be restored from a backup', {
  ...inAll(),
  timeout: 120_000,
}, async () => {
  const [, model] = someObjects() as [unknown, ReturnType<typeof someObjects>[0]];
  const whole = readFileSync(model.inData);
  for (const path of [model.inData, model.inDist]) writeFileSync(path, whole.with(0, 0));
  const { code, out } = await build('--check');
  expect(code).toBe(1);
  expect(out).toMatch(new RegExp(`the bytes at ${model.inData} hash to \\S+\\. Put it back from a backup\\.$`, 'm'));
  expect(await build()).toMatchObject({ code: 1, err: expect.stringContaining(model.inData) });
  writeFileSync(model.inData, whole);
  expect(await build('--repair')).toMatchObject({ code: 0 });
  expect(await build('--check')).toMatchObject({ code: 0, out: '' });
});

test('--check and --repair together are a usage error', async () => {
  expect(await build('--check', '--repair')).toMatchObject({
    code: 2,
    err: expect.stringContaining('Give one of --check, --repair and --website'),
  });
});
