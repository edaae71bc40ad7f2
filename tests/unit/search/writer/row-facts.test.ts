// Tests that two rows count as equal if only their figures differ or are missing, whatever numbers the figures are, and
// as different if any other fact differs.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rowFacts, sameFacts } from '../../../../src/search/writer/row-facts.ts';
import type { ModelRow } from '../../../../src/shapes/models.ts';
import { inAll } from '../../../fixtures/in-all.ts';
import { rowJson, someRows } from '../reference.ts';

const same = (before: ModelRow, after: ModelRow) => sameFacts(rowJson(before), rowFacts(rowJson(after)));

/** Returns the row with other figures, but without the figures named in `without`. */
function moved(row: ModelRow, figures: number[], without: string[] = []): ModelRow {
  const [downloads, likes, trendingScore] = figures;
  const all = { ...row, downloads: downloads!, likes: likes!, trendingScore: trendingScore! };
  return Object.fromEntries(Object.entries(all).filter(([key]) => !without.includes(key))) as unknown as ModelRow;
}

const figures = fc.array(fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true })), {
  minLength: 3,
  maxLength: 3,
});

for (const numRuns of [20, 100]) {
  test(`rows that differ in any other fact have different facts, ${numRuns} times`, inAll(numRuns > 20), () => {
    fc.assert(
      fc.property(someRows, figures, (rows, one) => {
        for (const row of rows) {
          const after = moved(row, one);
          for (const facts of [
            { tags: [...(row.tags ?? []), '"likes":5,'] },
            { pipeline_tag: `${row.pipeline_tag} x` },
            { library_name: `${row.library_name} x` },
            { createdAt: '1999-01-01T00:00:00.000Z' },
            { hub: { ...row.hub, parameters: 123 } },
            { hub: { ...row.hub, sources: ['one more', ...(row.hub.sources ?? [])] } },
          ])
            expect(same(row, { ...after, ...facts } as ModelRow)).toBe(false);
        }
      }),
      { numRuns },
    );
  });
}

test('a member of a nested object that is named like a figure counts as a fact', () => {
  const [row] = fc.sample(
    someRows.filter((rows) => rows.length > 0),
    1,
  )[0]!;
  const withSize = (likes: number) => ({
    ...moved(row!, [1, 2, 3], ['likes']),
    hub: { ...row!.hub, copy_bytes: 1e12, quants: { likes } },
  });
  expect(same(withSize(5), withSize(6))).toBe(false);
  expect(same(withSize(5), withSize(5))).toBe(true);
});
