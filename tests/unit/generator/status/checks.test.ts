// Tests the checks of `model-hub status --check` against fake services on this machine. No check changes anything.
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { makeKey } from '../../../../generator/log/signers.ts';
import { runCheck } from '../../../../generator/status/check.ts';
import { checks } from '../../../../generator/status/check-hub.ts';
import { judgeRoom } from '../../../../generator/status/local-checks.ts';
import { readConfig } from '../../../../src/service/config.ts';
import type { Service } from '../../../../src/service/service.ts';
import { StandIn } from '../../../buckets/stores.ts';
import { service as usual } from '../../../fixtures/hub.ts';
import { servedBy } from '../../../fixtures/loopback-server.ts';
import { needs, posixMissing } from '../../../fixtures/needs.ts';

/** The time limit of a check in milliseconds. It suffices on a busy machine, because nothing here hangs. */
const PATIENCE_MS = 60_000;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'model-hub-checks-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the check with this name on the hub of `env`. */
async function found(name: string, env: Record<string, string> = {}, more: Partial<Service> = {}) {
  const check = checks.find((one) => one.name === name)!;
  const config = readConfig({ HUB_DATA: join(folder, 'data'), HUB_DIST: join(folder, 'dist'), ...env });
  const { state, says } = await runCheck(check, { env, config, service: { ...usual, ...more } }, PATIENCE_MS);
  return [state, says];
}

/** Starts a server that stops after the test, and returns its address. */
async function at(answer: RequestListener): Promise<string> {
  const { base, close } = await servedBy(answer);
  onTestFinished(close);
  return base;
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
    ...{ check: 'hung', state: 'fail', says: 'There was no answer within 0.02 seconds.' },
    ...{ advice: 'Wait.', docs: 'operating.md#checks' },
  });
  expect(stopped?.aborted).toBe(true);
});

describe('the public address', () => {
  const health = (answer: RequestListener) => at(answer).then((base) => found('address', { HUB_BASE_URL: base }));

  test('passes if it leads to the hub', async () => {
    const [state, says] = await health((_, response) => void response.end(HEALTH));
    expect([state, says]).toEqual(['ok', expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+ answers\.$/)]);
  });

  test.each<[string, RequestListener, RegExp]>([
    ['something else', (_, response) => void response.end('It works!'), /answers with 200, and not as a hub does\.$/],
    [
      'a proxy that leads elsewhere',
      (_, response) => void response.writeHead(301, { Location: 'https://other.example/' }).end(),
      /leads elsewhere \(301 to https:\/\/other\.example\/\)\.$/,
    ],
    [
      'a hub that is not ready',
      (_, response) => void response.writeHead(503).end(HEALTH.replace('ready', 'starting')),
      /its health is "starting"\.$/,
    ],
    [
      'a proxy that compresses what registries ask for',
      ({ url }, response) => {
        if (url!.startsWith('/v2/')) response.setHeader('Content-Encoding', 'br');
        response.end(HEALTH);
      },
      /compresses answers under \/v2\/ \(br\)\.$/,
    ],
  ])('%s fails', async (_, answer, says) => {
    expect(await health(answer)).toEqual(['fail', expect.stringMatching(says)]);
  });
});

test('variables that the hub does not read are named', async () => {
  const env = { HUB_DATBASE: 'x', HUB_SOURCE_NOBODY: 'http://127.0.0.1:9', HUB_SOURCE_SRCA: 'http://127.0.0.1:9' };
  expect(await found('settings', { ...env, HUB_DATABASE_FILE: '/x' })).toEqual([
    'fail',
    'The hub reads no variable of this name: HUB_DATBASE, HUB_SOURCE_NOBODY.',
  ]);
  expect((await found('settings', { PORT: '1', AWS_REGION: 'auto' }))[0]).toBe('ok');
});

describe('permissions', needs(posixMissing), () => {
  test('are a warning for a HUB_DATA that others can read, but not for one that they only pass through', async () => {
    mkdirSync(join(folder, 'data'));
    chmodSync(join(folder, 'data'), 0o755);
    expect(await found('permissions')).toEqual([
      'warn',
      expect.stringContaining('other users of this machine can read'),
    ]);
    chmodSync(join(folder, 'data'), 0o711);
    expect((await found('permissions'))[0]).toBe('ok');
  });

  const rootMissing = process.getuid?.() === 0 ? undefined : 'nobody but root gives a file away';

  test('fail for a file of another user, since somebody ran a command as root', needs(rootMissing), async () => {
    mkdirSync(join(folder, 'data'), { mode: 0o700 });
    writeFileSync(join(folder, 'data/index.json'), '');
    chownSync(join(folder, 'data/index.json'), 65_534, 65_534);
    expect(await found('permissions')).toEqual(['fail', expect.stringMatching(/index\.json belongs to another user/)]);
  });
});

test('a port is free, used by a hub, or taken', async () => {
  const port = async (answer: RequestListener) => found('port', { PORT: portOf(await at(answer)) });
  expect(await found('port', { PORT: portOf(await nowhere()) })).toEqual(['ok', expect.stringMatching(/is free/)]);
  expect(await port((_, response) => void response.end(HEALTH))).toEqual([
    'ok',
    expect.stringMatching(/^A hub answers/),
  ]);
  expect(await port((_, response) => void response.end('x'))).toEqual([
    'fail',
    expect.stringMatching(/^Port \d+ on 127\.0\.0\.1 is in use: /),
  ]);
  expect((await found('port', { PORT: '0' }))[0]).toBe('skip');
});

