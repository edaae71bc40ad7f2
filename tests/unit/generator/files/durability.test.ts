/** Writing in one step, and flushing where the bulk tool is and where it is not. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test, vi } from 'vitest';
import { syncTree, writeDurably } from '../../../../generator/files/durability.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'model-hub-test-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

test('a file is replaced in one step and nothing is left beside it', () => {
  const path = join(folder(), 'index.json');
  writeDurably(path, 'old, and longer');
  writeDurably(path, 'new');
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect(readdirSync(join(path, '..'))).toEqual(['index.json']);
});

test('a tree is flushed file by file where no bulk tool is', () => {
  const root = folder();
  mkdirSync(join(root, 'ab'));
  writeFileSync(join(root, 'ab', 'object'), 'x');
  vi.stubEnv('PATH', join(root, 'no-tools'));
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(() => syncTree(root, Date.now())).not.toThrow();
  vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin');
  onTestFinished(() => void vi.restoreAllMocks());
  expect(() => syncTree(root, 0)).not.toThrow();
  expect(() => syncTree(join(root, 'gone'), 0)).toThrow('ENOENT');
});
