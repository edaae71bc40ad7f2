// Tests that a website is built if it is missing or stale, and kept otherwise. A fake replaces Astro,
// which is slow.
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildSite } from '../../../../generator/site/build-site.ts';
import type { Program } from '../../../../generator/site/run-program.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';

const FILES = {
  'server/entry.mjs': 'export {};',
  'server/chunks/Docs_a.mjs': 'export const page = 1;',
  'client/_astro/style.css': 'a { color: teal }',
  'client/favicon.svg': '<svg id="here"/>',
};

vi.mock('../../../../generator/site/run-program.ts', () => ({
  runProgram({ env }: Program) {
    for (const [path, text] of Object.entries(FILES)) {
      const file = join(env.HUB_DIST!, 'site', path);
      mkdirSync(join(file, '..'), { recursive: true });
      writeFileSync(file, text);
    }
    return Promise.resolve();
  },
}));

let dist: string;
beforeEach(async () => {
  dist = folderOfTest();
  expect(await buildSite(dist)).toBe(true);
});

const file = (path: string) => join(realpathSync(join(dist, 'site')), path);
async function expectMended(): Promise<void> {
  expect(await buildSite(dist)).toBe(true);
  for (const [path, text] of Object.entries(FILES)) expect(readFileSync(file(path), 'utf8')).toBe(text);
  expect(await buildSite(dist)).toBe(false);
  expect(readdirSync(join(dist, 'sites'))).toEqual([readlinkSync(join(dist, 'site')).slice('sites/'.length)]);
}

test('a whole website is kept', async () => {
  expect(await buildSite(dist)).toBe(false);
});

test('a website whose link is gone is built again', async () => {
  writeFileSync(file('client/favicon.svg'), '');
  rmSync(join(dist, 'site'));
  await expectMended();
});

test('assets of the website before are kept in the new one', async () => {
  mkdirSync(join(dist, 'sites/before/client/_astro'), { recursive: true });
  writeFileSync(join(dist, 'sites/before/client/_astro/old.css'), 'a { color: red }');
  rmSync(join(dist, 'site'));
  symlinkSync('sites/before', join(dist, 'site'));
  await expectMended();
  expect(readdirSync(file('client/_before'))).toEqual(['old.css']);
});
