// Inserts the figures that change daily for nearly every model. Built answers lack these figures; the search index
// keeps them, and an answer gets them when it is sent.

import { type Html, html } from '../basics/html.ts';
import type { ModelInfo, ModelRow } from '../shapes/models.ts';
import { compact, count } from './figures.ts';

/** The counts of a model at its origin. Unknown counts are absent. */
export type ModelFigures = Pick<ModelRow, 'downloads' | 'likes' | 'trendingScore'>;

/** Marks the place of the figures in a built page. */
const SLOT = html`<!--figures-->`;

/** Gives a row without its figures. The other facts change only with the model. */
export function withoutFigures({ downloads: _, likes: _likes, trendingScore: _score, ...row }: ModelRow): ModelRow {
  return row;
}

/** Inserts the figures into the JSON text of a ModelInfo, which has no trending score (decision 0019). */
export function infoWithFigures(text: string, { downloads, likes }: ModelFigures): string {
  const members = JSON.stringify({ downloads, likes } satisfies { [K in keyof ModelInfo]?: unknown }).slice(1, -1);
  return members === '' ? text : `${text.slice(0, -1)},${members}}`;
}

/** Inserts the figures at the marked place of a page. */
export function pageWithFigures(page: string, figures: ModelFigures): string {
  // Passes a function, because `replace` would interpret dollar signs in a text.
  return page.replace(SLOT.text, () => figuresHtml(figures).text);
}

/** Writes the figures as entries of the page's list of facts; writes the mark if no figure is known. */
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
