// A function of the product can be read without turning a page.
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { longFunctions } from './fixtures/long-functions.ts';

const root = join(import.meta.dirname, '..');
const MOST = 60;

test('functions are found, and none is longer than sixty lines', () => {
  const isProduct = (file: string) => /^(src|functions|generator|content)\//.test(relative(root, file));
  const found = longFunctions(join(root, 'tsconfig.json'), isProduct, 30);
  expect(found.length).toBeGreaterThan(20);
  const long = found.filter(({ lines }) => lines > MOST);
  expect(long.map(({ file, line, lines }) => `${relative(root, file)}:${line} has ${lines} lines`)).toEqual([]);
});
