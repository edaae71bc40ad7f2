import { join } from 'node:path';
import { openBucket } from '../../functions/stores/bytes/bucket.ts';
import { FolderBytes } from '../../functions/stores/bytes/folder-bytes.ts';
import { memoryBytes } from '../../functions/stores/bytes/memory-bytes.ts';
import type { Bytes } from '../../src/tree/store.ts';
import { folderOfFile } from '../fixtures/own-folder.ts';
import { type BytesPlace, r2Place } from './r2-store.ts';
import { type TestStore, testStores } from './stores.ts';

function memoryPlace(): BytesPlace {
  const stores = new Map<string, Bytes>();
  return {
    name: 'memory',
    missing: undefined,
    async start() {},
    async stop() {},
    async open(prefix) {
      const store = stores.get(prefix) ?? memoryBytes();
      stores.set(prefix, store);
      return store;
    },
  };
}

function folderPlace(): BytesPlace {
  const root = folderOfFile();
  return {
    name: 'a folder',
    missing: undefined,
    async start() {},
    async stop() {},
    open: async (prefix, onStrange) => new FolderBytes(join(root, prefix), onStrange),
  };
}

const bucketPlace = (store: TestStore): BytesPlace => ({
  name: store.name,
  missing: store.missing,
  start: () => store.start(),
  stop: () => store.stop(),
  open: (prefix) => openBucket(store.place(prefix)),
});

export const bytesPlaces = () => [memoryPlace(), folderPlace(), ...testStores().map(bucketPlace), r2Place()];
