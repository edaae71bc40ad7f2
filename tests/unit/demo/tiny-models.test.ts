/** The demo's models are the same on every run, and their import rows say the truth about their bytes. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { importRow, rootName, tinyBert, tinyLlama, tinyLlamaGguf } from '../../demo/tiny-models.ts';

const makers = [tinyLlama, tinyLlamaGguf, tinyBert];

test.each(makers.map((make) => [make().id, make] as const))('%s is made the same twice', (_id, make) => {
  const [first, second] = [make(), make()];
  expect(second.revision).toBe(first.revision);
  expect(first.revision).toMatch(/^[0-9a-f]{40}$/);
  for (const [path, file] of first.files) expect(second.files.get(path)!.sha256, path).toBe(file.sha256);
});

test.each(makers.map((make) => [make().id, make] as const))(
  'the row of %s holds true sizes and hashes',
  (_id, make) => {
    const model = make();
    const row = importRow(model, [{ source: 'srca' }]) as {
      id: string;
      files: { path: string; size: number; sha256: string }[];
    };
    expect(row.id).toBe(model.id);
    expect(row.files).toHaveLength(model.files.size);
    for (const { path, size, sha256 } of row.files) {
      const { bytes } = model.files.get(path)!;
      expect(bytes.length).toBe(size);
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256);
    }
  },
);

test('the models stay small and their names awkward', () => {
  const files = makers.flatMap((make) => [...make().files]);
  expect(files.reduce((sum, [, file]) => sum + file.bytes.length, 0)).toBeLessThan(4_000_000);
  expect(files.map(([path]) => path)).toEqual(
    expect.arrayContaining(['original/notes/how it was made.txt', 'original/notes/größe-模型.txt', 'tiny-Q4_K_M.gguf']),
  );
});

test('a changed byte changes the revision', () => {
  expect(new Set(makers.map((make) => make().revision)).size).toBe(makers.length);
});

test('a root name has the form of a directory CID', () => {
  expect(rootName(tinyLlama())).toMatch(/^bafybei[a-z2-7]{52}$/);
});
