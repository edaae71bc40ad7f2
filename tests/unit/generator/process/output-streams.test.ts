// Tests a command whose output can't be written: it prints no stack trace, and its exit code reports the failure.
import { spawnSync } from 'node:child_process';
import { existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, test } from 'vitest';
import { needs, notHere } from '../../../fixtures/needs.ts';
import { folderOfFile } from '../../../fixtures/own-folder.ts';

const folder = folderOfFile();
const bin = join(import.meta.dirname, '../../../../generator/bin.mjs');
const env = { ...process.env, HUB_DATA: join(folder, 'data'), HUB_DIST: join(folder, 'dist') };

/** A device of Linux that fails like a full disk. */
const FULL = '/dev/full';
const needed = needs(existsSync(FULL) ? undefined : notHere(FULL));

test('a command whose standard output is on a full disk prints one sentence and fails', needed, () => {
  for (const words of [['status'], ['status', '--json'], ['help']]) {
    const { status, stderr } = spawnSync(process.execPath, [bin, ...words], {
      env,
      stdio: ['ignore', openSync(FULL, 'w'), 'pipe'],
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    const said = stderr.split('\n').filter((line) => !line.startsWith('Reading models'));
    expect(said).toEqual(['model-hub: standard output: the disk is full (ENOSPC).', '']);
  }
});

test('a command whose progress can’t be written does not fail', needed, () => {
  const { status, stdout } = spawnSync(process.execPath, [bin, 'status'], {
    env,
    stdio: ['ignore', 'pipe', openSync(FULL, 'w')],
    encoding: 'utf8',
  });
  expect(status).toBe(0);
  expect(stdout).toContain('models');
});

test('a reader that closes the output early causes no error', () => {
  const line = `"${process.execPath}" "${bin}" status --json 2>&1 >/dev/null | cat; "${process.execPath}" "${bin}" help | head -c 1`;
  const { stdout, stderr } = spawnSync('sh', ['-c', line], { env, encoding: 'utf8' });
  expect(stdout).toBe('U');
  expect(stderr).toBe('');
});
