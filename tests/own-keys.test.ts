// Tests that code looks up a caller's word only among an object's own properties: by `own`, `Object.hasOwn` or a
// Map.
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { ESCAPE, type StrangeKey, strangeKeys } from './fixtures/strange-keys.ts';

const root = join(import.meta.dirname, '..');
const samples = join(import.meta.dirname, 'fixtures/strange-key-samples.ts');
const isProduct = (file: string) => /^(src|functions|generator|content)\//.test(relative(root, file));

let all: StrangeKey[];
beforeAll(() => {
  all = strangeKeys(join(root, 'tsconfig.json'), (file) => isProduct(file) || file === samples);
});

test('exactly the samples of unchecked look-ups are found', () => {
  const marked = (mark: string) =>
    readFileSync(samples, 'utf8')
      .split('\n')
      .flatMap((line, at) => (line.endsWith(`// ${mark}`) ? [at + 1] : []));
  const inSamples = all.filter(({ file }) => file === samples);
  const lines = (keys: StrangeKey[]) => keys.map(({ line }) => line);
  expect(marked('found')).toHaveLength(11);
  expect(lines(inSamples.filter(({ reason }) => reason === undefined))).toEqual(marked('found'));
  expect(lines(inSamples.filter(({ reason }) => reason !== undefined))).toEqual(marked('explained'));
});

test('the product has no unchecked look-up without a comment that says why it is safe', () => {
  const open = all.filter(({ file, reason }) => isProduct(file) && (reason === undefined || reason.length < 12));
  // To fix a finding, use `own` of src/basics/own.ts, Object.hasOwn, or a Map. Otherwise, write `// own-key: ` and
  // the reason in a comment above the line.
  expect(open.map(({ file, line, text }) => `${relative(root, file)}:${line}  ${text}`)).toEqual([]);
});

test('every own-key comment belongs to a look-up that needs a reason', () => {
  const explained = all.filter(({ file, reason }) => isProduct(file) && reason !== undefined);
  const needed = new Set(explained.map(({ file, reason }) => `${file} ${reason}`));
  const files = new Set(all.map(({ file }) => file).filter(isProduct));
  for (const file of files)
    for (const line of readFileSync(file, 'utf8').split('\n'))
      if (line.includes(`// ${ESCAPE}`))
        expect(needed).toContain(`${file} ${line.slice(line.indexOf(ESCAPE) + ESCAPE.length).trim()}`);
});
