// Tests which model a folder is recognised as, and which of its files differ from that model's files.
import { describe, expect, test } from 'vitest';
import type { ExpectedFile, HashMatch } from '../../../src/checking/hash-lookup.ts';
import { type Guess, guessModels, type HashedFile, judgeFiles } from '../../../src/checking/judge-files.ts';

/** The files of each model, by path. Each file has a short text in place of a hash. */
type Models = Record<string, Record<string, string>>;

const models: Models = {
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

function look(index: Models, dropped: Record<string, string>): HashedFile[] {
  return Object.entries(dropped).map(([path, sha256]) => ({
    path,
    sha256,
    size: 1,
    matches: Object.entries(index).flatMap(([model, files]) =>
      Object.entries(files).flatMap(([at, hash]): HashMatch[] =>
        hash === sha256 ? [{ model, revision: 'r', path: at }] : [],
      ),
    ),
  }));
}

const listing = (files: Record<string, string>): ExpectedFile[] =>
  Object.entries(files).map(([path, sha256]) => ({ path, sha256, size: 1 }));

/**
 * Returns the verdict for each path (`differs: MODEL PATH`, or only the kind), and the report for each recognised
 * model.
 */
function judged(dropped: Record<string, string>, index = models, given?: Guess) {
  const files = look(index, dropped);
  const guesses = given ? [given] : guessModels(files);
  const listings = new Map(Object.entries(index).map(([model, own]) => [model, listing(own)]));
  const { verdicts, models: reports } = judgeFiles(files, guesses, listings);
  const told = [...verdicts].map(([{ path }, verdict]) => [
    path,
    verdict.kind === 'differs' ? `differs: ${verdict.model} ${verdict.expected.path}` : verdict.kind,
  ]);
  return {
    files: Object.fromEntries(told) as Record<string, string>,
    reports: reports.map(({ model, base, matching, differing, absent }) => [model, base, matching, differing, absent]),
  };
}

const prefixed = (prefix: string, files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([path, hash]) => [prefix + path, hash]));

describe('a whole model', () => {
  test('is recognised in a folder, or deep inside one', () => {
    for (const base of ['bert/', 'cache/models--acme--bert/snapshots/abc/'])
      expect(judged(prefixed(base, models['acme/bert']!))).toEqual({
        files: prefixed(base, {
          'config.json': 'known',
          'model.bin': 'known',
          'onnx/model.onnx': 'known',
          'onnx/config.json': 'known',
          LICENSE: 'known',
        }),
        reports: [['acme/bert', base, 5, [], []]],
      });
  });

  test('is reported with one changed file, one extra file and one missing file', () => {
    const dropped = {
      'b/config.json': 'c1',
      'b/model.bin': 'bad',
      'b/onnx/model.onnx': 'o1',
      'b/mine.txt': 'm',
      'b/LICENSE': 'l',
    };
    const { files, reports } = judged(dropped);
    expect(files).toEqual({
      'b/config.json': 'known',
      'b/model.bin': 'differs: acme/bert model.bin',
      'b/onnx/model.onnx': 'known',
      'b/mine.txt': 'unknown',
      'b/LICENSE': 'known',
    });
    expect(reports).toEqual([['acme/bert', 'b/', 3, ['b/model.bin'], ['onnx/config.json']]]);
  });
});

test('a file with the bytes of another model differs at its path, although its hash is known', () => {
  expect(judged({ 'model.bin': 'w1', 'onnx/model.onnx': 'o1', 'config.json': 'c2' }).files['config.json']).toBe(
    'differs: acme/bert config.json',
  );
  const { files } = judged({ 'x/onnx/model.onnx': 'o1', 'x/config.json': 'c1', 'x/model.bin': 'w3' });
  expect(files['x/model.bin']).toBe('differs: acme/bert model.bin');
});

