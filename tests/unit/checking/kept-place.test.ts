// Tests where a page keeps unfinished hashes: in the browser's storage, or otherwise in memory while the page is
// open.
import { expect, test } from 'vitest';
import { keepCheckpoint, readCheckpoint } from '../../../src/checking/checkpoints.ts';
import { keptPlace } from '../../../src/checking/kept-place.ts';

const file = { path: 'a.bin', size: 10, lastModified: 5 };
const checkpoint = { offset: 7, state: new Uint8Array([1, 2]) };

test('the browser’s storage is used if there is one', () => {
  const storage = { length: 0, key: () => null, getItem: () => null, setItem() {}, removeItem() {} };
  expect(keptPlace(() => storage)).toEqual({ place: storage, lasting: true });
});

test('the page itself keeps checkpoints, within the same limit, if the browser refuses', () => {
  const { place, lasting } = keptPlace(() => {
    throw new DOMException('The document is sandboxed', 'SecurityError');
  });
  expect(lasting).toBe(false);
  for (let size = 1; size <= 60; size++) keepCheckpoint(place, { ...file, size }, checkpoint, size);
  expect(place.length).toBe(50);
  expect(readCheckpoint(place, { ...file, size: 60 })).toEqual(checkpoint);
  expect(readCheckpoint(place, { ...file, size: 1 })).toBeUndefined();
});
