// Tests the command for one file. Pasted unchanged into a shell, it fetches only that file, whatever its name, and
// fails on other bytes.

import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sha256Hex } from '../../../src/digests/sha.ts';
import { fileCommand } from '../../../src/get-it/shells.ts';
import { encodePath } from '../../../src/nouns/file-path.ts';
import { commandMissing, needs } from '../../fixtures/needs.ts';
import { folderOfTest } from '../../fixtures/own-folder.ts';

const bytes = 'the bytes of it';
const sha256 = sha256Hex(bytes);

const server = createServer((_, response) => response.end(bytes));
beforeAll(() => new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening)));
afterAll(() => void server.close());

const names = [
  'it\'s $(touch owned) `id` "quoted".bin',
  '-rf',
  'a folder/#hash?query&more;x=1.txt',
  '!history ~home *.gguf',
  '-',
];

test.each(names)(
  'the command works for a file named %s',
  needs(commandMissing('curl', 'apt-get install curl')),
  async (path) => {
    const folder = folderOfTest();
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/o/m/resolve/main/${encodePath(path)}`;
    const typed = (hash: string) =>
      promisify(execFile)('bash', ['--norc', '-c', fileCommand(url, { path, sha256: hash })], { cwd: folder });
    await typed(sha256);
    expect(readdirSync(folder)).toEqual([path.split('/')[0]]);
    expect(readFileSync(join(folder, path), 'utf8')).toBe(bytes);
    await expect(typed('0'.repeat(64))).rejects.toThrow();
  },
);

test('a file in a folder is saved into that folder, so that it replaces no other file of the same name', () => {
  const pooling = { path: '1_Pooling/config.json', sha256 };
  expect(fileCommand('https://h.x/a', pooling)).toContain('curl -fL --create-dirs -o 1_Pooling/config.json ');
});
