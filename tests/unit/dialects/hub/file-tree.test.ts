// Compares the file tree with the simplest method, which reads every path again for every folder.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  fileTree,
  holdersIn,
  lfsPointer,
  pointerSize,
  treeListings,
} from '../../../../src/dialects/hub/tree-entries.ts';
import { sha256Hex } from '../../../../src/digests/sha.ts';
import type { ModelFile } from '../../../../src/shapes/objects.ts';

const bytewise = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/**
 * Makes lists of files as an import has them: sorted by the bytes of their paths, with no path below the path of
 * another file.
 */
const files: fc.Arbitrary<ModelFile[]> = fc
  .uniqueArray(
    fc
      .array(fc.constantFrom('a', 'b', 'B', '-', 'a.b', 'é', '😀', '\uffee', '_'), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join('/')),
    { minLength: 1, maxLength: 20 },
  )
  .map((paths) =>
    paths
      .filter((path) => !paths.some((other) => path.startsWith(`${other}/`)))
      .sort(bytewise)
      .map((path, i) => ({ path, size: i * 7, sha256: sha256Hex(path) })),
  );

const naiveFolders = (list: ModelFile[]) => {
  const folders = list.flatMap(({ path }) => {
    const parts = path.split('/');
    return parts.slice(1).map((_, i) => parts.slice(0, i + 1).join('/'));
  });
  return [...new Set(folders)].sort(bytewise);
};
const under = (list: ModelFile[], folder: string) =>
  folder === '' ? list : list.filter(({ path }) => path.startsWith(`${folder}/`));

test('the three listings of every folder equal those of the simplest method', () => {
  fc.assert(
    fc.property(files, (list) => {
      const folders = naiveFolders(list);
      const listings = new Map(
        [...treeListings(fileTree(list), holdersIn([]))].map((one) => [`${one.prefix} ${one.reading}`, one.json]),
      );
      for (const prefix of ['', ...folders]) {
        const beneath = under(list, prefix).map(({ path }) => path);
        const inside = folders.filter((folder) => (prefix === '' ? true : folder.startsWith(`${prefix}/`)));
        const all = [...beneath, ...inside].sort(bytewise);
        const depth = prefix === '' ? 1 : prefix.split('/').length + 1;
        const direct = all.filter((path) => path.split('/').length === depth);
        const paths = (reading: string) => {
          const json = listings.get(`${prefix} ${reading}`) ?? listings.get(`${prefix} flat`)!;
          return (JSON.parse(json) as { path: string }[]).map(({ path }) => path);
        };
        expect(paths('flat')).toEqual(beneath);
        expect(paths('true')).toEqual(all);
        expect(paths('false')).toEqual(direct);
      }
    }),
  );
});

describe('LFS pointers', () => {
  test('have the length that listings give', () => {
    fc.assert(
      fc.property(fc.nat({ max: Number.MAX_SAFE_INTEGER }), (size) => {
        expect(Buffer.byteLength(lfsPointer(sha256Hex(''), size))).toBe(pointerSize(size));
      }),
    );
  });
});
