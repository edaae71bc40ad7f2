// The script of the docs search: fetches the index when the box is first used, and lists what fits under it.

import { LazyValue } from '../../basics/lazy-value.ts';
import type { DocsHit } from '../../site/docs-search.ts';
import { hitHref, hitTitle } from './docs-hit.ts';

const box = document.querySelector<HTMLInputElement>('#docs-question');
const list = document.querySelector<HTMLElement>('.docs-hits');
if (box && list) startSearch(box, list);

function startSearch(box: HTMLInputElement, list: HTMLElement): void {
  const { index = '', page = '', overview = '' } = box.dataset;
  // An index that did not come is asked for again at the next letter; Enter finds without it.
  const search = new LazyValue(() => openIndex(index));
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
  // A hub's page of what was found has the question in its box; that of an export is the same for every question.
  const asked = new URLSearchParams(location.search).get(box.name);
  if (asked && box.value === '') {
    box.value = asked;
    void show();
  }
  document.addEventListener('click', ({ target }) => {
    if (target !== box && !list.contains(target as Node)) hide();
  });
}

async function openIndex(address: string): Promise<(question: string) => DocsHit[]> {
  const [{ openDocsSearch }, answer] = await Promise.all([import('../../site/docs-search.ts'), fetch(address)]);
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
  return openDocsSearch(await answer.text());
}

function fill(list: HTMLElement, hits: DocsHit[], page: string, overview: string): void {
  const items = document.createElement('ul');
  items.append(...hits.map((hit) => item(hit, page, overview)));
  const none = document.createElement('p');
  none.textContent = 'Nothing in the docs fits.';
  list.replaceChildren(hits.length > 0 ? items : none);
  list.hidden = false;
}

function item(hit: DocsHit, page: string, overview: string): HTMLLIElement {
  const link = document.createElement('a');
  link.href = hitHref(hit, page, overview);
  link.textContent = hitTitle(hit);
  const excerpt = document.createElement('p');
  excerpt.append(...hit.excerpt.map(({ text, marked }) => (marked ? mark(text) : text)));
  const line = document.createElement('li');
  line.append(link, excerpt);
  return line;
}

function mark(text: string): HTMLElement {
  const marked = document.createElement('mark');
  marked.textContent = text;
  return marked;
}
