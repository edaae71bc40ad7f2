// Tests that flushing a folder ignores the links in it, even without the program `sync`, as in a bare container. Also
// tests that writing a file leaves no descriptor open.
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { syncTree, writeDurably } from '../../../../generator/files/durability.ts';
import { linuxMissing, needs, posixMissing } from '../../../fixtures/needs.ts';
import { folderOfFile } from '../../../fixtures/own-folder.ts';

const folder = folderOfFile();
afterEach(() => void vi.unstubAllEnvs());

test('a flush of a tree ignores links to folders, and links to nothing', needs(posixMissing), () => {
  mkdirSync(join(folder, 'sites/a-key'), { recursive: true });
  writeFileSync(join(folder, 'sites/a-key/entry.mjs'), 'export {};');
  symlinkSync('sites/a-key', join(folder, 'site'));
  symlinkSync('sites/gone', join(folder, 'before'));
  vi.stubEnv('PATH', '');
  expect(() => syncTree(folder, 0)).not.toThrow();
});

test('writing a file leaves no descriptor open', needs(linuxMissing), () => {
  const open = () => readdirSync('/proc/self/fd').length;
  const before = open();
  for (let at = 0; at < 100; at++) writeDurably(join(folder, 'text'), `${at}`);
  expect(open() - before).toBeLessThan(100);
});
