// Tests the notice of a build that wrote a manifest which is too large for registry clients.
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildTree } from '../../../../generator/tree/build-tree.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';
import { writeCatalog } from '../write-catalog.ts';

test('a manifest that is larger than clients read gets a notice with model and size when it is written', async () => {
  const folder = folderOfTest();
  const store = join(folder, 'objects');
  const paths = (count: number) => Array.from({ length: count }, (_, at) => `${at}-${'x'.repeat(900)}.txt`).sort();
  const notices: string[] = [];
  const build = async (id: string, count: number) =>
    buildTree({
      ...{
        dist: join(folder, 'dist'),
        stores: [store],
        baseUrl: 'http://h',
        sourceOrder: ['srca'],
        origin: 'https://o',
      },
      ...{ catalog: (await writeCatalog(store, [id], '1', {}, paths(count))).catalog, threads: 1 },
      onNotice: (sentence) => notices.push(sentence),
    });
  await build('a/few', 100);
  expect(notices).toEqual([]);
  await build('a/many', 2_400);
  const told = expect.stringMatching(
    /^a\/many: the manifest of latest has [4-9],\d{3},\d{3} bytes; oras, .* no more than 4,194,304,/,
  );
  expect(notices).toEqual([told]);
  await build('a/many', 2_400);
  expect(notices).toEqual([told]);
});
