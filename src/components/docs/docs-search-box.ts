// Runs the search of the documentation: fetches the index when the box is first used, and lists results below the box.

import { LazyValue } from '../../basics/remembered.ts';
import type { DocsHit } from '../../site/docs-search.ts';
import { element } from '../element.ts';
import { fetchDocsSearch, hitHref, hitTitle } from './docs-hit.ts';

const box = document.querySelector<HTMLInputElement>('#docs-question');
const list = document.querySelector<HTMLElement>('.docs-hits');
if (box && list) startSearch(box, list);

function startSearch(box: HTMLInputElement, list: HTMLElement): void {
  const { index = '', page = '', overview = '' } = box.dataset;
  // If the index could not be fetched, the next letter typed tries again. Enter leads to the page of results, which
  // works without this script.
  const search = new LazyValue(() => fetchDocsSearch(index));
  const show = async () => {
    const question = box.value.trim();
    if (question === '') return hide();
    const find = await search.get().catch(() => undefined);
    if (find && box.value.trim() === question) fill(list, find(question), page, overview);
  };
  const hide = () => {
    list.hidden = true;
  };
  box.addEventListener('focus', () => void search.get().catch(hide));
  box.addEventListener('input', () => void show());
  document.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') hide();
  });
  // A hub writes the searched words into the box of its page of results. That page of an export is the same for every
  // search, so this script fills in the box.
  const asked = new URLSearchParams(location.search).get(box.name);
  if (asked && box.value === '') {
    box.value = asked;
    void show();
  }
  document.addEventListener('click', ({ target }) => {
    if (target !== box && !list.contains(target as Node)) hide();
  });
}

function fill(list: HTMLElement, hits: DocsHit[], page: string, overview: string): void {
  const items = hits.map((hit) => item(hit, page, overview));
  list.replaceChildren(hits.length > 0 ? element('ul', {}, ...items) : element('p', {}, 'Nothing in the docs fits.'));
  list.hidden = false;
}

function item(hit: DocsHit, page: string, overview: string): HTMLLIElement {
  const excerpt = hit.excerpt.map(({ text, marked }) => (marked ? element('mark', {}, text) : text));
  const link = element('a', { href: hitHref(hit, page, overview) }, hitTitle(hit));
  return element('li', {}, link, element('p', {}, ...excerpt));
}