test('two models side by side are recognised as two', () => {
  const dropped = { ...prefixed('one/', models['acme/bert']!), ...prefixed('two-copy/', models['acme/copy']!) };
  const { files, reports } = judged({ ...dropped, 'two-copy/model.bin': 'bad' });
  expect(reports.map(([model, base]) => [model, base])).toEqual([
    ['acme/bert', 'one/'],
    ['acme/copy', 'two-copy/'],
  ]);
  expect(files['two-copy/model.bin']).toBe('differs: acme/copy model.bin');
});

test('of two equal models, the one with the name of the folder is taken', () => {
  const shared = { 'config.json': 'c1', LICENSE: 'l', 'model.bin': 'bad' };
  expect(judged(prefixed('my-copy/', shared)).files['my-copy/model.bin']).toBe('differs: acme/copy model.bin');
  expect(judged(prefixed('bert-download/', shared)).files['bert-download/model.bin']).toBe(
    'differs: acme/bert model.bin',
  );
});

test('a file outside of its folder is known by its hash, and another is compared with the file of its name', () => {
  const { files, reports } = judged({ 'model.onnx': 'o1', 'config.json': 'bad' });
  expect(files).toEqual({ 'model.onnx': 'known', 'config.json': 'differs: acme/bert config.json' });
  expect(reports.map(([model]) => model)).toEqual(['acme/bert']);
});

test('a file that many models have proves nothing about the files beside it', () => {
  const index = Object.fromEntries(
    Array.from({ length: 20 }, (_, at) => [`many/m${at}`, { LICENSE: 'l', 'model.bin': `w${at}` }]),
  );
  const { files, reports } = judged({ 'x/LICENSE': 'l', 'x/model.bin': 'bad' }, index);
  expect(files).toEqual({ 'x/LICENSE': 'known', 'x/model.bin': 'unknown' });
  expect(reports).toEqual([]);
});

test('a renamed file is known by its hash, but tells nothing about the files beside it', () => {
  expect(judged({ 'downloaded (1).bin': 'w1', 'config.json': 'bad' })).toEqual({
    files: { 'downloaded (1).bin': 'known', 'config.json': 'unknown' },
    reports: [],
  });
});

describe('files that are compared with one model', () => {
  const bert: Guess = { model: 'acme/bert', revision: 'r' };
  test.each([
    ['config.json', 'c1', 'known'],
    ['some/folder/onnx/config.json', 'c2', 'known'],
    ['model.bin', 'bad', 'differs: acme/bert model.bin'],
    ['x/onnx/config.json', 'bad', 'differs: acme/bert onnx/config.json'],
    ['model.onnx', 'bad', 'differs: acme/bert onnx/model.onnx'],
    ['config.json', 'c2', 'differs: acme/bert config.json'],
    ['renamed.bin', 'w1', 'known'],
    ['notes.txt', 'bad', 'unknown'],
    ['other.bin', 'w3', 'unknown'],
  ])('%s with the bytes %s: %s', (path, sha256, verdict) => {
    expect(judged({ [path]: sha256 }, models, bert).files[path]).toBe(verdict);
  });

  test('of several files of its name, a damaged one is compared with the one nearest in size', () => {
    const files = [listing({ 'a/w.bin': 'w1' }), listing({ 'b/w.bin': 'w2' })].flat();
    files[1]!.size = 2000;
    const damaged = { path: 'w.bin', sha256: 'bad', size: 1999 };
    const { verdicts } = judgeFiles([damaged], [bert], new Map([['acme/bert', files]]));
    expect(verdicts.get(damaged)).toMatchObject({ kind: 'differs', expected: { path: 'b/w.bin' } });
  });

  test('are summed up, with what is missing', () => {
    const { reports } = judged({ 'config.json': 'c1', 'model.bin': 'bad', 'notes.txt': 'n' }, models, bert);
    expect(reports).toEqual([
      ['acme/bert', undefined, 1, ['model.bin'], ['onnx/model.onnx', 'onnx/config.json', 'LICENSE']],
    ]);
  });
});
