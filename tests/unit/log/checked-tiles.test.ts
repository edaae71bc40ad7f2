import { expect, test } from 'vitest';
import { beginsWith } from '../../../src/log/checked-tiles.ts';
import { leafHash, rootOf } from '../../../src/log/merkle.ts';
import { bytesOf, tilesOf } from './memory-log.ts';

const leaves = Array.from({ length: 600 }, (_, at) => bytesOf(`leaf ${at}`));
const headOf = (some: readonly Uint8Array[]) => ({ size: some.length, root: rootOf(some.map(leafHash)) });
const tiles = tilesOf(leaves);
const files = (path: string) => tiles.get(path);

test('a log extends its earlier state', async () => {
  for (const size of [0, 1, 255, 256, 257, 599, 600])
    expect(await beginsWith([files], headOf(leaves), headOf(leaves.slice(0, size))), `${size}`).toBe(true);
});

test('a log does not extend another log, nor a longer one', async () => {
  for (const size of [1, 256, 257, 600]) {
    const other = leaves.slice(0, size).with(0, bytesOf('another'));
    expect(await beginsWith([files], headOf(leaves), headOf(other)), `${size}`).toBe(false);
  }
  expect(await beginsWith([files], headOf(leaves), headOf([...leaves, bytesOf('one more')]))).toBe(false);
});
