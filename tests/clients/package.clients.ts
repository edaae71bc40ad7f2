/** Tests the npm package as people install it: by `npx` in an empty folder, and as a command, also on the oldest Node. */
import { spawn } from 'node:child_process';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { packageFolder } from '../../generator/process/package-paths.ts';
import metadata from '../../package.json' with { type: 'json' };
import { freePort } from '../fixtures/free-port.ts';
import { need, run } from './client-process.ts';

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'model-hub-package-'));
  const { code, errors } = await run('npm', ['pack', '--silent', '--pack-destination', folder], {
    folder: packageFolder,
  });
  expect(code, errors).toBe(0);
  file = join(folder, `model-hub-${metadata.version}.tgz`);
}, 300_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs a command that starts a hub in an empty folder, and asks the hub for a page, an app and a file. */
async function startsIn(place: string, command: string, words: readonly string[]): Promise<void> {
  const port = await freePort();
  const child = spawn(command, words, {
    ...{ cwd: place, detached: true, stdio: 'ignore' },
    env: { ...process.env, PORT: String(port), HUB_PROBE: 'off' },
  });
  onTestFinished(() => void process.kill(-child.pid!, 'SIGKILL'));
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' });
  const status = () =>
    ask('/healthz').then(
      (answer) => answer.status,
      () => 0,
    );
  await expect.poll(status, { timeout: 240_000, interval: 500 }).toBe(200);
  const model = 'sentence-transformers/all-MiniLM-L6-v2';
  expect((await ask(`/${model}/resolve/main/config.json`)).status).toBe(302);
  expect(await (await ask(`/models/${model}/`)).text()).toContain('all-MiniLM-L6-v2');
  for (const path of ['/docs/quickstart/', '/docs/pull.mjs', '/spaces/verify/'])
    expect((await ask(path)).status).toBe(200);
}

test('npx starts the shipped catalog in an empty folder', { timeout: 300_000 }, async () => {
  const place = await mkdtemp(join(folder, 'empty-'));
  // npx keeps what it installed by the name of the file.
  const name = `${basename(folder)}.tgz`;
  await copyFile(file, join(place, name));
  await startsIn(place, 'npx', ['--yes', `./${name}`, 'start']);
  expect((await readdir(place)).sort()).toEqual(['.hub', 'dist', name]);
});

test('npm makes the command, which the oldest Node runs', { timeout: 300_000 }, async (context) => {
  const node = need(context, 'node 22.12');
  const prefix = join(folder, 'global');
  const { code, errors } = await run('npm', ['install', '--global', '--silent', '--prefix', prefix, file]);
  expect(code, errors).toBe(0);
  const command = join(prefix, 'bin/model-hub');
  expect((await run(node, [command, '--version'])).output).toBe(`${metadata.version}\n`);
  const completed = await run(node, [command, 'completion'], { environment: { COMP_LINE: 'model-hub impo' } });
  expect(completed.output).toBe('import\n');
  await startsIn(await mkdtemp(join(folder, 'empty-')), node, [command, 'start']);
});
