// What is removed, by many threads or by one: what lies in a folder of ours, and nothing that a link leads to.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { namesIn, removeIn } from '../../../generator/build/own-folder.ts';
import { removePaths } from '../../../generator/build/removal.ts';
import { sweep, unusedPaths } from '../../../generator/build/sweep.ts';

let base: string;
let folder: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'model-hub-removal-'));
  folder = join(base, 'ours');
  mkdirSync(folder);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

function make(name: string): string {
  mkdirSync(join(folder, name, 'in'), { recursive: true });
  writeFileSync(join(folder, name, 'in/file'), name);
  return name;
}

test('files, folders and what is not there, in more jobs than there are threads', async () => {
  const folders = Array.from({ length: 300 }, (_, at) => make(`folder-${at}`));
  const kept = make('kept');
  const files = folders.slice(0, 100).map((path) => join(path, 'in/file'));
  await removePaths(folder, [...files, 'never-there'], folders);
  expect(readdirSync(folder)).toEqual([kept]);
  expect(existsSync(join(folder, kept, 'in/file'))).toBe(true);
});

test('nothing to remove is nothing to wait for', async () => {
  await removePaths(folder, [], []);
  expect(existsSync(folder)).toBe(true);
});

test('what can’t be removed is told, and the next round is not begun', async () => {
  const gone = make('gone');
  const later = make('later');
  await expect(removePaths(folder, [gone, '\0'], [later])).rejects.toThrow(/null bytes/);
  expect(existsSync(join(folder, later))).toBe(true);
  // Also when it is known long before the last job is begun.
  const many = Array.from({ length: 3000 }, (_, at) => `never-there-${at}`);
  await expect(removePaths(folder, ['\0', ...many], [later])).rejects.toThrow(/null bytes/);
  expect(existsSync(join(folder, later))).toBe(true);
});

describe('a link', () => {
  /** Somebody else's folder, with a file at the depth at which each of our folders keeps what is removed. */
  let theirs: string;
  beforeEach(() => {
    theirs = join(base, 'theirs');
    for (const path of ['a/b/c', 'hashes']) {
      mkdirSync(join(theirs, path), { recursive: true });
      writeFileSync(join(theirs, path, 'precious'), '');
    }
  });
  afterEach(() => {
    expect(readdirSync(theirs, { recursive: true }).filter((path) => `${path}`.endsWith('precious'))).toHaveLength(2);
  });

  test('is removed itself, what it leads to stays, and nothing behind it is named', () => {
    symlinkSync(theirs, join(folder, 'link'));
    removeIn(folder, 'link/a/b/c/precious');
    removeIn(folder, 'link/a');
    removeIn(folder, '../theirs/a');
    expect(namesIn(folder, 'link')).toEqual([]);
    expect(namesIn(folder, '../theirs')).toEqual([]);
    expect(readdirSync(folder)).toEqual(['link']);
    removeIn(folder, 'link');
    expect(readdirSync(folder)).toEqual([]);
  });

  test.each(['shelf', 'shelf/owner', 'shelf/owner/name', 'owners', 'owners/owner', 'trees', 'trees/id'])(
    'at %s leads no sweep and no clearing up out of our folder',
    async (at) => {
      mkdirSync(join(folder, at, '..'), { recursive: true });
      symlinkSync(theirs, join(folder, at));
      sweep(folder, []);
      for (const tree of ['current', 'before']) {
        if (at === 'trees') break;
        mkdirSync(join(folder, 'trees', tree, 'models'), { recursive: true });
        writeFileSync(join(folder, 'trees', tree, 'owners.tsv'), '');
        const depth = at.split('/').length;
        const below = ['a', 'b', 'c', 'precious'].slice(0, 4 - depth).join('/');
        writeFileSync(
          join(folder, 'trees', tree, 'superseded.txt'),
          `${at}/${below}\n../theirs/a/b/c\nshelf/../../theirs/a\n`,
        );
      }
      if (at !== 'trees') await removePaths(folder, ...unusedPaths(folder, 'current', 'before'));
    },
  );
});