test('sources get requests for their probe files, and nothing is stored', async () => {
  const good = await at((_, response) => void response.end('x'));
  const probe = { id: 'a/b', path: 'x', timeLimit: 5 };
  const sourceAt = (base: string, host: string) => ({ ...usual.sources[0]!, base, host, token: host, probe });
  const [up, down] = [sourceAt(good, 'up'), sourceAt(await nowhere(), 'down')];
  const asked = (...sources: Service['sources']) => found('sources', {}, { sources });
  expect(await asked(up)).toEqual(['ok', 'up reached.']);
  expect(await asked(up, down)).toEqual(['warn', 'up reached, down refused.']);
  expect(await asked(down)).toEqual(['fail', 'down refused.']);
  expect((await asked({ ...up, probe: undefined as never }))[0]).toBe('skip');
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

test('a database is read, not made, and named without its password', async () => {
  const path = join(folder, 'hub.db');
  const env = { HUB_DATABASE: `sqlite:${path}` };
  expect((await found('database', env))[0]).toBe('ok');
  expect(existsSync(path)).toBe(false);
  const { DatabaseSync } = await import('node:sqlite');
  new DatabaseSync(path).exec('CREATE TABLE x (y)');
  expect(await found('database', env)).toEqual(['ok', `${path} can be opened.`]);
  writeFileSync(
    path,
    'This is no database, and long enough for the header of one to be looked for in it, as SQLite does.',
  );
  expect(await found('database', env)).toEqual(['fail', expect.stringContaining('is no SQLite database')]);
  const away = `postgres://me:hunter2@${new URL(await nowhere()).host}/hub`;
  const [state, says] = await found('database', { HUB_DATABASE: away });
  expect([state, says]).toEqual([
    'fail',
    expect.stringMatching(/^The database "hub" on 127\.0\.0\.1:\d+ can't be reached \(ECONNREFUSED\)\.$/),
  ]);
});

test('a bucket answers, refuses or is away', async () => {
  const store = new StandIn();
  await store.start();
  onTestFinished(() => store.stop());
  const keys = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'key' };
  const bucket = (url: string) => found('bucket', { ...keys, HUB_OBJECTS: 's3://bucket/hub', AWS_ENDPOINT_URL: url });
  expect(await found('bucket')).toEqual(['skip', 'No bucket is named.']);
  expect(await bucket(await at((_, response) => void response.writeHead(404).end()))).toEqual([
    'ok',
    's3://bucket/hub answers.',
  ]);
  expect(await bucket(await at((_, response) => void response.writeHead(403).end()))).toEqual([
    'fail',
    "s3://bucket/hub/current can't be read: it answered 403.",
  ]);
  expect(await bucket(await nowhere())).toEqual([
    'fail',
    expect.stringMatching(/^s3:\/\/bucket\/hub\/current can't be read: .*ECONNREFUSED/),
  ]);
});

test('keys are read, and only the build may read their file', async () => {
  const path = join(folder, 'signing.key');
  expect((await found('keys'))[0]).toBe('skip');
  expect(await found('keys', { HUB_SIGNING_KEY: `file:${path}` })).toEqual([
    'fail',
    expect.stringContaining('can’t be read (ENOENT)'),
  ]);
  makeKey('hub.example/log', path);
  const signing = { HUB_SIGNING_KEY: `file:${path}` };
  expect(await found('keys', signing)).toEqual([
    'ok',
    expect.stringMatching(/^The log is signed by hub\.example\/log\+[0-9a-f]{8}\.$/),
  ]);
  if (process.platform === 'win32') return;
  chmodSync(path, 0o644);
  expect(await found('keys', signing)).toEqual(['fail', `Other users of this machine can read ${path}.`]);
});

test('unreachable witnesses are a warning', async () => {
  const key = 'witness.example/w1+d10ef2d7+BBIfTmIxJsxhueCfSDr8c/TU3NSyAfmRPDIgh6+RUtCa';
  const named = (url: string) => found('witnesses', {}, { log: { witnesses: [{ key, url }] } });
  expect((await found('witnesses'))[0]).toBe('skip');
  expect(await named(await nowhere())).toEqual(['warn', expect.stringMatching(/can’t be reached: ECONNREFUSED\.$/)]);
  expect(await named(await at((_, response) => void response.writeHead(404).end()))).toEqual([
    'ok',
    '1 witness can be reached.',
  ]);
});

test('an old day fails; a hub that makes no days itself gets a warning', async () => {
  const { data, dist } = inject('fixture');
  const day = await found('day', { HUB_DATA: data, HUB_DIST: dist });
  expect(day).toEqual([
    'fail',
    expect.stringMatching(/older than 36 hours\. Look at the last run of "model-hub day", and run it again\.$/),
  ]);
  expect(await found('day')).toEqual(['warn', expect.stringMatching(/^Nothing is indexed: run [^.]+\.$/)]);
});

const disk = {
  ...{ type: 0, bsize: 4096, frsize: 4096, blocks: 1_000_000, bfree: 500_000, bavail: 500_000 },
  ...{ files: 1000, ffree: 500 },
};

test.each([
  ['hardly a byte', { bavail: 19_000 }, 'fail'],
  ['no file', { ffree: 0 }, 'fail'],
  ['no count of files, as on some file systems', { files: 0, ffree: 0 }, 'ok'],
  ['a file system without a size', { blocks: 0, bavail: 0, files: 0 }, 'fail'],
])('the verdict on %s', (_, less, state) => {
  expect(judgeRoom('/data', { ...disk, ...less })[0]).toBe(state);
});
