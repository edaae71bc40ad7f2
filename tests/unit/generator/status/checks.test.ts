// Tests the checks of `model-hub status --check` against fake services on this machine. No check changes anything.
import { chmodSync, chownSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import process from 'node:process';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { makeKey } from '../../../../generator/log/signers.ts';
import { runCheck } from '../../../../generator/status/check.ts';
import { checks } from '../../../../generator/status/check-hub.ts';
import { judgeRoom } from '../../../../generator/status/local-checks.ts';
import { readConfig } from '../../../../src/service/config.ts';
import type { Service } from '../../../../src/service/service.ts';
import { service as usual } from '../../../fixtures/hub.ts';
import { servedBy } from '../../../fixtures/loopback-server.ts';
import { needs, posixMissing } from '../../../fixtures/needs.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';
import { serverOfTest } from '../../../fixtures/server-of-test.ts';

/** The time limit of a check in milliseconds. It suffices on a busy machine, because nothing here hangs. */
const PATIENCE_MS = 60_000;

let folder: string;
beforeEach(() => {
  folder = folderOfTest();
});

/** Runs the check with this name on the hub of `env`. Returns its verdict, a colon and what it says. */
async function found(name: string, env: Record<string, string> = {}, more: Partial<Service> = {}) {
  const check = checks.find((one) => one.name === name)!;
  const config = readConfig({ HUB_DATA: join(folder, 'data'), HUB_DIST: join(folder, 'dist'), ...env });
  const { state, says } = await runCheck(check, { env, config, service: { ...usual, ...more } }, PATIENCE_MS);
  return `${state}: ${says}`;
}

/** Returns the address of a server that has stopped, so that nothing answers there. */
async function nowhere(): Promise<string> {
  const { base, close } = await servedBy(() => {});
  await close();
  return base;
}

const portOf = (base: string) => new URL(base).port;
const HEALTH = JSON.stringify({ status: 'ready', modules_ready: 3 });

test('a check that does not end fails at its time limit, and gets a signal to stop', async () => {
  let stopped: AbortSignal | undefined;
  const run = ({ signal }: { signal: AbortSignal }) => {
    stopped = signal;
    return new Promise<never>(() => {});
  };
  const config = readConfig({});
  const check = { name: 'hung', advice: 'Wait.', docs: 'operating.md#checks', run } as const;
  expect(await runCheck(check, { env: {}, config, service: usual }, 20)).toEqual({
    check: 'hung',
    state: 'fail',
    says: 'There was no answer within 0.02 seconds.',
    advice: 'Wait.',
    docs: 'operating.md#checks',
  });
  expect(stopped?.aborted).toBe(true);
});

describe('the public address', () => {
  const health = (answer: RequestListener) =>
    serverOfTest(answer).then((base) => found('address', { HUB_BASE_URL: base }));

  test('passes if it leads to the hub', async () => {
    expect(await health((_, response) => void response.end(HEALTH))).toMatch(/^ok: http:\S+ answers\.$/);
  });

  test.each<[string, RequestListener, string]>([
    ['something else', (_, response) => void response.end('It works!'), 'answers with 200, and not as a hub does.'],
    [
      'a proxy that leads elsewhere',
      (_, response) => void response.writeHead(301, { Location: 'https://other.example/' }).end(),
      'leads elsewhere (301 to https://other.example/).',
    ],
    [
      'a hub that is not ready',
      (_, response) => void response.writeHead(503).end(HEALTH.replace('ready', 'starting')),
      'its health is "starting".',
    ],
    [
      'a proxy that compresses what registries ask for',
      ({ url }, response) => {
        if (url!.startsWith('/v2/')) response.setHeader('Content-Encoding', 'br');
        response.end(HEALTH);
      },
      'compresses answers under /v2/ (br).',
    ],
  ])('%s fails', async (_, answer, says) => {
    const said = await health(answer);
    expect([said.slice(0, 6), said.slice(-says.length)]).toEqual(['fail: ', says]);
  });
});

test('variables that the hub does not read are named', async () => {
  const env = { HUB_DATBASE: 'x', HUB_SOURCE_NOBODY: 'http://127.0.0.1:9', HUB_SOURCE_SRCA: 'http://127.0.0.1:9' };
  expect(await found('settings', { ...env, HUB_DATABASE_FILE: '/x' })).toBe(
    'fail: The hub reads no variable of this name: HUB_DATBASE, HUB_SOURCE_NOBODY.',
  );
  expect(await found('settings', { PORT: '1', AWS_REGION: 'auto' })).toMatch(/^ok: /);
});

describe('permissions', needs(posixMissing), () => {
  test('are a warning for a HUB_DATA that others can read, but not for one that they only pass through', async () => {
    mkdirSync(join(folder, 'data'));
    chmodSync(join(folder, 'data'), 0o755);
    expect(await found('permissions')).toMatch(/^warn: .*other users of this machine can read/);
    chmodSync(join(folder, 'data'), 0o711);
    expect(await found('permissions')).toMatch(/^ok: /);
  });

  const rootMissing = process.getuid?.() === 0 ? undefined : 'nobody but root gives a file away';

  test('fail for a file of another user, since somebody ran a command as root', needs(rootMissing), async () => {
    mkdirSync(join(folder, 'data'), { mode: 0o700 });
    writeFileSync(join(folder, 'data/index.json'), '');
    chownSync(join(folder, 'data/index.json'), 65_534, 65_534);
    expect(await found('permissions')).toMatch(/^fail: .*index\.json belongs to another user/);
  });
});

test('a port is free, used by a hub, or taken', async () => {
  const port = async (answer: RequestListener) => found('port', { PORT: portOf(await serverOfTest(answer)) });
  expect(await found('port', { PORT: portOf(await nowhere()) })).toMatch(/^ok: .* is free/);
  expect(await port((_, response) => void response.end(HEALTH))).toMatch(/^ok: A hub answers/);
  expect(await port((_, response) => void response.end('x'))).toMatch(/^fail: Port \d+ on 127\.0\.0\.1 is in use: /);
  expect(await found('port', { PORT: '0' })).toMatch(/^skip: /);
});

test('sources get requests for their probe files, and nothing is stored', async () => {
  const good = await serverOfTest((_, response) => void response.end('x'));
  const probe = { id: 'a/b', path: 'x', timeLimit: 5 };
  const sourceAt = (base: string, host: string) => ({ ...usual.sources[0]!, base, host, token: host, probe });
  const [up, down] = [sourceAt(good, 'up'), sourceAt(await nowhere(), 'down')];
  const asked = (...sources: Service['sources']) => found('sources', {}, { sources });
  expect(await asked(up)).toBe('ok: up reached.');
  expect(await asked(up, down)).toBe('warn: up reached, down refused.');
  expect(await asked(down)).toBe('fail: down refused.');
  expect(await asked({ ...up, probe: undefined as never })).toMatch(/^skip: /);
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

test('a database is read, not made, and named without its password', async () => {
  const path = join(folder, 'hub.db');
  const env = { HUB_DATABASE: `sqlite:${path}` };
  expect(await found('database', env)).toMatch(/^ok: /);
  expect(existsSync(path)).toBe(false);
  const { DatabaseSync } = await import('node:sqlite');
  new DatabaseSync(path).exec('CREATE TABLE x (y)');
  expect(await found('database', env)).toBe(`ok: ${path} can be opened.`);
  writeFileSync(
    path,
    'This is no database, and long enough for the header of one to be looked for in it, as SQLite does.',
  );
  expect(await found('database', env)).toMatch(/^fail: .*is no SQLite database/);
  const { host } = new URL(await nowhere());
  expect(await found('database', { HUB_DATABASE: `postgres://me:hunter2@${host}/hub` })).toBe(
    `fail: The database "hub" on ${host} can't be reached (ECONNREFUSED).`,
  );
});

test('a bucket answers, refuses or is away', async () => {
  const keys = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key' };
  const bucket = (url: string) => found('bucket', { ...keys, HUB_OBJECTS: 's3://bucket/hub', AWS_ENDPOINT_URL: url });
  const answers = (status: number) => serverOfTest((_, response) => void response.writeHead(status).end());
  expect(await found('bucket')).toBe('skip: No bucket is named.');
  expect(await bucket(await answers(404))).toBe('ok: s3://bucket/hub answers.');
  expect(await bucket(await answers(403))).toBe("fail: s3://bucket/hub/current can't be read: it answered 403.");
  expect(await bucket(await nowhere())).toMatch(/^fail: s3:\S+ can't be read: .*ECONNREFUSED/);
});

test('keys are read, and only the build may read their file', async () => {
  const path = join(folder, 'signing.key');
  expect(await found('keys')).toMatch(/^skip: /);
  expect(await found('keys', { HUB_SIGNING_KEY: `file:${path}` })).toMatch(/^fail: .*can’t be read \(ENOENT\)/);
  const { verifier } = makeKey('hub.example/log', path);
  const signing = { HUB_SIGNING_KEY: `file:${path}` };
  expect(await found('keys', signing)).toBe(`ok: The log is signed by ${verifier.slice(0, -45)}.`);
  if (process.platform === 'win32') return;
  chmodSync(path, 0o644);
  expect(await found('keys', signing)).toBe(`fail: Other users of this machine can read ${path}.`);
});

test('unreachable witnesses are a warning', async () => {
  const key = 'witness.example/w1+d10ef2d7+BBIfTmIxJsxhueCfSDr8c/TU3NSyAfmRPDIgh6+RUtCa';
  const named = (url: string) => found('witnesses', {}, { log: { witnesses: [{ key, url }] } });
  expect(await found('witnesses')).toMatch(/^skip: /);
  expect(await named(await nowhere())).toMatch(/^warn: .*can’t be reached: ECONNREFUSED\.$/);
  const there = await serverOfTest((_, response) => void response.writeHead(404).end());
  expect(await named(there)).toBe('ok: 1 witness can be reached.');
});

test('an old day fails; a hub that makes no days itself gets a warning', async () => {
  const { data, dist } = inject('fixture');
  expect(await found('day', { HUB_DATA: data, HUB_DIST: dist })).toMatch(
    /^fail: .*older than 36 hours\. Look at the last run of "model-hub day", and run it again\.$/,
  );
  expect(await found('day')).toMatch(/^warn: Nothing is indexed: run [^.]+\.$/);
});

const disk = {
  type: 0,
  bsize: 4096,
  frsize: 4096,
  blocks: 1_000_000,
  bfree: 500_000,
  bavail: 500_000,
  files: 1000,
  ffree: 500,
};

test.each([
  ['hardly a byte', { bavail: 19_000 }, 'fail'],
  ['no file', { ffree: 0 }, 'fail'],
  ['no count of files, as on some file systems', { files: 0, ffree: 0 }, 'ok'],
  ['a file system without a size', { blocks: 0, bavail: 0, files: 0 }, 'fail'],
])('the verdict on %s', (_, less, state) => {
  expect(judgeRoom('/data', { ...disk, ...less })[0]).toBe(state);
});
