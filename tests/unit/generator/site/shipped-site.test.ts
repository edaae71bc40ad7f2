// Tests a built website that ships with the code: it is used if its key is right.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { takeShippedSite } from '../../../../generator/site/build-site.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';

let folder: string;
let [shipped, site, to] = ['', '', ''];
beforeEach(() => {
  folder = folderOfTest();
  shipped = join(folder, 'website');
  site = join(shipped, 'sites/a-key');
  to = join(folder, 'taken');
  for (const path of ['server/entry.mjs', 'client/_astro/style.css']) {
    mkdirSync(dirname(join(site, path)), { recursive: true });
    writeFileSync(join(site, path), `text of ${path}`);
  }
});

test('a shipped website is copied, and one with another key is not used', () => {
  expect(takeShippedSite('another-key', to, shipped)).toBe(false);
  expect(existsSync(to)).toBe(false);
  expect(takeShippedSite('a-key', to, shipped)).toBe(true);
  expect(readFileSync(join(to, 'server/entry.mjs'), 'utf8')).toBe('text of server/entry.mjs');
  expect(readFileSync(join(to, 'client/_astro/style.css'), 'utf8')).toBe('text of client/_astro/style.css');
});
