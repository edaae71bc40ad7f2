/** Tests that the store of objects trusts only bytes that it has hashed, and repairs what it can. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ObjectError, openObjectStore } from '../../../../generator/days/object-store.ts';
import { blake3Hex } from '../../../../generator/process/blake3.ts';
import type { Address } from '../../../../src/nouns/address.ts';
import { needs, posixMissing } from '../../../fixtures/needs.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';

const addressOf = (text: string): Address => `blake3:${blake3Hex(text)}`;

test('the error about a damaged object names it, and the object can be stored again', () => {
  const store = openObjectStore(folderOfTest());
  const address = store.put('whole');
  for (const rot of ['', 'who', 'wholf', 'whole and more']) {
    writeFileSync(store.pathOf(address), rot);
    const read = () => store.get(address);
    expect(read).toThrow(ObjectError);
    expect(read).toThrow(
      `The object ${address} is damaged: the bytes at ${store.pathOf(address)} hash to ${addressOf(rot)}.`,
    );
    expect(store.put('whole')).toBe(address);
    expect(store.get(address)).toBe('whole');
  }
});

test('anything but a plain file counts as a damaged object, which can be stored again', needs(posixMissing), () => {
  const store = openObjectStore(folderOfTest());
  const address = store.put('whole');
  const path = store.pathOf(address);
  const strange = [() => execFileSync('mkfifo', [path]), () => symlinkSync('/dev/null', path)];
  for (const put of strange) {
    rmSync(path);
    put();
    expect(() => store.get(address)).toThrow(`The object ${address} is damaged: ${path} is no plain file.`);
    expect(store.put('whole')).toBe(address);
    expect(store.get(address)).toBe('whole');
  }
});

test('remaining files of a killed import do not hide the whole object in the shipped store', () => {
  const [own, shipped] = [folderOfTest(), folderOfTest()];
  const address = openObjectStore(shipped).put('shipped');
  const store = openObjectStore(own, shipped);
  store.put('shipped');
  writeFileSync(store.pathOf(address), 'ship');
  expect(store.get(address)).toBe('shipped');
  writeFileSync(openObjectStore(shipped).pathOf(address), 'damaged too');
  expect(() => store.get(address)).toThrow(`${own}/`);
});

test('a streamed object equals one that was stored whole, and an abandoned or killed stream leaves nothing', async () => {
  const root = folderOfTest();
  const store = openObjectStore(root);
  const parts: (string | Uint8Array)[] = ['ä'.repeat(700_000), Buffer.from([0x7b, 0x7d]), 'end'];
  const writer = await store.create();
  for (const part of parts) writer.write(part);
  const address = writer.finish();
  writer.abandon();
  expect(address).toBe(addressOf(Buffer.concat(parts.map((part) => Buffer.from(part))).toString()));
  expect(store.getBytes(address)).toHaveLength(1_400_005);
  const abandoned = await store.create();
  abandoned.write('x');
  abandoned.abandon();
  expect(readdirSync(join(root, 'tmp'))).toEqual([]);
  (await store.create()).write('x');
  store.clean();
  expect(existsSync(join(root, 'tmp'))).toBe(false);
});
