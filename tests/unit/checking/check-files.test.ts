// Tests the check of chosen files: which model a folder is recognised as, and which of its files differ.
import { expect, test } from 'vitest';
import { type CheckedFile, checkFiles } from '../../../src/checking/check-files.ts';

/** The files of each model, by path. Each file has a short text in place of a hash. */
const models: Record<string, Record<string, string>> = {
  'acme/bert': {
    'config.json': 'c1',
    'model.bin': 'w1',
    'onnx/model.onnx': 'o1',
    'onnx/config.json': 'c2',
    LICENSE: 'l',
  },
  'acme/copy': { 'config.json': 'c1', 'model.bin': 'w2', LICENSE: 'l' },
  'other/small': { 'config.json': 'c2', 'model.bin': 'w3', LICENSE: 'l' },
};

/** Checks files, given as their hashes by path, against an index. */
async function check(dropped: Record<string, string>, index = models, meant?: string) {
  const files = Object.entries(dropped).map(
    ([path, name]): CheckedFile => ({
      path,
      file: { name, size: 1 } as File,
      state: 'waiting',
      done: 0,
      matches: [],
    }),
  );
  const reports = await checkFiles(files, {
    hash: async ({ name }) => name,
    lookup: {
      matches: async (sha256) =>
        Object.entries(index).flatMap(([model, own]) =>
          Object.entries(own).flatMap(([path, hash]) => (hash === sha256 ? [{ model, revision: 'r', path }] : [])),
        ),
      files: async (model) =>
        Object.entries(index[model.toLowerCase()]!).map(([path, sha256]) => ({ path, sha256, size: 1 })),
    },
    meant,
    onChange() {},
    signal: new AbortController().signal,
  });
  const told = files.map(({ path, state, expected, reason }) => [
    path,
    expected ? `differs: ${expected.model} ${expected.path}` : (reason ?? state),
  ]);
  return {
    files: Object.fromEntries(told) as Record<string, string>,
    reports: reports.map(({ model, base, matching, differing, absent }) => [
      ...[model, base, matching, differing.map(({ path }) => path), absent],
    ]),
  };
}

const prefixed = (prefix: string, files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([path, hash]) => [prefix + path, hash]));

test('a whole model is recognised in a folder, or deep inside one', async () => {
  for (const base of ['bert/', 'cache/models--acme--bert/snapshots/abc/']) {
    const { files, reports } = await check(prefixed(base, models['acme/bert']!));
    expect(new Set(Object.values(files))).toEqual(new Set(['known']));
    expect(reports).toEqual([['acme/bert', base, 5, [], []]]);
  }
});

test('a model is reported with one changed file, one extra file and one missing file', async () => {
  const dropped = { 'b/config.json': 'c1', 'b/model.bin': 'bad', 'b/onnx/model.onnx': 'o1', 'b/mine.txt': 'm' };
  const { files, reports } = await check({ ...dropped, 'b/LICENSE': 'l' });
  expect(files).toMatchObject({ 'b/config.json': 'known', 'b/mine.txt': 'unknown' });
  expect(files['b/model.bin']).toBe('differs: acme/bert model.bin');
  expect(reports).toEqual([['acme/bert', 'b/', 3, ['b/model.bin'], ['onnx/config.json']]]);
});

test('a file that many models have, or that has another name, proves nothing about the files beside it', async () => {
  const index = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`many/m${at}`, { LICENSE: 'l', 'model.bin': `w${at}` }]),
  );
  expect(await check({ 'x/LICENSE': 'l', 'x/model.bin': 'bad' }, index)).toEqual({
    files: { 'x/LICENSE': 'known', 'x/model.bin': 'unknown' },
    reports: [],
  });
  expect(await check({ 'downloaded (1).bin': 'w1', 'config.json': 'bad' })).toEqual({
    files: { 'downloaded (1).bin': 'known', 'config.json': 'unknown' },
    reports: [],
  });
});

test('files that are all damaged differ from the model that is meant', async () => {
  const damaged = { 'bert/config.json': 'x1', 'bert/notes.txt': 'n' };
  expect((await check(damaged)).reports).toEqual([]);
  const { files, reports } = await check(damaged, models, 'acme/copy');
  expect(files).toEqual({ 'bert/config.json': 'differs: acme/copy config.json', 'bert/notes.txt': 'unknown' });
  expect(reports).toEqual([['acme/copy', 'bert/', 0, ['bert/config.json'], ['model.bin', 'LICENSE']]]);
  expect((await check({ 'notes.txt': 'n' }, models, 'acme/copy')).reports).toEqual([]);
  const deeper = await check(prefixed('models--acme--copy/snapshots/r/', damaged), models, 'ACME/copy');
  expect(deeper.files['models--acme--copy/snapshots/r/bert/config.json']).toBe('differs: ACME/copy config.json');
});

test('a file of the model that is meant is right, although it was chosen without its folder', async () => {
  const { files, reports } = await check({ 'config.json': 'c2' }, models, 'acme/bert');
  expect([files, reports]).toEqual([
    { 'config.json': 'known' },
    [['other/small', '', 1, [], ['model.bin', 'LICENSE']]],
  ]);
});
