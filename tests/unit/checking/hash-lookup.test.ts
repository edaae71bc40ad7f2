// Tests which requests the verify page sends to the hub, and which facts it does not send.
import { expect, test } from 'vitest';
import { createLookup } from '../../../src/checking/hash-lookup.ts';
import { routes } from '../../../src/table/routes.ts';

const paths = { hashes: routes.hashes.pattern, tree: routes.tree.pattern, treeFile: `/${routes.tree.file}` };
const hash = (start: string) => start.padEnd(64, '0');

test('a hash is looked up by only three of its digits', async () => {
  const asked: string[] = [];
  const lookup = createLookup(paths, async (path) => {
    asked.push(path);
    return [
      [hash('abc1'), 'a/one', 'r1', 'x.bin'],
      [hash('abc2'), 'a/two', 'r2', 'y.bin'],
      [hash('abc2'), 'b/two', 'r3', 'z/y.bin'],
    ];
  });
  const found = await lookup.matches(hash('abc2'));
  expect(asked).toEqual(['/hashes/abc.json']);
  expect([found.length, found[1]]).toEqual([2, { model: 'b/two', revision: 'r3', path: 'z/y.bin' }]);
});

test('a host of plain files gives the listing of the indexed revision', async () => {
  const asked: string[] = [];
  const lookup = createLookup(paths, async (path) => {
    asked.push(path);
    if (!path.endsWith('.json')) throw new Error('nothing there');
    return [{ type: 'file', oid: hash('1'), size: 3, path: 'b.bin' }];
  });
  expect(await lookup.files('acme/Tiny.Bert', 'abc123')).toEqual([{ path: 'b.bin', sha256: hash('1'), size: 3 }]);
  expect(asked).toEqual(['/api/models/acme/Tiny.Bert/tree/abc123', '/api/models/acme/Tiny.Bert/tree/main/index.json']);
});
