// The index read by ranges gives the pages of the index in memory, and fetches little of a large one.
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { SearchIndexError } from '../../../../src/search/format/search-index-error.ts';
import type { SearchIndex } from '../../../../src/search/index/search-index.ts';
import { RangedIndex } from '../../../../src/search/ranges/ranged-index.ts';
import type { SearchQuery } from '../../../../src/search/search.ts';
import { DayWriter } from '../../../../src/search/writer/day-writer.ts';
import { type IndexBytes, openWritten } from '../../../../src/search/writer/written-index.ts';
import type { ModelRow } from '../../../../src/shapes/models.ts';
import { searchRows } from '../../../bench/search-rows.ts';
import { indexFiles, inIdOrder, openIndex, rowJson, someQuestion, someRows } from '../reference.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Files in memory of which only ranges are given, and what was given. */
class CountedFiles {
  bytes = 0;
  readonly #files: readonly ArrayBufferLike[];

  constructor({ figures }: Pick<IndexBytes, 'figures'>, segments: readonly ArrayBufferLike[]) {
    this.#files = [figures.buffer, ...segments];
  }

  open(): Promise<RangedIndex> {
    const range = (file: ArrayBufferLike) => async (start: number, end: number) => {
      const bytes = new Uint8Array(file.slice(start, end));
      this.bytes += bytes.length;
      return bytes;
    };
    return RangedIndex.open(range(this.#files[0]!), (number) => range(this.#files[number + 1]!));
  }
}

/** An index of the rows, continued behind one of the rows before. */
function continued(before: ModelRow[], rows: ModelRow[]): { index: SearchIndex; files: CountedFiles } {
  const old = openIndex(before);
  const writer = new DayWriter(old);
  const numbers = new Map(before.map(({ id }, number) => [id, number]));
  for (const [rowNumber, row] of rows.entries()) {
    const number = numbers.get(row.id);
    const known = number === undefined ? undefined : { row: rowJson(before[number]!), rowNumber: number };
    writer.add({ row: rowJson(row), rowNumber }, known, { same: false, moved: undefined });
  }
  const written = writer.finish();
  const index = openWritten(written, writer.kept);
  return {
    index,
    files: new CountedFiles(
      written,
      index.segments.map(({ buffer }) => buffer),
    ),
  };
}

async function expectSamePages(index: SearchIndex, ranged: RangedIndex, query: SearchQuery): Promise<void> {
  for (let [after, pages] = [query.after, 0]; pages < 3; pages++) {
    const asked = { ...query, ...(after === undefined ? {} : { after }) };
    const page = index.search(asked);
    expect(await ranged.search(asked), JSON.stringify(asked)).toEqual(page);
    if (page.kind !== 'page') return;
    for (const slot of page.rows.slice(0, 3)) {
      const { start, end } = index.rowBytes(slot);
      expect(await ranged.placeOf(slot)).toEqual({
        ...{ start, end, rowNumber: index.rowNumberOf(slot) },
        hash: index.rowHash(slot),
      });
      expect(await ranged.idAt(slot)).toBe(index.idAt(slot));
    }
    after = page.next;
    if (after === undefined) return;
  }
}

test('any question of any rows, in one segment and in two', async () => {
  await fc.assert(
    fc.asyncProperty(
      someRows,
      someRows,
      fc.array(someQuestion, { minLength: 1, maxLength: 5 }),
      async (before, others, questions) => {
        const changed = before.map((row, at) => (at % 9 === 4 ? { ...row, tags: ['b'], library_name: 'gguf' } : row));
        const { index, files } = continued(
          before,
          inIdOrder([...others.slice(0, 5), ...changed.filter((_, at) => at % 11 !== 7)]),
        );
        const ranged = await files.open();
        expect(ranged.rows).toBe(index.rows);
        for (const question of questions) await expectSamePages(index, ranged, { ...question, limit: 7 });
        for (const { id } of [...before, ...others]) {
          expect(await ranged.rowOf(id)).toBe(index.rowOf(id));
          expect(await ranged.figuresOf(id)).toEqual(index.figuresOf(id));
        }
        expect((await ranged.whole()).facets({})).toEqual(index.facets({}));
      },
    ),
    { numRuns: 60 },
  );
});

describe('over 100,000 models', () => {
  const rows = [...searchRows(100_000)];
  const written = indexFiles(rows);
  const index = openWritten(written);
  const first = { ascending: false, limit: 100 } as const;

  const questions: [string, SearchQuery][] = [
    ['the first page', { ...first, sort: 'trendingScore' }],
    ['the first page by downloads', { ...first, sort: 'downloads' }],
    [
      'a common text and two filters',
      { ...first, sort: 'trendingScore', search: 'base', tags: ['region:us'], pipelineTag: 'text-generation' },
    ],
    ['a common text', { ...first, sort: 'trendingScore', search: 'bert-base' }],
    ['a rare text', { ...first, sort: 'downloads', search: 'qwen3-instruct' }],
    ['a text of one letter', { ...first, sort: 'downloads', search: 'q' }],
    ['an owner', { ...first, sort: 'likes', author: rows[50_000]!.author! }],
    ['words', { ...first, sort: 'downloads', words: ['llama', 'chat', '7b'], ranked: true }],
    ['common words', { ...first, sort: 'downloads', words: ['base', 'bert', 'gguf', 'uncased'], ranked: true }],
    ['a word begun', { ...first, sort: 'downloads', words: ['b'], ranked: true }],
    ['words with an error', { ...first, sort: 'downloads', words: ['whispr', 'larg'], ranked: true }],
    ['what fits', { ...first, sort: 'trendingScore', fits: 8e9, library: 'gguf' }],
  ];

  /** Bytes fetched of the index for a first answer, and those of its rows, which lie in the catalog. */
  async function bytesFor(files: CountedFiles, index: SearchIndex, query: SearchQuery): Promise<[number, number]> {
    const ranged = await files.open();
    const page = await ranged.search(query);
    expect(page).toEqual(index.search(query));
    if (page.kind !== 'page') throw new Error('a first page has no cursor');
    expect(page.rows.length).toBeGreaterThan(0);
    const places = await Promise.all(page.rows.map((slot) => ranged.placeOf(slot)));
    return [files.bytes, places.reduce((sum, { start, end }) => sum + end - start, 0)];
  }

  test.each(questions)('%s takes at most 200 KB, its rows included', async (_, query) => {
    const files = new CountedFiles(written, [written.segment!.buffer]);
    const [ofIndex, ofRows] = await bytesFor(files, index, query);
    expect(ofIndex + ofRows).toBeLessThanOrEqual(200_000);
  });

  test('and little more behind three days of changes', async () => {
    let day = index;
    let figures = written;
    for (const tag of ['one', 'two', 'three']) {
      const writer = new DayWriter(day);
      for (const [rowNumber, row] of rows.entries()) {
        const isChanged = rowNumber % 100 === tag.length * 7;
        const json = rowJson(isChanged ? { ...row, tags: [...(row.tags ?? []), tag] } : row);
        writer.add({ row: json, rowNumber }, { row: rowJson(row), rowNumber }, { same: !isChanged, moved: undefined });
      }
      figures = writer.finish();
      day = openWritten(figures, writer.kept);
    }
    expect(day.segments.length).toBe(4);
    const segments = day.segments.map(({ buffer }) => buffer);
    for (const [, query] of questions)
      expect((await bytesFor(new CountedFiles(figures, segments), day, query))[0]).toBeLessThanOrEqual(150_000);
  });
});

test('another file, or one cut short, is refused in words', async () => {
  const { figures, segment } = indexFiles([...searchRows(50)]);
  const none = new CountedFiles({ figures: segment! }, [figures.buffer]);
  await expect(none.open()).rejects.toThrow(SearchIndexError);
  const cut = new CountedFiles({ figures: figures.slice(0, figures.length / 2) }, [segment!.buffer]);
  const ask = async () => (await cut.open()).search({ sort: 'createdAt', ascending: true, limit: 5 });
  await expect(ask()).rejects.toThrow(SearchIndexError);
});
