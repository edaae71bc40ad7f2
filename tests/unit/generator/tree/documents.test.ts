// Tests the documents of a tree: each build updates them for the catalog.
import { join } from 'node:path';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { sourceFacts } from '../../../../generator/hub/build-hub.ts';
import { buildTree } from '../../../../generator/tree/build-tree.ts';
import type { Address } from '../../../../src/nouns/address.ts';
import type { Pins } from '../../../../src/shapes/discovery.ts';
import { docsPages } from '../../../fixtures/docs-pages.ts';
import { baseUrl, importRows, service, treeFiles, treeText } from '../../../fixtures/hub.ts';
import { folderOfFile } from '../../../fixtures/own-folder.ts';
import type { FixtureRow } from '../../../fixtures/rows.ts';

// A build is slow on a busy machine, and only a build that hangs exceeds this limit.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const folder = folderOfFile();

const data = join(folder, 'data');
const dist = join(folder, 'dist');

const build = (catalog: Address, at = dist, sitemapLimit = 50) =>
  buildTree({
    dist: at,
    stores: [join(data, 'objects')],
    catalog,
    ...sourceFacts(service),
    threads: 1,
    baseUrl,
    documents: { service, docs: () => docsPages, sitemapLimit },
  });

const document = (path: string, at = dist) => treeText(at, `documents/${path}`);

function row(id: string, edition: number, sources: object[], facts: object = {}): FixtureRow {
  const digit = String(edition);
  const files = ['config.json', 'model.safetensors'].map((path) => ({ path, size: 7, sha256: digit.repeat(64) }));
  return { id, revision: digit.repeat(40), files, sources: [{ source: 'srca' }, ...sources], ...facts };
}

const roots = {
  one: 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi',
  two: 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG',
};
const pinned = (root: string, facts: object = {}) => ({ source: 'ipfs', root, pinned: '2026-11-01', ...facts });

const days: FixtureRow[][] = [
  [
    row('a/stays', 1, [pinned(roots.one)]),
    row('a/only-its-row-changes', 1, [pinned(roots.one)]),
    row('a/is-unpinned', 1, [pinned(roots.one)]),
    row('a/moves-on', 1, [pinned(roots.one)]),
    row('a/is-gated', 1, [pinned(roots.one)]),
    row('b/is-pinned-later', 1, []),
  ],
  [
    row('a/stays', 1, [pinned(roots.one)]),
    row('a/only-its-row-changes', 1, [pinned(roots.one)], { downloads: 5 }),
    row('a/is-unpinned', 1, [{ source: 'ipfs', root: roots.one, pinned: false }]),
    row('a/moves-on', 2, [pinned(roots.two, { hidden: true })]),
    { id: 'a/is-gated', gated: true } as unknown as FixtureRow,
    row('b/is-pinned-later', 1, [pinned(roots.two)]),
    row('c/is-new', 1, []),
  ],
];

describe('documents from day to day', () => {
  let catalogs: Address[];
  beforeAll(async () => {
    catalogs = [];
    for (const [index, rows] of days.entries()) {
      const catalog = await importRows(data, `2026-11-1${index}`, rows);
      catalogs.push(catalog);
      await build(catalog);
    }
  });

  test('the pins follow the source objects, and pins of unchanged models are kept', () => {
    const { models } = JSON.parse(document('pins.json')) as Pins;
    const one = { root: roots.one, revision: '1'.repeat(40), pinned: '2026-11-01' };
    expect(models).toEqual({
      'a/moves-on': { root: roots.two, revision: '2'.repeat(40), pinned: '2026-11-01', hidden: true },
      'a/only-its-row-changes': one,
      'a/stays': one,
      'b/is-pinned-later': { ...one, root: roots.two },
    });
    expect(Object.keys(models)).toEqual(Object.keys(models).sort());
  });

  test('the sitemap is one file, or several that together name every model once', async () => {
    const models = (text: string) => [...text.matchAll(/([abc]\/[a-z-]+)[^<]*<\/loc>/g)].map((found) => found[1]!);
    const ids = days[1]!.map(({ id }) => id).filter((id) => id !== 'a/is-gated');
    expect(models(document('sitemap.xml')).sort()).toEqual(ids.sort());
    const parted = join(folder, 'parted');
    await build(catalogs[1]!, parted, 4);
    const parts = [...treeFiles(parted)].filter(([path]) => /sitemap-\d+\.xml$/.test(path));
    const texts = parts.map(([, bytes]) => Buffer.from(bytes).toString());
    for (const text of texts) expect(text.match(/<loc>/g)!.length).toBeLessThanOrEqual(4);
    expect(texts.flatMap(models).sort()).toEqual(ids.sort());
    expect(document('sitemap.xml', parted).match(/<sitemap>/g)).toHaveLength(parts.length);
  });
});
