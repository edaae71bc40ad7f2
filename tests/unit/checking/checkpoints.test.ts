// Tests that the browser keeps the unfinished hashes of some files, and that hashing works without its storage.
import { expect, test } from 'vitest';
import {
  type CheckpointPlace,
  dropCheckpoint,
  keepCheckpoint,
  readCheckpoint,
} from '../../../src/checking/checkpoints.ts';

function place(): CheckpointPlace & { items: Map<string, string> } {
  const items = new Map<string, string>();
  return {
    items,
    get length() {
      return items.size;
    },
    key: (at) => [...items.keys()][at] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

const file = { path: 'a/b:c.bin', size: 10, lastModified: 5 };
const checkpoint = { offset: 7, state: new Uint8Array([0, 255, 128, 10]) };

test('a kept checkpoint is read back for the same file, and for no other', () => {
  const at = place();
  keepCheckpoint(at, file, checkpoint, 1);
  expect(readCheckpoint(at, file)).toEqual(checkpoint);
  expect(readCheckpoint(at, { ...file, lastModified: 6 })).toBeUndefined();
  expect(readCheckpoint(at, { ...file, size: 11 })).toBeUndefined();
  dropCheckpoint(at, file);
  expect(at.items.size).toBe(0);
});

test('the newest fifty stay, and other entries of the storage are left alone', () => {
  const at = place();
  at.setItem('theme', 'dark');
  for (let i = 0; i < 60; i++) keepCheckpoint(at, { ...file, path: `${i}` }, checkpoint, i);
  expect(at.items.size).toBe(51);
  expect(readCheckpoint(at, { ...file, path: '9' })).toBeUndefined();
  expect(readCheckpoint(at, { ...file, path: '10' })).toEqual(checkpoint);
});

test('a browser storage that throws errors keeps nothing, and the page goes on', () => {
  const refuses = () => {
    throw new Error('no room');
  };
  const at: CheckpointPlace = { length: 0, key: refuses, getItem: refuses, setItem: refuses, removeItem: refuses };
  keepCheckpoint(at, file, checkpoint, 1);
  expect(readCheckpoint(at, file)).toBeUndefined();
  dropCheckpoint(at, file);
});
