// Builds the tree of a data folder in a process that a test can kill. Its arguments are the data folder, HUB_DIST, and
// the settings of pages as JSON.
import process from 'node:process';
import { readPointer } from '../../generator/days/pointer.ts';
import { buildTree } from '../../generator/tree/build-tree.ts';
import type { PageSettings } from '../../generator/tree/models/page-renderer.ts';

const [data = '', dist = '', pages] = process.argv.slice(2);
// The test waits for this line, because until then the process only loads modules.
process.stdout.write('begins\n');
await buildTree({
  dist,
  stores: [`${data}/objects`],
  catalog: readPointer(data)!.catalog,
  baseUrl: 'http://127.0.0.1:4321',
  sourceOrder: ['srca', 'srcb', 'ipfs'],
  origin: 'https://origin.example',
  pages: pages === undefined ? undefined : (JSON.parse(pages) as PageSettings),
});
