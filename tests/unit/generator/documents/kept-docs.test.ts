// Tests the documentation pages that a build keeps: unchanged pages are not read again, and nothing else of the old
// tree is used.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { readDocsPages } from '../../../../generator/documents/docs-pages.ts';
import { keptDocsPages } from '../../../../generator/documents/kept-docs.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';

const BASE = 'https://hub.example';
const readPage = vi.hoisted(() => vi.fn());
vi.mock(import('../../../../generator/documents/docs-pages.ts'), async (original) => {
  const module = await original();
  readPage.mockImplementation(module.readDocsPage);
  return { ...module, readDocsPage: readPage };
});

let folder: string;
let docs: string;
beforeEach(() => {
  folder = folderOfTest();
  docs = join(folder, 'docs');
  mkdirSync(docs);
  write('one', 'First.');
  write('two', 'Second.');
  readPage.mockClear();
});

function write(slug: string, text: string): void {
  const front = `title: ${slug}\ndescription: A sentence.\norder: 1`;
  writeFileSync(join(docs, `${slug}.md`), `---\n${front}\n---\n\n# ${slug}\n\n${text}\n`);
}
const kept = (baseUrl = BASE) => keptDocsPages(baseUrl, folder, docs);
/** Lists the pages that were read since the last call of this function. */
function pagesRead(): string[] {
  const read = readPage.mock.calls.map(([, slug]) => slug);
  readPage.mockClear();
  return read.sort();
}

test('only a page whose text changed is read again, with the same result for all', async () => {
  expect(await kept()).toEqual(readDocsPages(BASE, docs));
  expect(pagesRead()).toEqual(['one', 'two']);
  expect(await kept()).toEqual(readDocsPages(BASE, docs));
  expect(pagesRead()).toEqual([]);
  write('two', 'Another.');
  write('three', 'Third.');
  rmSync(join(docs, 'one.md'));
  expect(await kept()).toEqual(readDocsPages(BASE, docs));
  expect(pagesRead()).toEqual(['three', 'two']);
});

test('every page is read again for another address of the hub', async () => {
  await kept();
  pagesRead();
  expect(await kept('https://other.example')).toEqual(readDocsPages('https://other.example', docs));
  expect(pagesRead()).toEqual(['one', 'two']);
});

test('a kept page that was changed on the disk is read again', async () => {
  await kept();
  pagesRead();
  const path = join(folder, 'docs.json');
  writeFileSync(path, readFileSync(path, 'utf8').replace('First.', 'Forged.'));
  expect(await kept()).toEqual(readDocsPages(BASE, docs));
  expect(pagesRead()).toEqual(['one', 'two']);
});

test('every page is read if nothing can be kept', async () => {
  mkdirSync(join(folder, 'docs.json'));
  for (let times = 0; times < 2; times++) {
    expect(await kept()).toEqual(readDocsPages(BASE, docs));
    expect(pagesRead()).toEqual(['one', 'two']);
  }
});
