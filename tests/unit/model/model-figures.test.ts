// Tests that the hub inserts the figures of the day into answers that are stored without them.
import { expect, test } from 'vitest';
import { infoWithFigures, withoutFigures } from '../../../src/model/model-figures.ts';
import type { ModelRow } from '../../../src/shapes/models.ts';

test('a row without its figures keeps all other facts', () => {
  const row = { id: 'a/b', sha: 'c', downloads: 1, likes: 2, trendingScore: 3, tags: ['x'] } as unknown as ModelRow;
  expect(withoutFigures(row)).toEqual({ id: 'a/b', sha: 'c', tags: ['x'] });
});

test.each([
  [{}, {}],
  [{ downloads: 0 }, { downloads: 0 }],
  [
    { downloads: 5, likes: 6, trendingScore: 7 },
    { downloads: 5, likes: 6 },
  ],
])('a ModelInfo gets the figures %o', (figures, told) => {
  expect(JSON.parse(infoWithFigures('{"id":"a/b","siblings":[]}', figures))).toEqual({
    id: 'a/b',
    siblings: [],
    ...told,
  });
});
