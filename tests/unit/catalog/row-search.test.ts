// Tests that a few reads are enough to find a row in a catalog, whatever other rows it has.
import { describe, expect, test } from 'vitest';
import { formatEntryLine, formatHead, formatMiddle, formatTail } from '../../../src/catalog/catalog-object.ts';
import { hasOwner, rowOfCatalog } from '../../../src/catalog/row-search.ts';

const frame = { gated: [], prev: null, snapshot: '2026-11-20' };
const entry = { model: `blake3:${'0'.repeat(64)}`, sources: [] } as never;

/** Makes a catalog with these ids, and records its reads. `padding` lengthens each row. */
function catalogOf(ids: readonly string[], padding: (at: number) => number) {
  const sorted = [...ids].sort();
  const text = [
    formatHead(frame),
    sorted.map((id) => formatEntryLine(id, entry)).join(',\n'),
    formatMiddle(frame),
    sorted.map((id, at) => JSON.stringify({ author: 'x'.repeat(padding(at)), downloads: at, id })).join(',\n'),
    formatTail(frame),
  ].join('\n');
  const bytes = new TextEncoder().encode(text);
  const reads: number[] = [];
  return {
    reads,
    size: bytes.length,
    range(start: number, end: number) {
      reads.push(end - start);
      return bytes.subarray(start, end);
    },
  };
}

describe.each([
  ['short rows', () => 0],
  ['rows unlike each other', (at: number) => (at * 7919) % 5_000],
  ['rows longer than what is read at first', (at: number) => (at % 50 === 0 ? 40_000 : 100)],
])('%s', (_, padding) => {
  const ids = Array.from({ length: 3_000 }, (_, at) => `owner-${at % 7}/model-${at}`);
  const catalog = catalogOf(ids, padding);

  test('every model is found, and no other', async () => {
    const sorted = [...ids].sort();
    for (let at = 0; at < ids.length; at += 37)
      expect(await rowOfCatalog(catalog, sorted[at]!)).toMatchObject({ id: sorted[at], downloads: at });
    for (const id of [sorted[0]!, sorted.at(-1)!]) expect(await rowOfCatalog(catalog, id)).toMatchObject({ id });
    for (const id of ['a/a', 'owner-3/model', 'z/z']) expect(await rowOfCatalog(catalog, id)).toBeUndefined();
  });

  test('every owner is found, and no other', async () => {
    for (let owner = 0; owner < 7; owner++) expect(await hasOwner(catalog, `owner-${owner}`)).toBe(true);
    for (const owner of ['a', 'owner', 'owner-', 'Owner-1', 'owner-3-b', 'owner-3.b', 'owner-33', 'z'])
      expect(await hasOwner(catalog, owner)).toBe(false);
  });

  test('with a number of reads that grows like the logarithm of the size', async () => {
    catalog.reads.length = 0;
    await rowOfCatalog(catalog, 'owner-3/model-1460');
    expect(catalog.reads.length).toBeLessThan(8 + 2 * Math.log2(catalog.size / 32_768));
  });
});

test('a row over the length limit hides only the rows beside it', async () => {
  const catalog = catalogOf(['a/b', 'c/d', 'e/f'], (at) => (at === 1 ? 9_000_000 : 0));
  expect(await rowOfCatalog(catalog, 'nobody/here')).toBeUndefined();
});
