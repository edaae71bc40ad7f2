/**
 * Tests `model-hub import --files`: it reads the headers of local files whose hashes are in rows, and no file can
 * stop the import.
 */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { readHeaders } from '../../../../../generator/import/headers/read-headers.ts';
import { reportLines } from '../../../../../generator/import/import-report.ts';
import { readImportRow } from '../../../../../generator/import/rows/import-row.ts';
import { RowSpool } from '../../../../../generator/import/rows/row-spool.ts';
import { silent } from '../../../../../generator/process/progress.ts';
import { tinyLlamaGguf } from '../../../../demo/tiny-models.ts';
import { type Sandbox, sandbox, service, sha256 } from '../sandbox.ts';

let box: Sandbox;
beforeEach(() => {
  box = sandbox();
});

const A = 'Alpha/One-GGUF';
const revision = 'a'.repeat(40);
const { bytes } = tinyLlamaGguf().files.get('tiny-Q8_0.gguf')!;
const hashOf = (content: string | Uint8Array) => sha256(content as string);
const hash = hashOf(bytes);

/** The facts in the header of `bytes`. gguf-header.test.ts tests that they are read right. */
const facts = {
  ...{ architecture: 'llama', fileType: 7, layerCount: 1, keyValueHeads: 2, headSize: 64, contextLength: 512 },
  ...{ name: 'Tiny Llama', chatTemplate: expect.stringContaining('{%') },
};

function modelRow(files: Record<string, string | Uint8Array | object>, more: object = {}): Record<string, unknown> {
  const listed = Object.entries(files).map(([path, content]) =>
    typeof content === 'string' || content instanceof Uint8Array
      ? { path, size: content.length, sha256: hashOf(content) }
      : { path, size: bytes.length, sha256: hash, ...content },
  );
  return { id: A, revision, files: listed, ...more };
}
const one = modelRow({ 'README.md': 'read me', 'one-Q8_0.gguf': bytes });

