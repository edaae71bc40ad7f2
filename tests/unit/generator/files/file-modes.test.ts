// Tests the modes of files with any umask: only the hub's user may read HUB_DATA, and everybody may read HUB_DIST
// and exports.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { lstatSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { beforeAll, expect, test } from 'vitest';
import { hubCommand, serveHub } from '../../../faults/hub-command.ts';
import { placeWebsite } from '../../../faults/stand-in-website.ts';
import { folderOfFile } from '../../../fixtures/own-folder.ts';
import { days } from '../../../fixtures/rows.ts';

const root = folderOfFile();
// In this test, the folders that everybody may read are inside HUB_DATA.
const data = join(root, 'data');
const [dist, files] = [join(data, 'dist'), join(data, 'www/files')];
const env = { HUB_DATA: data, HUB_DIST: dist };

/** Runs `work` with this umask. Its child processes inherit the umask. */
function withUmask<T>(umask: number, work: () => T): T {
  const before = process.umask(umask);
  try {
    return work();
  } finally {
    process.umask(before);
  }
}

async function command(umask: number, ...words: string[]): Promise<void> {
  const { code, err } = await withUmask(umask, () => hubCommand(words, env, root));
  expect(code, err).toBe(0);
}

/** Lists every file and folder with its mode, except those in the folders `without`. */
function rights(folder: string, without: string[] = []): [path: string, mode: string][] {
  const { mode } = lstatSync(folder);
  const below = lstatSync(folder).isDirectory() ? readdirSync(folder).map((name) => join(folder, name)) : [];
  return [
    [folder, `${lstatSync(folder).isDirectory() ? 'folder' : 'file'} ${(mode & 0o777).toString(8)}`],
    ...below
      .filter((path) => !without.includes(path) && !lstatSync(path).isSymbolicLink())
      .flatMap((path) => rights(path, without)),
  ];
}

const others = (allowed: string[], found: [string, string][]) => found.filter(([, mode]) => !allowed.includes(mode));

/** Lists the wrong modes in HUB_DATA, and in the folders that everybody may read. */
function wrong() {
  const passed = [data, join(data, 'www')];
  const kept = rights(data, [dist, files]);
  return [
    ...others(
      ['file 600', 'folder 700'],
      kept.filter(([path]) => !passed.includes(path)),
    ),
    ...others(
      ['folder 711'],
      kept.filter(([path]) => passed.includes(path)),
    ),
    ...others(['file 644', 'folder 755'], [...rights(dist), ...rights(files)]),
  ];
}

beforeAll(async () => {
  const rows = days.map(({ rows }) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  for (const [at, { day }] of days.entries()) {
    writeFileSync(join(root, `${day}.jsonl`), rows[at]!);
    await command(0, 'import', `${day}.jsonl`, '--day', day);
  }
}, 60_000);

test('HUB_DATA is private with a loose umask, and HUB_DIST and exports are readable with a strict one', async () => {
  expect(others(['file 600', 'folder 700'], rights(data))).toEqual([]);
  mkdirSync(dist, { recursive: true });
  withUmask(0o022, () => placeWebsite(dist));
  await command(0o077, 'build');
  await command(0o077, 'export', files);
  const hub = await withUmask(0, () => serveHub(env));
  await fetch(`${hub.url}/api/models/who/knows`);
  // The hub writes the data that it has in memory when it ends.
  hub.process.kill('SIGTERM');
  await once(hub.process, 'close');
  expect(readdirSync(data)).toEqual(expect.arrayContaining(['hub.db', 'index.json', 'objects']));
  expect(wrong()).toEqual([]);
}, 300_000);

test('the hub makes files private at its start if others may read them', async () => {
  spawnSync('chmod', ['-R', 'a+rX', data]);
  expect(wrong()).not.toEqual([]);
  const hub = await serveHub(env);
  await hub.stop();
  expect(wrong()).toEqual([]);
});
