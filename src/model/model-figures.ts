// Figures that change daily for nearly every model: kept in the search index, and inserted into answers at each request.

import { type Html, html } from '../basics/html.ts';
import type { ModelInfo, ModelRow } from '../shapes/models.ts';
import { compact, count } from './figures.ts';

/** The counts of a model at its origin; unknown ones are absent. */
export type ModelFigures = Pick<ModelRow, 'downloads' | 'likes' | 'trendingScore'>;

/** The place for them in a built page. */
const SLOT = html`<!--figures-->`;

/** Gives a row without them: the rest changes only with the model. */
export function withoutFigures({ downloads: _, likes: _likes, trendingScore: _score, ...row }: ModelRow): ModelRow {
  return row;
}

/** Inserts the figures into the text of a ModelInfo; it has no trending score (decision 0019). */
export function infoWithFigures(text: string, { downloads, likes }: ModelFigures): string {
  const members = JSON.stringify({ downloads, likes } satisfies { [K in keyof ModelInfo]?: unknown }).slice(1, -1);
  return members === '' ? text : `${text.slice(0, -1)},${members}}`;
}

/** Inserts the figures into a page with a place for them. */
export function pageWithFigures(page: string, figures: ModelFigures): string {
  // The replacement is a function, so that no sign in it has a meaning.
  return page.replace(SLOT.text, () => figuresHtml(figures).text);
}

/** Turns them into entries of the page's list of facts; leaves room for them where none is known. */
export function figuresHtml({ downloads, likes }: ModelFigures): Html {
  const known = [
    ...(downloads === undefined ? [] : [entryHtml('Downloads', downloads)]),
    ...(likes === undefined ? [] : [entryHtml('Likes', likes)]),
  ];
  return known.length === 0 ? SLOT : html`${known}`;
}

function entryHtml(label: string, value: number): Html {
  return html`<div><dt>${label}</dt><dd><span title="${count(value)}">${compact(value)}</span></dd></div>`;
}
