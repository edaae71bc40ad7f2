// Measures the cold start: the time from the spawn of the serve command to the first byte of a redirect, against a bare
// node:http script, and with `--base` also against the command of older code.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { freePort } from '../fixtures/free-port.ts';
import { alternate, type Contestant, formatSpread } from './rounds.ts';
import { type BaseCode, type Bench, type BenchSettings, type Row, rowOf } from './row.ts';
import { builtHub } from './synthetic-hub.ts';
import { A_FILE } from './synthetic-models.ts';
import { modelIds } from './tree-models.ts';

const ROOT = join(import.meta.dirname, '../..');
const BARE = join(import.meta.dirname, 'yardsticks/bare-server.mjs');
const AGAIN_MS = 1;
const GIVE_UP_MS = 20_000;

export const coldStart: Bench = async (settings) => {
  const models = settings.quick ? 10_000 : 100_000;
  const path = `/${modelIds(await builtHub(settings, models), 1)[0]}/resolve/main/${A_FILE}`;
  const ours = await serveCommand(settings, models, path);
  const bare = () => startUp([BARE], {}, path);
  const { base } = settings;
  const row = async (
    name: string,
    command: Contestant,
    yardstick: Contestant,
    what: string,
    ratio: number,
  ): Promise<Row> => {
    // The first start fills the file cache of the system and Node's compile cache, so it is not measured.
    await command();
    await yardstick();
    const rounds = settings.quick ? 7 : 15;
    const outcome = await alternate(rounds, command, yardstick);
    return rowOf(
      name,
      'ms',
      outcome,
      ['most', ratio],
      `spawn of "model-hub serve" to the first byte of a 302; yardstick ${what}; ${formatSpread(outcome, rounds)}`,
    );
  };
  const rows = [await row(`cold start, ${models} models`, ours, bare, 'a bare node:http script', 1.5)];
  const packed = await serveCommand(settings, models, path, undefined, await packedCode());
  rows.push(await row('cold start of the npm package', packed, bare, 'a bare node:http script', 1.5));
  if (!base) return rows;
  const older = await serveCommand(settings, models, path, base);
  return [...rows, await row('cold start, beside older code', ours, older, `that of ${base.commit}`, 1.05)];
};

/** Returns a folder with the npm package of this code. */
async function packedCode(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'model-hub-packed-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: ROOT, encoding: 'utf8' });
  execFileSync('tar', ['-xzf', join(folder, file.trim()), '-C', folder]);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'package/node_modules'));
  return join(folder, 'package');
}

/**
 * Returns a measurement of the command of this code, or of older code, each over the tree that it has built. `packed` is
 * a folder with the npm package of this code.
 */
async function serveCommand(
  settings: BenchSettings,
  models: number,
  path: string,
  base?: BaseCode,
  packed?: string,
): Promise<Contestant> {
  const folder = await builtHub(settings, models, base);
  const env = { HUB_DATA: join(folder, 'data'), HUB_DIST: join(folder, 'dist'), HUB_PROBE: 'off' };
  const root = base?.folder ?? ROOT;
  const module = (name: string) => import(pathToFileURL(join(root, name)).href);
  // Writes the settings beside the tree, as `model-hub build` does.
  const { keepService } = await module('generator/hub/kept-service.ts');
  const { readConfig } = await module('src/service/config.ts');
  await keepService(readConfig(env), env.HUB_DIST);
  return () => startUp([join(packed ?? root, 'generator/bin.mjs'), 'serve'], env, path);
}

/** Returns the milliseconds from the spawn of `args` to the first byte of a 302. */
async function startUp(args: string[], env: Record<string, string>, path: string): Promise<number> {
  const port = await freePort();
  const begun = performance.now();
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...env, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  try {
    await firstByte(child, port, path, begun + GIVE_UP_MS);
    return performance.now() - begun;
  } finally {
    // Sends SIGTERM and not SIGKILL, because Node writes its compiled code to the cache when it exits by itself.
    const gone = new Promise((resolve) => child.once('exit', resolve));
    if (child.exitCode === null && child.kill('SIGTERM')) await gone;
  }
}

/** Repeats the request until the server answers. */
async function firstByte(child: ChildProcess, port: number, path: string, end: number): Promise<void> {
  while (!(await ask(port, path))) {
    if (child.exitCode !== null) throw new Error(`${child.spawnargs.join(' ')} ended with ${child.exitCode}`);
    if (performance.now() > end) throw new Error(`${child.spawnargs.join(' ')} does not answer`);
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

/** Returns true for a 302, and false while nobody listens. Rejects for any other answer. */
function ask(port: number, path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`));
    socket.on('error', () => resolve(false));
    socket.once('data', (chunk) => {
      socket.destroy();
      if (chunk.toString('latin1', 0, 13) === 'HTTP/1.1 302 ') resolve(true);
      else reject(new Error(`expected a 302, got ${chunk.toString('latin1', 0, 80)}`));
    });
  });
}
