// Tests the error about a published object that is damaged.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuseDamage } from '../../../../generator/backup/published-files.ts';
import { addressFromHex } from '../../../../src/nouns/address.ts';

const address = addressFromHex('0'.repeat(64));
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'model-hub-published-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('the error about a missing object says how to repair it, and invents no reason', async () => {
  const path = join(folder, 'gone');
  await expect(refuseDamage(path, address)).rejects.toThrow(
    `The published object ${address} (${path}) is damaged. Put it back from a backup, or remove it and publish it again.`,
  );
});

test('the error about an object with other bytes has the reason', async () => {
  const path = join(folder, 'object');
  writeFileSync(path, 'text');
  await expect(refuseDamage(path, address)).rejects.toThrow(/ is damaged: .*\. Put it back from a backup/);
});
