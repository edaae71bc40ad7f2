/**
 * Tests the check of downloads against the index or a checksum file: right, wrong, missing and extra files, and the
 * model to which they belong.
 */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openCatalog } from '../../../../generator/days/catalog-reader.ts';
import type { OpenDay } from '../../../../generator/days/days-back.ts';
import { readPointer } from '../../../../generator/days/pointer.ts';
import { silent } from '../../../../generator/process/progress.ts';
import { filesOfSums } from '../../../../generator/verify/expected-files.ts';
import { verifyFile } from '../../../../generator/verify/verify-file.ts';
import { type FolderReport, verifyFolder } from '../../../../generator/verify/verify-folder.ts';
import { fileLines, folderLines, isFolderGood } from '../../../../generator/verify/verify-report.ts';
import { sha256sums } from '../../../../src/dialects/hub/sha256sums.ts';
import { sha256Hex } from '../../../../src/digests/sha.ts';
import { sandbox } from '../import/sandbox.ts';

const A = 'alpha/one';
const B = 'beta/two';
const bytes: Record<string, Record<string, string>> = {
  [A]: { '.gitattributes': 'shared', 'config.json': '{}', 'onnx/model.onnx': 'weights of alpha' },
  [B]: { '.gitattributes': 'shared', 'config.json': '{"b":1}', 'model.bin': 'weights of beta' },
};

function importRow(id: string) {
  const files = Object.entries(bytes[id]!).map(([path, text]) => ({
    path,
    size: text.length,
    sha256: sha256Hex(text),
  }));
  return { id, revision: sha256Hex(id).slice(0, 40), files };
}

async function indexed() {
  const box = sandbox();
  await box.day([importRow(A), importRow(B), { id: 'gamma/gated', gated: true }], '2026-01-01');
  const { catalog } = readPointer(box.data)!;
  const today = async (): Promise<OpenDay> => ({
    store: box.store,
    catalog: await openCatalog(box.store.pathOf(catalog), catalog),
    from: 'data',
  });
  const put = (folder: string, files: Record<string, string>) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(box.folder, folder, path)), { recursive: true });
      writeFileSync(join(box.folder, folder, path), text);
    }
    return join(box.folder, folder);
  };
  const folder = (path: string, more: object = {}): Promise<FolderReport> =>
    verifyFolder({ folder: path, today, progress: silent, ...more });
  return { box, today, put, folder };
}

const linesOf = (report: FolderReport, partial = false, strict = false) => folderLines(report, { partial, strict });
const good = (report: FolderReport, partial = false, strict = false) => isFolderGood(report, { partial, strict });

test('a whole download is right, and its model is found by the hashes of the files', async () => {
  const { put, folder } = await indexed();
  const report = await folder(
    put('x', { ...bytes[B], '.cache/huggingface/x.lock': '', '.git/HEAD': '', SHA256SUMS: 'x' }),
  );
  expect(report).toMatchObject({ model: { id: B }, right: 3, wrong: [], missing: [], extra: [] });
  expect(good(report)).toBe(true);
});

test('a pointer of Git LFS and line ends of Windows are named as the cause', async () => {
  const { put, folder } = await indexed();
  const text = 'a\nb\n';
  const file = (path: string) => ({ path, size: text.length, sha256: sha256Hex(text) });
  const given = { from: 'SHA256SUMS', files: [file('model.bin'), file('notes.txt')] };
  const at = put('x', { 'model.bin': 'version https://git-lfs.github.com/spec/v1\n', 'notes.txt': 'a\r\nb\r\n' });
  expect(linesOf(await folder(at, { given })).slice(0, 2)).toEqual([
    'WRONG    model.bin: a pointer of Git LFS: run git lfs pull',
    'WRONG    notes.txt: its line ends became CRLF: turn core.autocrlf off, and check it out again',
  ]);
});

