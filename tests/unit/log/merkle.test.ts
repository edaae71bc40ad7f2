import { expect, test } from 'vitest';
import { tileHashes } from '../../../src/log/log-proofs.ts';
import { leafHash, rootByInclusion, rootOf } from '../../../src/log/merkle.ts';
import { isConsistent } from '../../fixtures/consistency.ts';
import { inAll } from '../../fixtures/in-all.ts';
import { bytesOf, hex, tilesByLevel, tilesOf } from './memory-log.ts';

/** The eight leaves, and the roots, in the tests of Certificate Transparency. */
const LEAVES = ['', '00', '10', '2021', '3031', '40414243', '5051525354555657', '606162636465666768696a6b6c6d6e6f'];
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

test('roots equal those of Certificate Transparency', () => {
  const hashes = LEAVES.map((leaf) => leafHash(Buffer.from(leaf, 'hex')));
  expect(ROOTS.map((_, at) => hex(rootOf(hashes.slice(0, at + 1))))).toEqual(ROOTS);
  expect(hex(rootOf([]))).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

const many = Array.from({ length: 70_000 }, (_, at) => bytesOf(`leaf ${at}`));

test('in every small tree, the proof of a leaf holds for this leaf and no other', async () => {
  for (let size = 1; size <= 40; size++) {
    const leaves = many.slice(0, size);
    const tiles = tilesOf(leaves);
    const root = hex(rootOf(leaves.map(leafHash)));
    const tree = tileHashes((path) => tiles.get(path), size);
    for (let index = 0; index < size; index++) {
      const path = await tree.inclusion(index);
      const hash = leafHash(leaves[index]!);
      expect(hex(rootByInclusion(hash, index, size, path)!)).toBe(root);
      const elsewhere = rootByInclusion(hash, (index + 1) % size, size, path);
      if (size > 1) expect(elsewhere && hex(elsewhere)).not.toBe(root);
      expect(rootByInclusion(hash, index, size, [...path, hash])).toBeUndefined();
      if (path.length > 0) expect(rootByInclusion(hash, index, size, path.slice(1))).toBeUndefined();
    }
  }
});

test('a proof shows that a small tree extends a smaller one, and does not hold for any other tree', async () => {
  const heads = Array.from({ length: 41 }, (_, size) => ({ size, root: rootOf(many.slice(0, size).map(leafHash)) }));
  for (const newer of heads) {
    const tiles = tilesOf(many.slice(0, newer.size));
    const tree = tileHashes((path) => tiles.get(path), newer.size);
    for (const older of heads.slice(0, newer.size + 1)) {
      const path = await tree.consistency(older.size);
      expect(isConsistent(older, newer, path)).toBe(true);
      const forked = { size: older.size, root: leafHash(older.root) };
      if (older.size > 0) expect(isConsistent(forked, newer, path)).toBe(false);
      if (path.length > 0) expect(isConsistent(older, newer, path.slice(1))).toBe(false);
      expect(isConsistent(older, newer, [...path, older.root])).toBe(false);
      if (older.size < newer.size) expect(isConsistent(newer, older, path)).toBe(false);
    }
  }
});

test(
  'a tree of 70,000 leaves has the tiles of the specification, and the tiles prove its leaves',
  inAll(),
  async () => {
    expect(tilesByLevel(70_000)).toEqual([274, 2, 1]);
    const tiles = tilesOf(many);
    for (const path of ['tile/0/273.p/112', 'tile/1/001.p/17', 'tile/2/000.p/1', 'tile/entries/273.p/112'])
      expect(tiles.has(path), path).toBe(true);
    const tree = tileHashes((path) => tiles.get(path), many.length);
    const root = rootOf(many.map(leafHash));
    expect(hex(await tree.ofRange(0, many.length))).toBe(hex(root));
    for (const index of [0, 255, 256, 65_535, 65_536, 69_887, 69_888, 69_999])
      expect(hex(rootByInclusion(leafHash(many[index]!), index, many.length, await tree.inclusion(index))!)).toBe(
        hex(root),
      );
    for (const size of [1, 255, 256, 257, 4096, 65_536, 65_537, 69_888, 69_999]) {
      const older = { size, root: rootOf(many.slice(0, size).map(leafHash)) };
      expect(isConsistent(older, { size: many.length, root }, await tree.consistency(size))).toBe(true);
    }
  },
);

test('if a partial tile is missing, it is read from the complete tile', async () => {
  const tiles = tilesOf(many.slice(0, 300));
  const tree = tileHashes((path) => tiles.get(path), 200);
  expect(hex(await tree.ofRange(0, 200))).toBe(hex(rootOf(many.slice(0, 200).map(leafHash))));
  const short = tileHashes((path) => tiles.get(path)?.subarray(1), 200);
  await expect(short.ofRange(0, 200)).rejects.toThrow('tile/0/000.p/200 of the log is not a tile of 200 hashes.');
  const none = tileHashes(() => undefined, 200);
  await expect(none.ofRange(0, 200)).rejects.toThrow('tile/0/000.p/200 is missing from the log.');
});
