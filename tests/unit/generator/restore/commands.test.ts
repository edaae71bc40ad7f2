// Tests `backup` and `restore` on the command line: what they print, and their exit codes.
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWitness } from '../../../fixtures/witness.ts';
import { BackedHub } from '../backup/backed-hub.ts';

const bin = join(import.meta.dirname, '../../../../generator/bin.mjs');
const hub = new BackedHub();
const file = hub.at('hub.tar');

beforeAll(async () => {
  await hub.import('2026-11-18', 'a/one');
  await hub.build();
}, 60_000);
afterAll(() => hub.remove());

function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const env = { ...process.env, ...hub.env };
  return new Promise((resolve) =>
    execFile(process.execPath, [bin, ...args], { env }, (error, out, err) =>
      resolve({ code: error ? Number(error.code) : 0, out, err }),
    ),
  );
}

test('both commands print what was written or restored, for people and as JSON', async () => {
  const written = await run('backup', file);
  expect(written).toMatchObject({ code: 0, out: expect.stringContaining('1 day up to 2026-11-18 (') });
  expect(written.out).toContain('Keys that sign are not in it');
  rmSync(file);
  const report = JSON.parse((await run('backup', file, '--json')).out) as object;
  expect(report).toMatchObject({ file, snapshot: '2026-11-18', days: 1, leaves: 2, elsewhere: [] });
  hub.lose('data');
  const restored = await run('restore', file);
  expect(restored).toMatchObject({ code: 0, out: expect.stringContaining('Restored and whole: the days up to') });
  expect(restored.out).toContain('Next: model-hub build');
  hub.lose('data');
  const again = JSON.parse((await run('restore', file, '--json')).out) as object;
  expect(again).toMatchObject({ snapshot: '2026-11-18', log: { size: 2, day: '2026-11-18' }, notices: [] });
  expect(await run('archive', 'verify')).toMatchObject({ code: 0 });
}, 60_000);

test.each([
  [['backup'], 2, "missing required argument 'file'"],
  [['restore'], 2, "missing required argument 'file'"],
  [['backup', '.'], 1, 'is there already, and no backup is written over another'],
  [['backup', 'nowhere/at/all.tar'], 1, 'nowhere/at is missing: make this folder'],
  [['restore', 'nowhere.tar', '--go-on'], 1, 'is not empty'],
])('the arguments %j end with %d and a sentence', async (args, code, sentence) => {
  const { code: found, err } = await run(...args);
  expect([found, err]).toEqual([code, expect.stringContaining(sentence)]);
});

test('the error about a missing file names it', async () => {
  hub.lose('data');
  const missing = await run('restore', hub.at('nowhere.tar'));
  expect(missing).toMatchObject({ code: 1, err: expect.stringContaining('nowhere.tar: no such file or folder') });
  expect(existsSync(hub.at('data'))).toBe(false);
});

test('a witness that has seen a longer log stops a restore', async () => {
  const { parseSignerKey } = await import('../../../../src/log/note.ts');
  const { formatVerifierKey } = await import('../../../../src/log/note.ts');
  const { key } = parseSignerKey(hub.env.HUB_SIGNING_KEY!)!;
  const witness = await startWitness([key]);
  witness.seen.set(key.name, { origin: key.name, size: 9, root: new Uint8Array(32) });
  const yaml = readFileSync(join(import.meta.dirname, '../../../../content/service.yaml'), 'utf8');
  const lines = `\nlog:\n  witnesses:\n    - key: ${formatVerifierKey(witness.key)}\n      url: ${witness.url}\n`;
  writeFileSync(hub.at('service.yaml'), yaml + lines);
  hub.env.HUB_SERVICE = hub.at('service.yaml');
  hub.lose('data');
  const { code, err } = await run('restore', file, '--go-on');
  expect([code, err]).toEqual([1, expect.stringContaining('has seen 9 leaves of hub.example/log, which has 2 here')]);
  expect(existsSync(hub.at('data/index.json'))).toBe(false);
  await witness.close();
  const away = await run('restore', file);
  expect(away).toMatchObject({ code: 0, out: expect.stringContaining('did not cosign') });
  delete hub.env.HUB_SERVICE;
});
