// Compares the counts of each facet with a simple method: one search for each value, combined with all other
// filters.
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import {
  type ChoiceGroup,
  NOT_STATED,
  parameterClasses,
  sizeClass,
  sizeClassLabel,
} from '../../../src/nouns/search-choices.ts';
import { FORMATS, isLanguage } from '../../../src/search/choices.ts';
import { FACET_GROUPS, type FacetGroup } from '../../../src/search/facets.ts';
import type { SearchFilter } from '../../../src/search/query.ts';
import type { ModelRow } from '../../../src/shapes/models.ts';
import { searchRows } from '../../bench/search-rows.ts';
import { inAll } from '../../fixtures/in-all.ts';
import { matching, openIndex, someQuestion, someRows, statedBy } from './reference.ts';

vi.setConfig({ testTimeout: 60_000 });

/** Returns the values that a row has in a group of filters. */
function valuesOf(row: ModelRow, group: FacetGroup): string[] {
  if (group === 'sources') return (row.hub.sources ?? []).map((_, at) => String(at + 1));
  const stated = statedBy(row, group);
  if (stated.length === 0) return [NOT_STATED];
  return group === 'license' ? stated.map((id) => `license:${id}`) : stated;
}

/** Returns the filter without its part about `group`. */
function rest(filter: SearchFilter, group: FacetGroup): SearchFilter {
  const { [group as ChoiceGroup]: _, ...anyOf } = filter.anyOf ?? {};
  const kept = { ...filter, anyOf };
  if (group === 'sources') delete kept.sources;
  const isOf = { license: (tag: string) => tag.startsWith('license:'), format: (tag: string) => FORMATS.has(tag) };
  const dropped = group === 'language' ? isLanguage : (isOf[group as keyof typeof isOf] ?? (() => false));
  return { ...kept, tags: (filter.tags ?? []).filter((tag) => !dropped(tag)) };
}

function expectedCounts(rows: ModelRow[], filter: SearchFilter, group: FacetGroup): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const row of rows.filter(matching(rows, rest(filter, group)))) {
    for (const value of valuesOf(row, group)) counts[value] = (counts[value] ?? 0) + 1;
  }
  return counts;
}

for (const runs of [20, 80])
  test(
    `every group counts the rows that would remain if the caller chose each of its values, ${runs} times`,
    inAll(runs > 20),
    () => {
      fc.assert(
        fc.property(someRows, fc.array(someQuestion, { minLength: 1, maxLength: 4 }), (rows, questions) => {
          const index = openIndex(rows);
          for (const question of [{}, ...questions]) {
            const { total, facets: counted } = index.facets(question);
            expect(total).toBe(rows.filter(matching(rows, question)).length);
            for (const group of FACET_GROUPS)
              expect(Object.fromEntries(counted[group]), JSON.stringify([question, group])).toEqual(
                expectedCounts(rows, question, group),
              );
          }
        }),
        { numRuns: runs },
      );
    },
  );

describe('facets over many rows, whose lists are stored as bitmaps and as gaps', () => {
  const rows = [...searchRows(8_000)];
  const index = openIndex(rows);

  test.each<SearchFilter>([
    {},
    { tags: ['license:mit', 'en'], anyOf: { library: ['transformers'] } },
    { tags: ['gguf'], sources: 1 },
  ])('are right for %j', (filter) => {
    const { facets: counted } = index.facets(filter);
    for (const group of FACET_GROUPS) {
      const expected = expectedCounts(rows, filter, group);
      for (const [value, models] of counted[group]) expect(models, `${group} ${value}`).toBe(expected[value]);
      expect(counted[group].length).toBe(Math.min(40, Object.keys(expected).length));
    }
  });
});

test('the classes of sizes have no gaps between them, and have correct labels', () => {
  expect([undefined, 0, 1, 1e9 - 1, 1e9, 16e9, 1e12].map(sizeClass)).toEqual([
    'unknown',
    'unknown',
    '0-1',
    '0-1',
    '1-4',
    '16-40',
    '100-',
  ]);
  expect(['unknown', '0-1', '4-8', '100-'].map(sizeClassLabel)).toEqual([
    'Unknown',
    'Under 1 GB',
    '4 to 8 GB',
    '100 GB and more',
  ]);
});

test('the classes of parameter counts have no gaps between them, and have correct labels', () => {
  expect([undefined, 0, 22_700_000, 1e9, 7e9, 8e9, 70e9, 1e11].map(parameterClasses.of)).toEqual([
    ...['unknown', 'unknown', '0-1', '1-3', '3-8', '8-30', '30-100', '100-'],
  ]);
  expect(['unknown', '0-1', '8-30', '100-'].map(parameterClasses.label)).toEqual([
    ...['Unknown', 'Under 1B', '8 to 30B', '100B and more'],
  ]);
});
