/** Tests how an import reads its input: lines, compression, and the report on refused and ignored parts. */
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { reportLines } from '../../../../../generator/import/import-report.ts';
import { LineSplitter } from '../../../../../generator/import/rows/input-lines.ts';
import { row, sandbox } from '../sandbox.ts';

const A = 'alpha/one';
const text = (...rows: object[]) => rows.map((each) => JSON.stringify(each)).join('\n');

test('blank lines, CRLF, a byte order mark and a missing last line feed make no difference', async () => {
  const rows = `\ufeff${JSON.stringify(row(A))}\r\n\r\n  \t\n${JSON.stringify(row('b/two'))}`;
  const report = await sandbox().import(rows, '2026-01-01');
  expect(report).toMatchObject({ imported: true, read: 2, taken: 2 });
});

test('gzip is recognised by its bytes, with several members too', async () => {
  const [box, plain] = [sandbox('zip'), sandbox('plain')];
  const zipped = Buffer.concat([gzipSync(`${text(row(A))}\n`), gzipSync(text(row('b/two')))]);
  const report = await box.import(zipped, '2026-01-01');
  const same = await plain.import(text(row(A), row('b/two')), '2026-01-01');
  expect(report).toMatchObject({ imported: true, taken: 2 });
  expect(report).toEqual(same);
});

test('the error about compressed data that is cut short or damaged is one sentence', async () => {
  const zipped = gzipSync(text(...Array.from({ length: 500 }, (_, i) => row(`a/${i}`))));
  await expect(sandbox('cut').import(zipped.subarray(0, -100), '2026-01-01')).rejects.toThrow(
    'rows: the compressed data ends too early.',
  );
  const damaged = Buffer.from(zipped).fill(0x55, 20_000, 20_050);
  await expect(sandbox('rot').import(damaged, '2026-01-01')).rejects.toThrow('rows: the compressed data is damaged');
});

test('a line longer than 64 MiB is skipped and not kept in memory', () => {
  const splitter = new LineSplitter();
  const chunk = Buffer.alloc(1 << 20, 'x');
  for (let i = 0; i < 65; i++) expect(splitter.push(chunk)).toEqual([]);
  const lines = splitter.push(Buffer.from('\nnext\n'));
  expect(lines.map(({ number, bytes }) => [number, bytes?.toString()])).toEqual([
    [1, undefined],
    [2, 'next'],
  ]);
});

test('every bad line is reported with its number, and counted once by its first reason', async () => {
  const wrong = { ...row('c/three'), revision: 'x' };
  const rows = text(row(A), { ...wrong, files: [] }, row('ALPHA/one')).concat(
    '\n\n{',
    '\n',
    JSON.stringify({ ...row('d/4'), complete: false }),
  );
  const report = await sandbox().import(rows, '2026-01-01');
  expect(report).toMatchObject({ imported: false, read: 5, taken: 1, skipped: 4 });
  expect(report.badLines.map(({ line, id }) => [line, id])).toEqual([
    [2, 'c/three'],
    [3, 'ALPHA/one'],
    [5, undefined],
    [6, 'd/4'],
  ]);
  expect(Object.values(report.skippedByReason).reduce((sum, count) => sum + count, 0)).toBe(4);
  const lines = reportLines(report);
  expect(lines).toContain('line 3 (ALPHA/one): id equals the id of an earlier line, letter case aside');
  expect(lines).toContain('line 5: the line is not JSON');
  expect(lines).toContain('Nothing was imported: 4 bad of 5 rows, by first reason:');
});

test('--skip-invalid imports the good rows, and says why rows were left out', async () => {
  const box = sandbox();
  const sizes = (size: unknown) => ({ ...row(`s/n${size}`), files: [{ path: 'a', size, sha256: 'a'.repeat(64) }] });
  const report = await box.import(
    [row(A), sizes(null), sizes(-1), sizes(-2), { id: 'x' }, row('-flag/--help')],
    '2026-01-01',
    {
      skipInvalid: true,
    },
  );
  expect(report).toMatchObject({ imported: true, taken: 1, skipped: 5 });
  expect(report.skippedByReason).toEqual({
    'files[].size must be a whole number of bytes, 0 or more': 2,
    'files[].size is missing': 1,
    'id must be owner/name, each of 1 to 96 of A-Z a-z 0-9 . _ - and beginning with no . or -': 2,
  });
  const none = await sandbox('none').import([sizes(null)], '2026-01-01', { skipInvalid: true });
  expect(none).toMatchObject({ imported: false, skipped: 1 });
});

test('unknown fields are ignored and counted, and a file named SHA256SUMS gets a warning', async () => {
  const files = [{ path: 'SHA256SUMS', size: 1, sha256: 'b'.repeat(64), blob: 'x' }];
  const rows = [
    row(A, '', { host: 'x', stats: {} }),
    { ...row('b/two'), host: 'y', files, sources: [{ source: 'srca', why: 1 }] },
  ];
  const report = await sandbox().import([...rows, { id: 'c/3', gated: true, host: 'z' }], '2026-01-01');
  expect(report.ignoredFields).toEqual({ host: 3, stats: 1, 'files[].blob': 1, 'sources[].why': 1 });
  expect(report.warnings).toEqual([
    expect.stringMatching(/^b\/two holds a file named SHA256SUMS: .*"hf cache verify" will call that file wrong\.$/),
  ]);
});
