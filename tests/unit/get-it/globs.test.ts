// Tests that path patterns match as they do in download tools, and that grep matches the same paths.
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expressionOf, fits, globOf } from '../../../src/get-it/chosen-files.ts';

test('a star matches any characters, including slashes', () => {
  expect(fits('onnx/a/b.onnx', ['onnx/*'])).toBe(true);
  expect(fits('a/pytorch_model.bin', ['*.bin'])).toBe(true);
  expect(fits('pytorch_model.binary', ['*.bin'])).toBe(false);
  expect(fits('a', [])).toBe(false);
});

// Each answer is that of Python's fnmatch.
test.each([
  ['model-0000[12]*', ['model-00001-of-3'], ['model-00003-of-3']],
  ['[]a]', [']', 'a'], ['b']],
  ['[^a]', ['^', 'a'], ['b']],
  ['x[', ['x['], ['x']],
])('%s is read as by download tools', (glob, those, others) => {
  expect([...those, ...others].filter((path) => fits(path, [glob]))).toEqual(those);
});

test('a path used as a pattern matches only itself', () => {
  const path = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'ab.*?[](){}^$|\\+ /-') });
  fc.assert(
    fc.property(path, path, (one, other) => {
      expect(fits(one, [globOf(one)])).toBe(true);
      expect(fits(other, [globOf(one)])).toBe(one === other);
    }),
  );
});

test('grep matches the same paths with the translated expression', () => {
  const paths = ['a/b.bin', 'c[1].gguf', 'c1.gguf', 'x (2).bin', 'd+e.json', 'plain'];
  const globs = ['*.bin', globOf('c[1].gguf'), globOf('d+e.json')];
  const found = execFileSync('grep', ['-E', `^${expressionOf(globs)}$`], { input: paths.join('\n'), encoding: 'utf8' });
  expect(found.trim().split('\n')).toEqual(paths.filter((path) => fits(path, globs)));
});
