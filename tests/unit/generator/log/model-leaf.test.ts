// Tests what the leaf of a model says of it and of its sources.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { entryLines, idOfEntryLine, openCatalog } from '../../../../generator/days/catalog-reader.ts';
import { openObjectStore } from '../../../../generator/days/object-store.ts';
import { hostsOf, modelLeaves } from '../../../../generator/log/model-leaf.ts';
import { sha256Hex } from '../../../../src/digests/sha.ts';
import { parseLeaf } from '../../../../src/log/leaves.ts';
import type { LoggedModel } from '../../../../src/shapes/log.ts';
import { importRows, service } from '../../../fixtures/hub.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';
import type { FixtureRow } from '../../../fixtures/rows.ts';

test('a leaf has the hash of SHA256SUMS, and the hosts of the sources that hold every file', async () => {
  const folder = folderOfTest();
  const files = ['a.json', 'config.json'].map((path) => ({ path, size: 2, sha256: sha256Hex(path) }));
  const row = (id: string, more: object) =>
    ({
      id,
      revision: 'a'.repeat(40),
      files,
      sources: [{ source: 'srcb', id: 'x/y', ...more }, { source: 'srca' }],
    }) as unknown as FixtureRow;
  const differs = [{ path: 'config.json', sha256: sha256Hex('other') }];
  const part = { files: ['a.json'] };
  const rows = [row('one/differs', { ...part, differs }), row('one/part', part), row('one/whole', {})];
  const catalog = await importRows(folder, '2026-01-01', rows);
  const store = openObjectStore(join(folder, 'objects'));
  const hosts = hostsOf(service);
  const leaves = modelLeaves(store, hosts);
  const made = [...entryLines(await openCatalog(store.pathOf(catalog), catalog))].map((line) => {
    const leaf = parseLeaf(Buffer.from(leaves.leafOf(line)).toString()) as LoggedModel;
    expect([leaf.id, leaf.sums]).toEqual([
      idOfEntryLine(line),
      sha256Hex(files.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join('')),
    ]);
    return leaf.sources;
  });
  const [a, b] = ['srca', 'srcb'].map((token) => hosts.get(token)!);
  expect(made).toEqual([[a], [a], [a, b].sort()]);
});