test('wrong, missing and extra files are listed', async () => {
  const { put, folder } = await indexed();
  const files = { '.gitattributes': 'sharee', 'onnx/model.onnx': 'short', 'evil.py': '' };
  const report = await folder(put('x', files), { model: A });
  expect(report).toMatchObject({
    right: 0,
    wrong: [
      { path: '.gitattributes', expected: sha256Hex('shared'), found: sha256Hex('sharee') },
      { path: 'onnx/model.onnx', expectedSize: 16, size: 5 },
    ],
    missing: ['config.json'],
    extra: ['evil.py'],
  });
  expect(report.wrong[1]).not.toHaveProperty('found');
  expect(linesOf(report)).toEqual([
    `WRONG    .gitattributes: SHA-256 ${sha256Hex('sharee')}, expected ${sha256Hex('shared')}`,
    'WRONG    onnx/model.onnx: 5 bytes, expected 16',
    'MISSING  config.json',
    'EXTRA    evil.py',
    expect.stringContaining('FAILED: 0 of 3 files right, 2 wrong, 1 missing, 1 extra, against alpha/one at '),
  ]);
});

test('--partial allows missing files, --strict forbids extra files', async () => {
  const { put, folder } = await indexed();
  const { 'config.json': _config, ...part } = bytes[A]!;
  const missing = await folder(put('part', part));
  expect([good(missing), good(missing, true)]).toEqual([false, true]);
  const extra = await folder(put('extra', { ...bytes[A], 'notes.txt': '' }));
  expect([good(extra), good(extra, false, true)]).toEqual([true, false]);
  const nothing = await folder(put('nothing', { 'notes.txt': '' }), { model: A });
  expect(good(nothing, true)).toBe(false);
});

test('the cache of the public hub’s client is understood, with its links and from the folder above', async () => {
  const { box, put, folder } = await indexed();
  const { revision } = importRow(A);
  const cache = put('models--alpha--one', { 'refs/main': revision });
  for (const [path, text] of Object.entries(bytes[A]!)) {
    put('models--alpha--one/blobs', { [sha256Hex(text)]: text });
    const link = join(cache, 'snapshots', revision, path);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(cache, 'blobs', sha256Hex(text)), link);
  }
  symlinkSync(box.folder, join(cache, 'snapshots', revision, 'loop'));
  for (const path of [cache, join(cache, 'snapshots', revision)])
    expect(await folder(path)).toMatchObject({ model: { id: A }, right: 3, wrong: [], missing: [], extra: [] });
});

test('the error about input that can’t be compared is one sentence', async () => {
  const { put, folder } = await indexed();
  const strange = put('strange', { 'a.bin': 'unheard of' });
  await expect(folder(strange)).rejects.toThrow(
    `No model in the catalog of 2026-01-01 has a file of ${strange} by its path and hash; name it with --model`,
  );
  await expect(folder(strange, { model: 'Alpha/One' })).rejects.toThrow(
    'has no model Alpha/One; did you mean alpha/one?',
  );
  await expect(folder(strange, { model: 'gamma/gated' })).rejects.toThrow('gamma/gated is gated at its origin');
  expect(() => filesOfSums(join(strange, 'a.bin'))).toThrow('line 1 is not a checksum line');
});

test('a checksum file is used instead of the index', async () => {
  const { put, folder } = await indexed();
  const sums = join(put('sums', { SHA256SUMS: sha256sums(importRow(A).files) }), 'SHA256SUMS');
  const today = () => Promise.reject(new Error('the index must not be asked'));
  const report = await folder(put('x', { ...bytes[A], 'config.json': '[]' }), { given: filesOfSums(sums), today });
  expect(report).toMatchObject({
    against: sums,
    right: 2,
    wrong: [{ path: 'config.json', found: sha256Hex('[]') }],
    missing: [],
  });
});

test('a file is looked up by its hash', async () => {
  const { today, put } = await indexed();
  const folder = put('x', { a: 'shared', b: 'unheard of', c: 'version https://git-lfs.github.com/spec/v1\n' });
  const ask = (name: string, more: object = {}) =>
    verifyFile({ file: join(folder, name), size: 6, today, progress: silent, ...more });
  const found = await ask('a');
  expect(found.places.map(({ id, path }) => `${id} ${path}`)).toEqual([`${A} .gitattributes`, `${B} .gitattributes`]);
  expect((await ask('a', { model: B })).places).toHaveLength(1);
  const unknown = await ask('b');
  expect(unknown).toMatchObject({ places: [], sha256: sha256Hex('unheard of') });
  expect(fileLines(unknown, false)).toEqual([
    expect.stringMatching(/^UNKNOWN .* is no file of the catalog of 2026-01-01\.$/),
  ]);
  expect(fileLines(await ask('c'), false)).toEqual([
    expect.stringMatching(/^UNKNOWN .* is a pointer of Git LFS: run git lfs pull\.$/),
  ]);
});
