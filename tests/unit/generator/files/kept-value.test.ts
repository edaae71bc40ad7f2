// Tests that a value in a file is made once for the same inputs. It is made again for other inputs, or if the file
// is damaged.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test, vi } from 'vitest';
import { keptOrMade } from '../../../../generator/files/kept-value.ts';
import { folderOfTest } from '../../../fixtures/own-folder.ts';

let folder: string;
let path: string;
const make = vi.fn(() => 'made');
beforeEach(() => {
  folder = folderOfTest();
  path = join(folder, 'value.json');
  make.mockClear();
});

test('the value is made once for the same inputs', async () => {
  expect(await keptOrMade(path, 'inputs', make)).toBe('made');
  expect(await keptOrMade(path, 'inputs', make)).toBe('made');
  expect(make).toHaveBeenCalledTimes(1);
});

test('the value is made again for other inputs', async () => {
  await keptOrMade(path, 'inputs', make);
  make.mockReturnValueOnce('made of others');
  expect(await keptOrMade(path, 'others', make)).toBe('made of others');
});

test('the value is made again if its file is damaged', async () => {
  await keptOrMade(path, 'inputs', make);
  writeFileSync(path, readFileSync(path, 'utf8').replace('made', 'forged'));
  expect(await keptOrMade(path, 'inputs', make)).toBe('made');
  expect(make).toHaveBeenCalledTimes(2);
});

test('the value is made every time if no file can be written at its path', async () => {
  mkdirSync(path);
  for (let times = 1; times <= 2; times++) {
    expect(await keptOrMade(path, 'inputs', make)).toBe('made');
    expect(make).toHaveBeenCalledTimes(times);
  }
});
