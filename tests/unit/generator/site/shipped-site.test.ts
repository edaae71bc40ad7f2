// Tests a built website that ships with the code: it is used if its key is right and it is whole.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { takeShippedSite } from '../../../../generator/site/build-site.ts';
import { listSiteFiles } from '../../../../generator/site/site-files.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';

let folder: string;
let [shipped, site, to] = ['', '', ''];
beforeEach(() => {
  folder = folderOfTest();
  shipped = join(folder, 'website');
  site = join(shipped, 'sites/a-key');
  to = join(folder, 'taken');
  for (const path of ['server/entry.mjs', 'client/_astro/style.css', 'client/_before/old.css']) {
    mkdirSync(dirname(join(site, path)), { recursive: true });
    writeFileSync(join(site, path), `text of ${path}`);
  }
  listSiteFiles(site);
});

test('the shipped website is copied without its list, and without assets that it kept of another website', () => {
  expect(takeShippedSite('a-key', to, shipped)).toBe(true);
  expect(readFileSync(join(to, 'server/entry.mjs'), 'utf8')).toBe('text of server/entry.mjs');
  expect(readFileSync(join(to, 'client/_astro/style.css'), 'utf8')).toBe('text of client/_astro/style.css');
  for (const path of ['files.json', 'client/_before']) expect(existsSync(join(to, path)), path).toBe(false);
});

test('a shipped website with another key or with damage is not used', () => {
  expect(takeShippedSite('another-key', to, shipped)).toBe(false);
  writeFileSync(join(site, 'server/entry.mjs'), 'TEXT of server/entry.mjs');
  expect(takeShippedSite('a-key', to, shipped)).toBe(false);
  expect(existsSync(to)).toBe(false);
});
