// Tests that apps are built again if their sources change, and that the same sources give the same bytes.
import { hash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildSpaces, spaceRoot } from '../../../../generator/spaces/build-spaces.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';

// Loading the bundler takes seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

let at: string;
const write = (path: string, text: string) => writeFileSync(join(at, path), text);
const places = (dist = 'dist') => ({ declared: join(at, 'spaces.yaml'), sources: at, dist: join(at, dist), hub: '' });
const declare = (more = '') =>
  write(
    'spaces.yaml',
    `spaces: [{id: clock, name: Clock, task: time, tagline: Tells it., version: 1.2.3, source: here${more}}]`,
  );

beforeEach(() => {
  at = folderOfTest();
  mkdirSync(join(at, 'clock'));
  declare();
  write(
    'clock/index.html',
    '<!doctype html><a href="%home%" data-at="%hashes%" id="%docsPage limits%" data-tree="%tree.file%">x</a><script type="module" src="./main.ts"></script>',
  );
  write('clock/main.ts', 'const text: string = "tick"; document.title = text;\n');
});

test('an app becomes files for the browser, with paths from the route table', async () => {
  const { spaces, fresh } = await buildSpaces(places());
  expect(fresh).toBe(1);
  const [{ entry, files, folder, version }] = spaces as [(typeof spaces)[0]];
  expect(files.map(({ path }) => path)).toEqual([expect.stringMatching(/^assets\/index-[\w-]{8}\.js$/), 'index.html']);
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  expect(page).toContain(
    '<a href="/" data-at="/hashes/{shard}.json" id="/docs/limits/" data-tree="/api/models/{owner}/{name}/tree/main/index.json">',
  );
  expect(page).toContain(`src="./${files[0]!.path}"`);
  expect(readFileSync(join(folder, files[0]!.path), 'utf8')).toMatch(/^document\.title=[`"]tick[`"];\s*$/);
  expect(version).toBe('1.2.3');
  expect(entry).toMatchObject({
    id: 'clock',
    entry: '/spaces/clock/',
    files: 2,
    models: [],
    modelHost: null,
    modelBytes: 0,
    requires: [],
  });
  expect(entry.bytes).toBe(files.reduce((sum, { size }) => sum + size, 0));
});

test('the same sources are not built again, and give the same bytes elsewhere', async () => {
  const one = await buildSpaces(places());
  const again = await buildSpaces(places());
  expect(again.fresh).toBe(0);
  expect(again.spaces).toEqual(one.spaces);
  const elsewhere = await buildSpaces(places('other'));
  expect(elsewhere.fresh).toBe(1);
  expect(elsewhere.spaces[0]!.files).toEqual(one.spaces[0]!.files);
  expect(elsewhere.spaces[0]!.entry.root).toBe(one.spaces[0]!.entry.root);
});

test('another source gives the app another root, and the earlier build is removed', async () => {
  const before = await buildSpaces(places());
  write('clock/main.ts', 'document.title = "tock";\n');
  const after = await buildSpaces(places());
  expect(after.fresh).toBe(1);
  expect(after.spaces[0]!.entry.root).not.toBe(before.spaces[0]!.entry.root);
  expect(readdirSync(join(at, 'dist/spaces'))).toHaveLength(1);
  declare(', models: [a/b], modelHost: hub.example, modelBytes: 12, requires: [webgpu]');
  const declared = await buildSpaces(places());
  expect(declared.fresh).toBe(0);
  expect(declared.spaces[0]!.entry).toMatchObject({
    models: ['a/b'],
    modelHost: 'hub.example',
    modelBytes: 12,
    requires: ['webgpu'],
  });
});

test('the root of an app is the hash of the sorted lines, in whatever order the files are given', () => {
  const sha = (text: string) => hash('sha256', text);
  const files = [
    { path: 'index.html', sha256: sha('page') },
    { path: 'assets/a.js', sha256: sha('a') },
    { path: 'assets/B.css', sha256: sha('b') },
  ];
  const lines = `assets/B.css\0${sha('b')}\nassets/a.js\0${sha('a')}\nindex.html\0${sha('page')}\n`;
  expect(spaceRoot(files)).toBe(sha(lines));
  expect(spaceRoot(files.toReversed())).toBe(sha(lines));
  expect(spaceRoot([])).toBe(sha(''));
});
