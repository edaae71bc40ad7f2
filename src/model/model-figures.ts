// Inserts the figures that change daily for nearly every model. Built answers lack these figures; the search index
// keeps them, and an answer gets them when it is sent.
import type { ModelInfo, ModelRow } from '../shapes/models.ts';

/** The counts of a model at its origin. Unknown counts are absent. */
export type ModelFigures = Pick<ModelRow, 'downloads' | 'likes' | 'trendingScore'>;

/** Gives a row without its figures. The other facts change only with the model. */
export function withoutFigures({ downloads: _, likes: _likes, trendingScore: _score, ...row }: ModelRow): ModelRow {
  return row;
}

/** Inserts the figures into the JSON text of a ModelInfo, which has no trending score (decision 0019). */
export function infoWithFigures(text: string, { downloads, likes }: ModelFigures): string {
  const members = JSON.stringify({ downloads, likes } satisfies { [K in keyof ModelInfo]?: unknown }).slice(1, -1);
  return members === '' ? text : `${text.slice(0, -1)},${members}}`;
}
