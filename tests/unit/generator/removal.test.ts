import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removePaths } from '../../../generator/build/removal.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'model-hub-removal-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function make(name: string): string {
  mkdirSync(join(folder, name, 'in'), { recursive: true });
  writeFileSync(join(folder, name, 'in/file'), name);
  return join(folder, name);
}

test('files, folders and what is not there, in more jobs than there are threads', async () => {
  const folders = Array.from({ length: 300 }, (_, at) => make(`folder-${at}`));
  const kept = make('kept');
  const files = folders.slice(0, 100).map((path) => join(path, 'in/file'));
  await removePaths([...files, join(folder, 'never-there')], folders);
  expect(folders.filter((path) => existsSync(path))).toEqual([]);
  expect(existsSync(join(kept, 'in/file'))).toBe(true);
});

test('nothing to remove is nothing to wait for', async () => {
  await removePaths([], []);
  expect(existsSync(folder)).toBe(true);
});

test('what can’t be removed is told, and the next round is not begun', async () => {
  const gone = make('gone');
  const later = make('later');
  await expect(removePaths([gone, `${folder}/\0`], [later])).rejects.toThrow(/null bytes/);
  expect(existsSync(later)).toBe(true);
  // Also when it is known long before the last job is begun.
  const many = Array.from({ length: 3000 }, (_, at) => join(folder, `never-there-${at}`));
  await expect(removePaths([`${folder}/\0`, ...many], [later])).rejects.toThrow(/null bytes/);
  expect(existsSync(later)).toBe(true);
});
