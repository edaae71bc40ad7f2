// Shows the models that are related to the model of the page, and its downloads over the days.

import { html } from '../../../basics/html.ts';
import { own } from '../../../basics/records.ts';
import { compact, count, counted } from '../../../model/figures.ts';
import type { ModelRelated } from '../../../shapes/live.ts';
import { setHtml } from '../../element.ts';
import { liveAnswer } from './show-sources.ts';

/** The maximum number of models that a list names. */
const NAMED = 2;

/** Requests the related models and shows them. Changes nothing if no answer comes. */
export async function showRelated(list: HTMLElement): Promise<void> {
  const answer = await liveAnswer<ModelRelated>(list.dataset.related);
  if (!answer) return;
  const { derived, same_bytes: same, days, bases = [] } = answer;
  if (derived) showDerived(list, derived);
  for (const { id, here } of bases) showBase(id, here, list.dataset.pages ?? '');
  const sameHere = list.querySelector('.same-bytes');
  if (same && sameHere) showSame(sameHere, same, list.dataset.pages ?? '');
  const byDay = document.querySelector('.by-day');
  if (byDay) showDays(byDay, days);
}

function showDerived(list: HTMLElement, { kinds, first }: NonNullable<ModelRelated['derived']>): void {
  for (const place of list.querySelectorAll<HTMLElement>('[data-kind]')) {
    const made = own(kinds, place.dataset.kind ?? '') ?? 0;
    place.textContent = compact(made);
    // A link to an empty list would be useless.
    if (made === 0) place.parentElement?.remove();
  }
  const made = list.querySelector('.made');
  if (made && first.length === 0) made.textContent = 'No model of this index.';
  const rows = first.slice(0, NAMED).map((model) => rowHtml(model, list.dataset.pages ?? ''));
  if (made && rows.length > 0) setHtml(made, html`<ul>${rows}</ul>`);
}

/**
 * Links the page of a base model, or says that this index lacks it; the link beside the base model leads to its origin.
 */
function showBase(id: string, here: boolean, pages: string): void {
  const place = document.querySelector(`[data-base="${CSS.escape(id)}"]`);
  const link = place?.querySelector('a');
  if (!place || !link) return;
  if (here) link.href = `${pages}${id}/`;
  else unlink(link);
  place.classList.toggle('gone', !here);
}

const unlink = (link: Element | null | undefined) => link?.replaceWith(...link.childNodes);

const rowHtml = (model: string, pages: string) => html`<li><a href="${pages}${model}/" dir="auto">${model}</a></li>`;

/**
 * Shows the other models with the same weights. Makes a model's address from `pages` and the id, because loading the
 * route table would more than double this script.
 */
function showSame(place: Element, same: NonNullable<ModelRelated['same_bytes']>, pages: string): void {
  if (same.models === 0) {
    place.textContent = 'No other model of this index holds these bytes.';
    return;
  }
  const link = place.querySelector('a')?.getAttribute('href') ?? '';
  const rows = same.first.slice(0, NAMED).map(({ model }) => rowHtml(model, pages));
  const more = same.models - rows.length;
  const rest = more > 0 ? html`<li>and <a href="${link}">${counted(more, 'other model')}</a></li>` : '';
  setHtml(place, html`<ul>${rows}${rest}</ul>`);
}

function showDays(place: Element, days: ModelRelated['days']): void {
  const line = place.querySelector('.room > span');
  const known = days.flatMap(({ day, downloads: value }) => (value === undefined ? [] : [{ day, value }]));
  const [first, last] = [known[0], known.at(-1)];
  if (!line) return;
  if (!first || !last) line.textContent = 'No download counts.';
  else if (first === last) line.textContent = `${count(last.value)} on ${last.day}`;
  else line.textContent = `${count(last.value)} on ${last.day}, ${count(first.value)} on ${first.day}`;
}
