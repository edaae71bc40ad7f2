import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import type { Finding } from '../../generator/status/check.ts';
import { checks } from '../../generator/status/check-hub.ts';
import { hubCommand } from '../faults/hub-command.ts';
import { folderOfTest } from '../fixtures/own-folder.ts';

let folder: string;
beforeEach(() => {
  folder = folderOfTest();
});

/** Settings that keep all requests to sources on this machine. */
const away = Object.fromEntries(['SRCA', 'SRCB', 'IPFS'].map((token) => [`HUB_SOURCE_${token}`, 'http://127.0.0.1:9']));

const check = (words: string[], env: Record<string, string> = {}) =>
  hubCommand(
    ['status', '--check', ...words],
    { HUB_DATA: join(folder, 'data'), HUB_DIST: join(folder, 'dist'), ...away, ...env },
    folder,
  );

const names = checks.map(({ name }) => name);

test('reports every check in order, with what to do and where to read about it', async () => {
  const { code, out, err } = await check(['--json']);
  const { findings } = JSON.parse(out) as { findings: Finding[] };
  expect([code, err]).toEqual([1, '']);
  expect(findings.map(({ check }) => check)).toEqual(names);
  for (const { check, state, advice, docs } of findings) {
    const hasAdvice = !['port', 'day'].includes(check);
    expect(advice !== undefined).toBe(hasAdvice && (state === 'warn' || state === 'fail'));
    expect(docs).toMatch(/^[a-z-]+\.md#[a-z-]+$/);
  }
  expect(findings.find(({ check }) => check === 'sources')?.state).toBe('fail');
  expect(existsSync(join(folder, 'data'))).toBe(false);
});

test('prints a line for each check, with the advice below it', async () => {
  const { out } = await check([]);
  expect(out).toMatch(/^ok {4}settings {5}The variables and service\.yaml are read/);
  expect(out).toMatch(/\nfail {2}sources {6}.*\n {19}See whether .* See content\/docs\/sources\.md#health\.\n/);
  expect(out).toMatch(
    /\nwarn {2}day {10}Nothing is indexed: run .*\n {19}See content\/docs\/indexing\.md#every-day\.\n/,
  );
});

test('exits with 0 if nothing fails', async () => {
  const { code, out } = await check(['--json'], {
    HUB_SERVICE: fileURLToPath(new URL('no-probes.yaml', import.meta.url)),
  });
  const { findings } = JSON.parse(out) as { findings: Finding[] };
  expect([code, findings.filter(({ state }) => state === 'fail')]).toEqual([0, []]);
});

test.each([
  [{ PORT: 'x' }, 'PORT must be a whole number from 0 to 65535.'],
  [
    { HUB_DATABASE_FILE: '/nope' },
    'HUB_DATABASE_FILE names /nope, which can’t be read (ENOENT): put the secret there.',
  ],
])('reports settings that can’t be read as the only finding: %o', async (env, says) => {
  const { code, out } = await check(['--json'], env);
  const { findings } = JSON.parse(out) as { findings: Finding[] };
  expect([code, findings.map(({ state }) => state)]).toEqual([1, ['fail', ...names.slice(1).map(() => 'skip')]]);
  expect(findings[0]!.says).toBe(says);
});
