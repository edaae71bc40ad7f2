/**
 * Tests that the message about a full or failed disk names a folder and a remedy. If the error names the file that
 * could not be written, the message names the folder of that file.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onDisk } from '../../../../generator/files/full-disk.ts';
import { folderOfFile } from '../../../fixtures/own-folder.ts';

const root = folderOfFile();

const places = ['dist', 'data', 'data/log'].map((name) => {
  const folder = join(root, name);
  mkdirSync(folder);
  return { name: name.toUpperCase(), folder };
});
const said = (error: Error) =>
  onDisk(places, 'Make room.', () => Promise.reject(error)).then(
    () => 'nothing',
    ({ message }: Error) => message,
  );
const refused = (code: string, path?: string) => Object.assign(new Error(code), { code, ...(path && { path }) });

test.each([
  ['a file of a place', refused('ENOSPC', join(root, 'data/x')), 'DATA', 'the disk is full (ENOSPC). Make room.'],
  ['a file of a place in another', refused('EROFS', join(root, 'data/log/x')), 'DATA/LOG', 'Mount it for writing'],
  ['a cause', new Error('no', { cause: refused('EIO', join(root, 'dist/x')) }), 'DIST', 'Look after the disk'],
])('the sentence for %s', async (_, error, name, words) => {
  const sentence = await said(error);
  expect(sentence).toMatch(new RegExp(`^${name} \\(`));
  expect(sentence).toContain(words);
  expect(sentence.includes('Make room')).toBe(words.includes('Make room'));
});
