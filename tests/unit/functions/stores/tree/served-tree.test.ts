import { beforeAll, expect, inject, test } from 'vitest';
import type { BuiltFile, Tree } from '../../../../../functions/ports/ports.ts';
import { nodeCompress } from '../../../../../functions/rim/node-compress.ts';
import { mover } from '../../../../../functions/stores/tree/tree.ts';
import { listedEntries } from '../../../../../generator/packs/list-reader.ts';
import { baseUrl, openInMemory } from '../../../../fixtures/hub.ts';
import { currentList } from '../../../../fixtures/tree-contents.ts';

const OWN = 'http://127.0.0.1:9';
const { dist } = inject('fixture');
let tree: Tree;
let moved: Tree;
beforeAll(() => {
  tree = openInMemory(dist);
  moved = tree.served({ baseUrl: OWN, compress: nodeCompress });
});

const bytesOf = async (file: BuiltFile | undefined) => Buffer.from((await file!.body()) as Uint8Array);

test('no document prints the address that the tree was built for', async () => {
  const pack = currentList(dist).packOf('documents/x')!;
  const paths = [...listedEntries(pack)].map(([name]) => `documents/${name.replace(/\.(br|gz)$/, '')}`);
  expect(paths.length).toBeGreaterThan(20);
  let changed = 0;
  for (const path of new Set(paths)) {
    const [was, is] = [await tree.text(path), await moved.text(path)];
    expect([path, is]).toEqual([path, expect.not.stringMatching(/hub\.example(?![\w-]|[.:]\w)/)]);
    expect(is!.replaceAll(OWN, baseUrl).replaceAll('127.0.0.1:9', 'hub.example')).toBe(was);
    expect((await bytesOf(await moved.read(path))).toString()).toBe(is);
    if (is !== was) changed++;
  }
  expect(changed).toBeGreaterThan(10);
});

test('files named by their hash are unchanged', async () => {
  for (const path of ['models/acme/tiny-bert/api/models/acme/tiny-bert/index.json', 'search/api/models/index.json'])
    expect(await moved.text(path)).toBe(await tree.text(path));
  const { repositories } = tree;
  for (const name of repositories) expect(await moved.text(`registry/${name}/_/registry.json`)).toBeDefined();
  expect(await moved.read('documents/nothing')).toBeUndefined();
});

test('an address without its scheme changes too, and commands for an address with TLS have no --plain-http', () => {
  const command = 'oras pull --plain-http 127.0.0.1:1/a/b:latest';
  const moved = (to: string) => mover('http://127.0.0.1:1', to)(command);
  expect(moved('https://hub.example:8443')).toBe('oras pull hub.example:8443/a/b:latest');
  expect(moved('http://hub.example')).toBe('oras pull --plain-http hub.example/a/b:latest');
});

test.each(['https://hub.example.org/x', 'https://hub.example:8080', 'https://hub.example-two.org'])(
  'the address of another host that begins with the same letters stays: %s',
  (url) => expect(mover(baseUrl, OWN)(`see ${url} and ${baseUrl}.`)).toBe(`see ${url} and ${OWN}.`),
);

test.each(['documents/sitemap-1.xml', 'documents/archive/feeds/new.xml'])(
  'a model that was withdrawn after the build is not in %s',
  async (path) => {
    const was = (await tree.text(path))!;
    const [link = '', model = ''] = /\/models\/([^/]+\/[^/]+)\//.exec(was) ?? [];
    const withdrawn = [{ model: model.toUpperCase(), status: 451, reason: 'law', day: '2026-01-01' }] as const;
    const served = tree.served({ baseUrl, compress: nodeCompress, withdrawn: () => withdrawn });
    const is = (await bytesOf(await served.read(path))).toString();
    expect(is).toBe(was.replaceAll(new RegExp(`^.*${link}.*\n`, 'gm'), ''));
    expect(is.length).toBeLessThan(was.length);
  },
);
