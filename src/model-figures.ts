// What moves every day for nearly every model: kept in the search index, and put into answers when they are asked for.
import { compact, count } from './figures.ts';
import type { ModelInfo, ModelRow } from './shapes/models.ts';

/** The counts of a model at its origin; what is not known is absent. */
export type ModelFigures = Pick<ModelRow, 'downloads' | 'likes' | 'trendingScore'>;

/** Where a page that is kept has room for them. */
const SLOT = '<!--figures-->';

/** A row without them: what is left changes with the model. */
export function withoutFigures({ downloads: _, likes: _likes, trendingScore: _score, ...row }: ModelRow): ModelRow {
  return row;
}

/** The text of a ModelInfo without figures, with them; it has no trending score (decision 0019). */
export function infoWithFigures(text: string, { downloads, likes }: ModelFigures): string {
  const told: Partial<ModelInfo> = {
    ...(downloads !== undefined && { downloads }),
    ...(likes !== undefined && { likes }),
  };
  const members = JSON.stringify(told).slice(1, -1);
  return members === '' ? text : `${text.slice(0, -1)},${members}}`;
}

/** A page with them, where it has room. */
export function pageWithFigures(html: string, figures: ModelFigures): string {
  // A function: what it gives is put in as it is, whatever signs it holds.
  return html.replace(SLOT, () => figuresHtml(figures));
}

/** They as entries of the page's list of facts; room for them where none is known. */
export function figuresHtml({ downloads, likes }: ModelFigures): string {
  const entries = [entryHtml('Downloads', downloads), entryHtml('Likes', likes)].join('');
  return entries === '' ? SLOT : entries;
}

function entryHtml(label: string, value: number | undefined): string {
  if (value === undefined) return '';
  return `<div><dt>${label}</dt><dd><span title="${count(value)}">${compact(value)}</span></dd></div>`;
}
