// Tests the notes that a build keeps about the imports of modules: a file that changed in any way is read again,
// and damaged notes are ignored.
import { mkdtempSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ModuleNotes, type NamedModules } from '../../../../generator/keys/module-notes.ts';

let folder: string;
let file: string;
let reads = 0;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'model-hub-notes-'));
  file = join(folder, 'a.ts');
  writeFileSync(file, 'one');
  reads = 0;
  later();
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

/** Sets the clock forward, so that earlier writes count as old. */
function later(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 });
}

function ask(notes: ModuleNotes): string {
  const read = (): NamedModules => {
    reads++;
    return { hash: readFileSync(file, 'utf8'), files: ['b.ts'], packages: [], unknown: [] };
  };
  const { hash } = notes.get(file, read);
  notes.save();
  return hash;
}

test('an unchanged file is read once, by any number of callers', () => {
  expect([ask(new ModuleNotes(folder)), ask(new ModuleNotes(folder))]).toEqual(['one', 'one']);
  expect(reads).toBe(1);
});

test('a file that is edited or replaced is read again, whatever its size and its time are', () => {
  ask(new ModuleNotes(folder));
  const { atime, mtime } = statSync(file);
  writeFileSync(file, 'two');
  utimesSync(file, atime, mtime);
  later();
  expect(ask(new ModuleNotes(folder))).toBe('two');
  writeFileSync(`${file}.new`, 'six');
  utimesSync(`${file}.new`, atime, mtime);
  renameSync(`${file}.new`, file);
  later();
  expect(ask(new ModuleNotes(folder))).toBe('six');
});

test('a file that changed just now is not noted, because another change at the same time would not be seen', () => {
  vi.useRealTimers();
  ask(new ModuleNotes(folder));
  ask(new ModuleNotes(folder));
  expect(reads).toBe(2);
});

test.each(['', '{', '{"format":"other","notes":[]}', '[]', 'null'])('notes with the text %j are ignored', (text) => {
  ask(new ModuleNotes(folder));
  writeFileSync(join(folder, 'modules.json'), text);
  expect(ask(new ModuleNotes(folder))).toBe('one');
  expect(reads).toBe(2);
});

test('no error follows if notes can’t be written, but a missing module is an error', () => {
  expect(ask(new ModuleNotes(join(file, 'below')))).toBe('one');
  rmSync(file);
  expect(() => ask(new ModuleNotes(folder))).toThrow('ENOENT');
  writeFileSync(file, '');
});
