// Tests the documentation pages that a build keeps: they are read again only if a text or the address is another.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { readDocsPages } from '../../../../generator/documents/docs-pages.ts';
import { keptDocsPages } from '../../../../generator/documents/kept-docs.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';

const BASE = 'https://hub.example';
const read = vi.hoisted(() => vi.fn());
vi.mock(import('../../../../generator/documents/docs-pages.ts'), async (original) => {
  const module = await original();
  read.mockImplementation(module.readDocsPages);
  return { ...module, readDocsPages: read };
});

let folder: string;
let docs: string;
beforeEach(() => {
  folder = folderOfTest();
  docs = join(folder, 'docs');
  mkdirSync(docs);
  write('one', 'First.');
  write('two', 'Second.');
});

function write(slug: string, text: string): void {
  const front = `title: ${slug}\ndescription: A sentence.\norder: 1`;
  writeFileSync(join(docs, `${slug}.md`), `---\n${front}\n---\n\n# ${slug}\n\n${text}\n`);
}

/** Checks that the kept pages are those of the texts. Returns true if they were read for that. */
async function areRead(baseUrl = BASE): Promise<boolean> {
  const wanted = readDocsPages(baseUrl, docs);
  read.mockClear();
  expect(await keptDocsPages(baseUrl, folder, docs)).toEqual(wanted);
  return read.mock.calls.length > 0;
}

test('pages are read again after a change of a text or of the address', async () => {
  expect(await areRead()).toBe(true);
  expect(await areRead()).toBe(false);
  write('two', 'Another.');
  expect(await areRead()).toBe(true);
  rmSync(join(docs, 'one.md'));
  expect(await areRead()).toBe(true);
  expect(await areRead('https://other.example')).toBe(true);
});

test('pages are read again if the kept ones were changed on the disk, or nothing can be kept', async () => {
  await areRead();
  const path = join(folder, 'docs.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('First.', 'Forged.'));
  expect(await areRead()).toBe(true);
  rmSync(path);
  mkdirSync(path);
  expect(await areRead()).toBe(true);
});
