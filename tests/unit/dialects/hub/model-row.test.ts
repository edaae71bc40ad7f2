// Tests the rows of models: all facts of a listed model, and the facts that remain when it leaves the list.
import { expect, test } from 'vitest';
import { type IndexedModel, modelRow, thinned, thinRow } from '../../../../src/dialects/hub/model-row.ts';

const model: IndexedModel = {
  id: 'o/n',
  revision: 'f'.repeat(40),
  files: [
    { path: 'README.md', size: 5, sha256: '' },
    { path: 'a.gguf', size: 1000, sha256: '' },
    { path: 'b.safetensors', size: 200, sha256: '' },
  ],
  manifest: `blake3:${'0'.repeat(64)}`,
  sources: ['Source A'],
  opaqueId: 'abc',
};

test('tags are the given ones, the task, the library, the licence, and those of formats and architectures, each once', () => {
  const facts = { tags: ['gguf', 'x', 'gguf'], pipeline_tag: 'x', library: 'lib', license: 'mit' };
  const gguf = { architecture: 'llama' };
  const files = model.files.map((file) => (file.path === 'a.gguf' ? { ...file, gguf } : file));
  expect(modelRow({ ...model, files }, facts).tags).toEqual([
    ...['gguf', 'x', 'lib', 'license:mit'],
    ...['safetensors', 'llama'],
  ]);
  const bare = { path: 'README.md', size: 5, sha256: '' };
  expect(modelRow({ ...model, files: [bare] }, {})).not.toHaveProperty('tags');
});

test('a row also has the bytes of one copy, and those of each format, whose sum is the weight bytes', () => {
  const hub = { weight_bytes: 1200, copy_bytes: 200, format_bytes: { gguf: 1000, safetensors: 200 } };
  expect(modelRow(model, {}).hub).toMatchObject(hub);
});

test('a model without weights has no bytes of a copy or a format; a model with only training state has no copy', () => {
  const of = (path: string) => modelRow({ ...model, files: [{ path, size: 7, sha256: '' }] }, {}).hub;
  expect(of('README.md')).toEqual({ manifest: model.manifest, files: 1, sources: ['Source A'], weight_bytes: 0 });
  expect(of('optimizer.pt')).toMatchObject({ weight_bytes: 7, format_bytes: { optimizer: 7 } });
  expect(of('optimizer.pt')).not.toHaveProperty('copy_bytes');
});

test('quantisations have their bytes, with shards added up; projectors and files without a quantisation don’t count', () => {
  const sizes = {
    'big/x-F16-00001-of-00002.gguf': 50,
    'big/x-F16-00002-of-00002.gguf': 30,
    'big/y-F16-00001-of-00003.gguf': 1,
    'mmproj-x-Q8_0.gguf': 7,
    'other.gguf': 9,
    'x-Q4_K_M.gguf': 20,
    'x-q8_0.gguf': 40,
  };
  const files = Object.entries(sizes).map(([path, size]) => ({ path, size, sha256: '' }));
  expect(modelRow({ ...model, files }, {}).hub.quants).toEqual({ F16: 80, Q4_K_M: 20, Q8_0: 40 });
  expect(modelRow(model, {}).hub).not.toHaveProperty('quants');
});

test('unknown facts are absent, and zero is a fact', () => {
  const row = modelRow(model, { downloads: 0 });
  expect(row.downloads).toBe(0);
  for (const key of ['likes', 'pipeline_tag', 'library_name', 'createdAt']) expect(row).not.toHaveProperty(key);
  for (const key of ['parameters', 'context', 'listed']) expect(row.hub).not.toHaveProperty(key);
});

test('the row of a model that left the list equals the row of a model that was never listed', () => {
  const row = modelRow(model, {
    downloads: 5,
    license: 'mit',
    parameters: 7,
    lastModified: '2026-01-01T00:00:00.000Z',
  });
  expect(thinned(row)).toEqual(thinRow(model));
});