function put(files: Record<string, string | Uint8Array>): string {
  const folder = join(box.folder, 'files');
  mkdirSync(folder, { recursive: true });
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/**
 * Makes a GGUF header with a list of `count` lists of `inner` small numbers. Some ten megabytes of such lists need
 * ten times as much memory when they are read.
 */
function listsInList(count: number, inner: number): Uint8Array {
  const size = 12 + inner;
  const packed = Buffer.alloc(count * size);
  for (let at = 0; at < count; at++) packed.writeBigUInt64LE(BigInt(inner), at * size + 4);
  const head = Buffer.alloc(24 + 8 + 1 + 4 + 12);
  head.write('GGUF');
  head.writeUInt32LE(3, 4);
  head.writeBigUInt64LE(1n, 16);
  head.writeBigUInt64LE(1n, 24);
  head.write('k', 32);
  head.writeUInt32LE(9, 33);
  head.writeUInt32LE(9, 37);
  head.writeBigUInt64LE(BigInt(count), 41);
  return Buffer.concat([head, packed]);
}

/** The report on one file that was found. */
const COUNTS = { wanted: 1, known: 0, read: 1, absent: 0, refused: [] };

const headersOf = async (rows: object[], files: string, day = '2026-01-01') => {
  const report = await box.import(rows, day, { files });
  if (!report.imported) throw new Error(JSON.stringify(report.badLines));
  return report.headers!;
};

describe('a file is found', () => {
  test.each([
    ['by id and path', `${A}/one-Q8_0.gguf`],
    ['in the cache of hf', `models--Alpha--One-GGUF/snapshots/${revision}/one-Q8_0.gguf`],
    ['by hash', hash],
    ['among Ollama’s blobs', `sha256-${hash}`],
  ])('%s', async (_name, path) => {
    const report = await headersOf([one], put({ [path]: bytes }));
    expect(report).toEqual(COUNTS);
    const { object, row } = (await box.day([one], '2026-01-01', { files: join(box.folder, 'files') })).models.get(A)!;
    expect(object.files[1]!.gguf).toMatchObject(facts);
    expect(row.hub).toMatchObject({ context: 512, parameters: object.files[1]!.gguf!.parameterCount });
    // The model has one layer with two heads. Each head has 64 numbers for keys and 64 for values, of two bytes each.
    expect(row.hub.token_bytes).toBe(1 * 2 * 64 * 2 * 2);
  });

  test('through a symbolic link, as caches use them', async () => {
    const folder = put({ blob: bytes });
    mkdirSync(join(folder, A), { recursive: true });
    symlinkSync(join(folder, 'blob'), join(folder, A, 'one-Q8_0.gguf'));
    expect(await headersOf([one], folder)).toMatchObject({ read: 1 });
  });

  test('once for two models with the same bytes, wherever the file is', async () => {
    const twin = { ...one, id: 'beta/twin' };
    const folder = put({ 'beta/twin/one-Q8_0.gguf': bytes });
    expect(await headersOf([one, twin], folder)).toEqual(COUNTS);
  });
});

describe('a file is not trusted', () => {
  const path = `${A}/one-Q8_0.gguf`;

  test.each<[name: string, local: Uint8Array | string, reason: RegExp]>([
    ['other bytes of the same size', bytes.with(bytes.length - 1, 1), /has another SHA-256 than the row says\.$/],
    ['a file cut short', bytes.subarray(0, 5000), /has 5000 bytes, and the row says \d+\.$/],
  ])('%s', async (_name, local, reason) => {
    const report = await headersOf([one], put({ [path]: local }));
    expect(report).toMatchObject({ wanted: 1, read: 0, absent: 0 });
    expect(report.refused).toEqual([{ id: A, path: 'one-Q8_0.gguf', reason: expect.stringMatching(reason) }]);
    expect(report.refused[0]!.reason).toContain(join(box.folder, 'files', path));
  });

  test('if it is damaged, but another copy is whole and used', async () => {
    const folder = put({ [path]: 'damaged', [`sha256-${hash}`]: bytes });
    expect(await headersOf([one], folder)).toMatchObject({ read: 1, refused: [] });
  });

  const hostile: Record<string, string | Uint8Array> = {
    'page.gguf': '<!doctype html>',
    'empty.gguf': '',
    'beginning.gguf': bytes.subarray(0, 24),
    'many-keys.gguf': Buffer.concat([Buffer.from('GGUF\u0003\0\0\0'), Buffer.alloc(8), Buffer.alloc(8, 0xff)]),
  };

  test('if its header is malformed', async () => {
    const row = modelRow({ ...hostile, 'one-Q8_0.gguf': bytes });
    const local = Object.fromEntries(Object.entries(hostile).map(([name, content]) => [`${A}/${name}`, content]));
    const folder = put({ ...local, [path]: bytes });
    const report = await headersOf([row], folder);
    expect(report).toMatchObject({ wanted: 5, read: 1, absent: 0 });
    expect(Object.fromEntries(report.refused.map(({ path, reason }) => [path, reason]))).toEqual({
      'page.gguf': expect.stringContaining("page.gguf can't be read as GGUF: not a valid gguf file"),
      'empty.gguf': expect.stringContaining('not a valid gguf file'),
      'beginning.gguf': expect.stringContaining('the file ends before its header does'),
      'many-keys.gguf': expect.stringContaining('exceeds maximum allowed'),
    });
    const { object } = (await box.day([row], '2026-01-01', { files: folder })).models.get(A)!;
    expect(object.files.find(({ path }) => path === 'one-Q8_0.gguf')!.gguf).toMatchObject(facts);
    expect(object.files.find(({ path }) => path === 'page.gguf')).not.toHaveProperty('gguf');
  });

  test('if its header is made to take much time and memory, and the next file is read', async () => {
    const lists = listsInList(300_000, 32);
    const spool = new RowSpool(join(box.folder, 'spool'));
    const reading = readImportRow(Buffer.from(JSON.stringify(modelRow({ 'a.gguf': lists, 'b.gguf': bytes }))), service);
    if ('row' in reading) spool.add(reading.row);
    const request = { spool, base: undefined, replaced: undefined, store: box.store, progress: silent };
    const limits = { memoryMb: 96, time: 5_000 };
    const before = process.memoryUsage().rss;
    const { report } = await readHeaders({
      ...request,
      limits,
      folder: put({ [hashOf(lists)]: lists, [hash]: bytes }),
    });
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 2 ** 20);
    expect(report).toMatchObject({ wanted: 2, read: 1 });
    expect(report.refused[0]!.reason).toMatch(
      /has a header that takes more time or memory to read than any model's\.$/,
    );
    spool.close();
  });

  test('and the result is printed as lines', async () => {
    const rows = [modelRow({ 'bad.gguf': 'bad', 'far.gguf': 'far', 'one-Q8_0.gguf': bytes })];
    const report = await box.import(rows, '2026-01-01', {
      files: put({ [`${A}/bad.gguf`]: 'bad', [path]: bytes }),
    });
    const lines = reportLines(report);
    expect(lines).toContain('  headers  3 wanted, 0 known already, 1 read, 1 not found, 1 refused');
    expect(lines).toContainEqual(
      expect.stringMatching(/^Refused: Alpha\/One-GGUF bad\.gguf: .*bad\.gguf can't be read as GGUF/),
    );
  });
});

test('facts in a row have priority over a header, for its model and for its file', async () => {
  const files = put({ [hash]: bytes });
  const stated = await box.day([{ ...one, parameters: 7 }], '2026-01-01', { files });
  expect(stated.models.get(A)!.row.hub).toMatchObject({ parameters: 7, context: 512 });
  const row = modelRow({ 'one-Q8_0.gguf': { gguf: { architecture: 'told' } } });
  const told = await box.day([row], '2026-01-02', { files });
  expect(told.models.get(A)!.object.files[0]!.gguf).toEqual({ architecture: 'told' });
});

test('if files disagree, the model gets no facts from them', async () => {
  const withCount = (parameterCount: number) => ({ gguf: { parameterCount, contextLength: 9 } });
  const files = { 'a.gguf': withCount(1), 'b.gguf': { ...withCount(2), sha256: sha256('b') } };
  const { models } = await box.day([modelRow(files)], '2026-01-01');
  expect(models.get(A)!.row.hub).toMatchObject({ context: 9 });
  expect(models.get(A)!.row.hub).not.toHaveProperty('parameters');
});

describe('from day to day', () => {
  test('a header is kept as long as the bytes stay the same, also without the files, and is not read again', async () => {
    const folder = put({ [hash]: bytes });
    const first = await box.day([one], '2026-01-01', { files: folder });
    const second = await box.day([one], '2026-01-02');
    expect(second.models.get(A)!.address).toBe(first.models.get(A)!.address);
    rmSync(join(folder, hash));
    expect(await headersOf([one], folder, '2026-01-03')).toEqual({ ...COUNTS, known: 1, read: 0 });
  });

  test('a day that is imported again keeps the headers that were read for it, also if an id is spelled otherwise', async () => {
    const folder = put({ [hash]: bytes });
    const others = ['Beta/Zero', 'Alpha/A'].map((id) => modelRow({ 'README.md': 'read me' }, { id }));
    await box.day([others[0]!], '2026-01-01');
    const first = await box.day([one, ...others], '2026-01-02', { files: folder });
    const again = await box.day([...others, one], '2026-01-02');
    expect(again.catalog.address).toBe(first.catalog.address);
    rmSync(join(folder, hash));
    expect(await headersOf([one], folder, '2026-01-02')).toMatchObject({ known: 1, absent: 0 });
    const respelled = await box.day([{ ...one, id: A.toLowerCase() }, ...others], '2026-01-02');
    expect(respelled.models.get(A.toLowerCase())!.object.files[1]!.gguf).toMatchObject(facts);
  });

  test('a header is dropped when the bytes change, or if the row has an empty one', async () => {
    await box.day([one], '2026-01-01', { files: put({ [hash]: bytes }) });
    const none = modelRow({ 'README.md': 'read me', 'one-Q8_0.gguf': { gguf: {} } });
    expect((await box.day([none], '2026-01-02')).models.get(A)!.object.files[1]!.gguf).toEqual({});
    const other = await box.day([modelRow({ 'one-Q8_0.gguf': 'other bytes' })], '2026-01-03');
    expect(other.models.get(A)!.object.files[0]).not.toHaveProperty('gguf');
  });
});

test('the error about a missing folder is one sentence, and nothing changes', async () => {
  await expect(box.import([one], '2026-01-01', { files: '/nowhere' })).rejects.toThrow(
    '--files /nowhere: there is no such folder.',
  );
  expect(box.store.has(`blake3:${'0'.repeat(64)}`)).toBe(false);
});
