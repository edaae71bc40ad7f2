// Tests the error about a published object that is damaged.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FolderBytes } from '../../../../functions/stores/bytes/folder-bytes.ts';
import { refuseDamage } from '../../../../generator/backup/published-files.ts';
import { addressFromHex, objectName } from '../../../../src/nouns/address.ts';

const address = addressFromHex('0'.repeat(64));
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'model-hub-published-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the error about a missing object says how to repair it, and invents no reason', async () => {
  const path = join(folder, objectName(address));
  await expect(refuseDamage(new FolderBytes(folder), address)).rejects.toThrow(
    `The published object ${address} (${path}) is damaged. Put it back from a backup, or remove it and publish it again.`,
  );
});

test('the error about an object with other bytes has the reason', async () => {
  const store = new FolderBytes(folder);
  await store.put(objectName(address), Buffer.from('text'));
  await expect(refuseDamage(store, address)).rejects.toThrow(/ is damaged: .*\. Put it back from a backup/);
});
