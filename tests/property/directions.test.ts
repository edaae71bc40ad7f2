// Tests that a model's directions give the same answers as reading every file, for any model and any size of
// blocks.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sha256Hex } from '../../src/digests/sha.ts';
import { FIRST_READ } from '../../src/resolve/directions-head.ts';
import { BLOCK } from '../../src/resolve/sorted-lines.ts';
import { SOURCE_FORMAT } from '../../src/shapes/formats.ts';
import { atOnce } from '../fixtures/at-once.ts';
import {
  bytewise,
  known,
  type MadeUp,
  madeUp,
  opened,
  plainFile,
  plainFileWithHash,
  plainFolders,
  written,
} from './directed-models.ts';

/** The sizes of blocks in bytes, from one line per block to the whole model in one block. */
const blocks = fc.constantFrom(1, 90, 150, 300, 1000, BLOCK);

/** Makes paths that the model lacks: some resemble existing paths, others do not. */
function strangers(paths: string[]): string[] {
  const near = paths.flatMap((path) => [
    ...[`${path}/`, `${path}\t`, `${path}\n`, `${path}\0`, `${path}a`, path.slice(0, -1), `/${path}`, `${path}\ud800`],
    ...[
      path.replaceAll('\ufffd', '\ud800'),
      path.replaceAll('\ufeff', ''),
      `${path}\t3\t${sha256Hex('a')}`,
      path.normalize('NFD'),
    ],
  ]);
  const far = ['', '/', '\t', '\n', '\ud800', '\ufffd', '\uffff', '\u{10ffff}', '\0', 'constructor', sha256Hex('a')];
  return [...near, ...far];
}

function holds(model: MadeUp, block: number | undefined): void {
  const directions = opened(written(model, block));
  const paths = model.files.map(({ path }) => path);
  const folders = plainFolders(model);
  const there = new Set([...paths, ...folders.map(({ path }) => path)]);
  for (const path of paths) expect(directions.file(path), path).toEqual(plainFile(model, path));
  for (const folder of folders) {
    expect(directions.entry(folder.path), folder.path).toEqual(folder);
    expect(directions.file(folder.path), folder.path).toBeUndefined();
  }
  for (const path of strangers([...there]))
    if (!there.has(path)) expect(directions.entry(path), JSON.stringify(path)).toBeUndefined();
  for (const sha256 of new Set([
    ...model.files.map((file) => file.sha256),
    sha256Hex('none'),
    '0'.repeat(64),
    'f'.repeat(64),
  ]))
    expect(directions.fileWithHash(sha256), sha256).toEqual(plainFileWithHash(model, sha256));
  expect(atOnce(directions.shown()).map(({ path, size, sha256 }) => ({ path, size, sha256 }))).toEqual(model.files);
  const bytes = model.files.reduce((sum, { size }) => sum + size, 0);
  expect(directions.head).toMatchObject({ files: model.files.length, bytes });
  const tokens = known.map(({ token }) => token);
  expect(directions.places.map(({ source }) => source.token)).toEqual(
    tokens.filter((token) => model.sources.some(({ source }) => source === token)),
  );
}

test('look-ups by path, by folder and by hash are right with blocks of any size', () => {
  fc.assert(
    fc.property(madeUp(25), blocks, (model, block) => holds(model, block)),
    { numRuns: 300 },
  );
});

describe('a model whose directions take more than one read', () => {
  const paths = Array.from(
    { length: 4000 },
    (_, at) => `data/part-${at % 37}/${sha256Hex(`${at}`).slice(0, at % 40)}-${at}`,
  );
  const model: MadeUp = {
    files: paths.sort(bytewise).map((path, at) => ({ path, size: at, sha256: sha256Hex(`${at % 3000}`) })),
    sources: [
      { format: SOURCE_FORMAT, model: null, kind: 'http', source: 'one' },
      { format: SOURCE_FORMAT, model: null, kind: 'http', source: 'two', files: paths.filter((_, at) => at % 2 === 0) },
    ],
  };
  const reads: number[] = [];
  const bytes = written(model);
  const open = () => opened(bytes, (read) => reads.push(read));

  test('reads the whole head with the first read', () => {
    reads.length = 0;
    const { head } = open();
    expect(reads).toEqual([FIRST_READ]);
    expect(head.rows.length).toBeGreaterThan(3);
    expect(head.hashes!.length).toBeGreaterThan(3);
  });

  test('reads one or a few further blocks for each file, folder and hash', () => {
    for (const { path, sha256 } of model.files.filter((_, at) => at % 41 === 0)) {
      reads.length = 0;
      expect(open().file(path)).toEqual(plainFile(model, path));
      expect(reads).toEqual([FIRST_READ, expect.any(Number)]);
      expect(reads[1]).toBeLessThanOrEqual(BLOCK);
      reads.length = 0;
      expect(open().fileWithHash(sha256)).toEqual(plainFileWithHash(model, sha256));
      expect(reads.length).toBeLessThanOrEqual(4);
    }
    for (const folder of plainFolders(model)) expect(open().entry(folder.path)).toEqual(folder);
  });

  test('may have a head of any length', () => {
    const far = model.files.map((file) => ({ ...file, path: `${`${'long'.repeat(50)}/`.repeat(6)}${file.path}` }));
    const directions = opened(written({ ...model, files: far, sources: [] }, 2000));
    expect(JSON.stringify(directions.head).length).toBeGreaterThan(8 * FIRST_READ);
    expect(directions.entry(far[1234]!.path)).toMatchObject(far[1234]!);
  });
});
