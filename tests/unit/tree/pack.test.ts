// Tests that a pack returns its entries, whole or in parts, and no wrong bytes.
import { crc32 } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { memoryBytes } from '../../../functions/stores/bytes/memory-bytes.ts';
import { sha256Hex } from '../../../src/digests/sha.ts';
import { formatPackIndex, openPack, PART, type Pack, READ_WHOLE } from '../../../src/tree/pack.ts';
import type { Store } from '../../../src/tree/store.ts';
import { type Listed, storedName } from '../../../src/tree/tree-list.ts';
import { formatZip, type ZipEntry } from '../../../src/tree/zip.ts';
import { atOnce } from '../../fixtures/at-once.ts';

const entries = (count: number, size: number): ZipEntry[] =>
  Array.from({ length: count }, (_, at) => ({
    name: `tree/${String(at).padStart(5, '0')}/index.json`,
    bytes: new Uint8Array(size).fill(at % 251),
  }));

function stored(given: ZipEntry[]): { listed: Listed; files: Map<string, Uint8Array> } {
  const bytes = formatZip(given, crc32);
  const sha256 = sha256Hex(bytes);
  const files = new Map([[storedName(sha256), bytes]]);
  const listed: Listed = { key: 'models/a/b', sha256, size: bytes.length };
  if (bytes.length <= READ_WHOLE) return { listed, files };
  const index = new TextEncoder().encode(formatPackIndex(bytes, sha256Hex));
  files.set(storedName(sha256Hex(index)), index);
  return { listed: { ...listed, index: sha256Hex(index) }, files };
}

const read = (pack: Pack, name: string) => {
  const place = atOnce(pack.find(name));
  return place && atOnce(pack.bytes(place.start, place.end));
};

describe.each([
  ['a small one', entries(20, 100), false],
  ['a large one', entries(3000, 300), true],
  ['one with a large entry', [...entries(3, 10), { name: 'z', bytes: new Uint8Array(3 * PART + 7).fill(9) }], true],
])('%s', (_, given, isLarge) => {
  const { listed, files } = stored(given);

  test('returns every entry, and nothing for other names', () => {
    expect(listed.index !== undefined).toBe(isLarge);
    const pack = atOnce(openPack(memoryBytes(files), listed));
    for (const { name, bytes } of given.filter((__, at) => at % 7 === 0 || at > given.length - 3))
      expect(read(pack, name), name).toEqual(bytes);
    for (const name of ['', 'a', 'tree', 'tree/00001', 'zz']) expect(read(pack, name)).toBeUndefined();
  });

  test('returns no entry that was changed', () => {
    const damaged = new Map(files);
    const bytes = files.get(storedName(listed.sha256))!.slice();
    bytes[40] = bytes[40]! ^ 1;
    damaged.set(storedName(listed.sha256), bytes);
    expect(() => read(atOnce(openPack(memoryBytes(damaged), listed)), given[0]!.name)).toThrow('torn tree');
    damaged.delete(storedName(listed.sha256));
    expect(() => read(atOnce(openPack(memoryBytes(damaged), listed)), given[0]!.name)).toThrow('torn tree');
  });
});

test('only the wanted parts of a large entry are read', () => {
  const { listed, files } = stored(entries(20_000, 100));
  let bytes = 0;
  const store = memoryBytes(files);
  const counting: Store = {
    ...store,
    range(name, start, end) {
      bytes += end - start;
      return store.range(name, start, end);
    },
  };
  const pack = atOnce(openPack(counting, listed));
  expect(read(pack, 'tree/12345/index.json')).toHaveLength(100);
  // The reader needs one block of the directory, and one or two parts of the entry.
  expect(bytes).toBeLessThanOrEqual(5 * PART);
});
