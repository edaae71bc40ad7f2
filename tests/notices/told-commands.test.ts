// Tests that a command sends a notice to HUB_NOTIFY when it ends, and that its exit code does not depend on the
// receiver.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { watchCommand } from '../../generator/notices/watch-command.ts';
import { type LoopbackServer, servedBy } from '../fixtures/loopback-server.ts';
import { row } from '../unit/generator/import/sandbox.ts';

const bin = fileURLToPath(new URL('../../generator/bin.mjs', import.meta.url));

let folder: string;
let server: LoopbackServer;
let told: { event: string; text: string }[];
let status: number;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'model-hub-told-'));
  [told, status] = [[], 200];
  server = await servedBy(async (request, response) => {
    let body = '';
    for await (const piece of request) body += piece;
    told.push(JSON.parse(body));
    response.writeHead(status).end();
  });
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const HOOK = '/hooks/T0PSECRET';

function hub(args: string[], env: Record<string, string> = {}): Promise<{ code: number; err: string }> {
  const places = { HUB_DATA: join(folder, 'data'), HUB_DIST: join(folder, 'dist') };
  const all = { ...process.env, ...places, HUB_NOTIFY: server.base + HOOK, ...env };
  return new Promise((resolve) => {
    execFile(process.execPath, [bin, ...args], { cwd: folder, env: all }, (error, _, err) =>
      resolve({ code: error ? Number(error.code) : 0, err }),
    );
  });
}

function rowsOf(ids: readonly string[]): string {
  const path = join(folder, 'rows.jsonl');
  writeFileSync(path, ids.map((id) => `${JSON.stringify(row(id))}\n`).join(''));
  return path;
}

const many = Array.from({ length: 30 }, (_, at) => `a/model-${at}`);

test('HUB_NOTIFY gets one notice of a new day, and none if nothing is new', async () => {
  const rows = rowsOf(many);
  const env = { HUB_BASE_URL: 'https://hub.example' };
  expect((await hub(['import', rows, '--day', '2026-11-20'], env)).code).toBe(0);
  expect(told).toEqual([
    {
      ...{ format: 'hub.model-hub.notice/v1', event: 'day', command: 'import', day: '2026-11-20' },
      ...{ catalog: expect.stringMatching(/^blake3:/), hub: 'https://hub.example', at: expect.any(String) },
      text: '2026-11-20 is in force, made by "model-hub import".',
    },
  ]);
  await hub(['import', rows, '--day', '2026-11-20'], env);
  expect(told.length).toBe(1);
});

test('HUB_NOTIFY gets the shares and the worst models of a day that was set aside, and no other notice of failure', async () => {
  await hub(['import', rowsOf(many), '--day', '2026-11-20']);
  expect((await hub(['import', rowsOf(many.slice(0, 20)), '--day', '2026-11-21'])).code).toBe(1);
  expect(told.map(({ event }) => event)).toEqual(['day', 'aside']);
  expect(told[1]).toMatchObject({ day: '2026-11-21', text: expect.stringContaining('10 of 30 models are gone') });
  await hub(['import', rowsOf(many.slice(0, 20)), '--day', '2026-11-21', '--accept']);
  expect(told.map(({ event }) => event)).toEqual(['day', 'aside', 'day']);
});

test('HUB_NOTIFY gets the name and the sentence of a command that fails, without secrets', async () => {
  const secret = 'p4ssw0rd-of-the-registry';
  const service = join(folder, `${secret}.yaml`);
  const { code } = await hub(['build'], { HUB_SERVICE: service, HUB_REGISTRY_TOKEN: secret });
  expect(code).toBe(1);
  expect(told).toMatchObject([
    { event: 'failed', command: 'build', text: expect.stringContaining('no such file or folder (ENOENT)') },
  ]);
  const text = JSON.stringify(told);
  for (const one of [secret, 'T0PSECRET']) expect(text).not.toContain(one);
  expect(text).toContain('[secret].yaml');
});

test('wrong settings fail the command, and HUB_NOTIFY gets a notice of the failure', async () => {
  expect((await hub(['status'], { PORT: 'x' })).code).toBe(1);
  expect(told).toMatchObject([{ event: 'failed', command: 'status', text: expect.stringContaining('PORT must be') }]);
  expect(told[0]).not.toHaveProperty('hub');
});

test('HUB_NOTIFY gets nothing about a mistyped command, nor about a command that concerns a person', async () => {
  expect((await hub(['imprt'])).code).toBe(2);
  expect((await hub(['account', 'show', 'did:key:zNobody'])).code).toBe(1);
  expect(told).toEqual([]);
});

test('a receiver that answers with an error, or not at all, changes neither the exit code nor the work', async () => {
  status = 404;
  const done = await hub(['import', rowsOf(many), '--day', '2026-11-20']);
  expect(done).toEqual({
    code: 0,
    err: expect.stringMatching(
      /^The notice "day" did not reach HUB_NOTIFY \(127\.0\.0\.1:\d+\): it answers with 404\.$/m,
    ),
  });
  expect(done.err).not.toContain('T0PSECRET');
});

test('a malformed HUB_NOTIFY stops the command, and the error does not repeat its value', async () => {
  const { code, err } = await hub(['status'], { HUB_NOTIFY: 'ftp://T0PSECRET' });
  expect([code, err]).toEqual([1, 'model-hub: HUB_NOTIFY must be an http(s) address without login or fragment.\n']);
});

test('HUB_NOTIFY gets the first thousand characters of a long sentence', async () => {
  const tell = watchCommand({ HUB_DATA: join(folder, 'data'), HUB_NOTIFY: server.base + HOOK }, 'build');
  expect(await tell({ code: 1, sentence: 'x'.repeat(2000) })).toEqual([]);
  expect(new Set(told.map(({ text }) => text.length))).toEqual(new Set([1000]));
});
