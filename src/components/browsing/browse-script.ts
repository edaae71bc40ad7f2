// The script of the browse page: shows results while a visitor types and chooses, updates the address bar, and
// announces the number of models found.
import '../account/saved-start.ts';
import { MOST_COMPARED } from '../../basics/limits.ts';
import { fillForm, questionOf, replaceFacets } from '../browse/browse-form.ts';
import { resultsHtml, tallyHtml } from '../browse/browse-results-html.ts';
import {
  type BrowseFinder,
  countFound,
  fileFinder,
  hubFinder,
  type PageRows,
  type RowCounts,
} from '../browse/browse-search.ts';
import { compareBarInside } from '../browse/compare-bar-html.ts';
import {
  apiQuery,
  type BrowseQuestion,
  browseAddress,
  filterValue,
  readQuestion,
} from '../questions/browse-question.ts';
import { compareAddress } from '../questions/compare-question.ts';
import { startKeys } from './browse-keys.ts';
import '../copying/copy-button.ts';
import { facetsHtml } from '../browse/facets-html.ts';
import type { RowView } from '../browse/model-rows-html.ts';
import { pagerHtml } from '../browse/pager-html.ts';
import { runsInHtml } from '../browse/runs-in-html.ts';
import { setHtml } from '../element.ts';
import { pastedHtml } from '../find/pasted-html.ts';
import { follow, pasted } from '../find/search-box.ts';
import { readAsked } from '../questions/asked.ts';

class Browsing {
  readonly #place: HTMLElement;
  readonly #form: HTMLFormElement;
  readonly #results: HTMLElement;
  readonly #facets: HTMLElement;
  readonly #runsIn: HTMLElement;
  readonly #status: HTMLElement;
  readonly #view: RowView;
  readonly #finder: BrowseFinder;
  #asked = new AbortController();
  /** The ids of the models that are ticked for a comparison. */
  #ticked: readonly string[];

  constructor(place: HTMLElement) {
    const {
      baseUrl = '',
      compare = '',
      modelPage = '',
      docs = '',
      sources = '{}',
      feeds = '{}',
      models = '',
      counts = '',
      file,
    } = place.dataset;
    const isExport = file !== undefined;
    this.#place = place;
    this.#form = place.querySelector('form')!;
    this.#results = place.querySelector('.results')!;
    this.#facets = place.querySelector('.facet-list')!;
    this.#runsIn = place.querySelector('.runs-in')!;
    this.#status = place.querySelector('[role=status]')!;
    const browse = this.#form.getAttribute('action') ?? '';
    const facts = { sourceNames: JSON.parse(sources), feeds: JSON.parse(feeds) } as Pick<
      RowView,
      'sourceNames' | 'feeds'
    >;
    this.#view = { baseUrl, compare, docs, modelPage, browse, isExport, ...facts };
    this.#ticked = readQuestion(new URLSearchParams(location.search)).compared ?? [];
    this.#finder = isExport ? fileFinder(file) : hubFinder({ models, facets: counts });
  }

  start(): void {
    this.#form.addEventListener('input', ({ target }) => this.#onInput(target));
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      const question = questionOf(this.#form);
      void this.#ask(question, 'push').then(() => this.#results.focus());
      void follow(filterValue(question, 'search'));
    });
    this.#results.addEventListener('change', ({ target }) => this.#onTick(target));
    this.#results.addEventListener('submit', (event) => {
      event.preventDefault();
      location.assign(compareAddress(this.#view.compare ?? '', this.#ticked));
    });
    this.#place.addEventListener('click', (event) => this.#onClick(event));
    addEventListener('popstate', () => {
      const question = readQuestion(new URLSearchParams(location.search));
      this.#ticked = question.compared ?? [];
      fillForm(this.#form, question);
      void this.#show(question);
    });
    startKeys(this.#place, this.#status);
    // An export has the same browse page for all questions, so this script shows the results of the question in the
    // address.
    if (!this.#view.isExport || location.search === '') return;
    const question = readQuestion(new URLSearchParams(location.search));
    fillForm(this.#form, question);
    void this.#show(question);
  }

  /** Puts the new search into the address. A choice adds an entry to the history; typing replaces the present entry. */
  #onInput(target: EventTarget | null): void {
    const isTyped = target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(target.type);
    // An amount of memory that is only half typed would show an error.
    if (isTyped && !target.validity.valid) return;
    void this.#ask(questionOf(this.#form), isTyped ? 'replace' : 'push');
  }

  /**
   * Records that a model is ticked or unticked: in the address, in the bar and for later questions. The rows stay the
   * same.
   */
  #onTick(target: EventTarget | null): void {
    if (!(target instanceof HTMLInputElement) || target.form?.id !== 'comparing') return;
    const others = this.#ticked.filter((id) => id !== target.value);
    if (target.checked && others.length === MOST_COMPARED) {
      target.checked = false;
      this.#status.textContent = `At most ${MOST_COMPARED} models are compared at a time.`;
      return;
    }
    this.#ticked = target.checked ? [...others, target.value] : others;
    const question = { ...readQuestion(new URLSearchParams(location.search)), compared: this.#ticked };
    history.replaceState(null, '', browseAddress(this.#view.browse, question));
    const rows = [...this.#results.querySelectorAll<HTMLInputElement>('.tick input')].map(({ value }) => value);
    const bar = this.#results.querySelector('.compare-bar');
    if (bar) setHtml(bar, compareBarInside(question, rows, this.#view));
    bar?.toggleAttribute('data-some', this.#ticked.length > 0);
    this.#status.textContent = `${this.#ticked.length} of ${MOST_COMPARED} models to compare`;
  }

  /** Follows links to another question without loading a page, unless the click opens another window. */
  #onClick(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (link.origin !== location.origin || link.pathname !== this.#view.browse) return;
    event.preventDefault();
    const asked = readQuestion(new URL(link.href).searchParams);
    // Only links in the bar contain the latest ticks; other links were written before them.
    if (link.closest('.compare-bar')) this.#ticked = asked.compared ?? [];
    const question = { ...asked, compared: this.#ticked };
    fillForm(this.#form, question);
    void this.#ask(question, 'push');
    this.#results.focus({ preventScroll: true });
    this.#place.scrollIntoView();
  }

  #ask(asked: BrowseQuestion, step: 'push' | 'replace'): Promise<void> {
    const question = { ...asked, compared: this.#ticked };
    const address = browseAddress(this.#view.browse, question);
    if (step === 'push') history.pushState(null, '', address);
    else history.replaceState(null, '', address);
    return this.#show(question);
  }

  /** Shows the models that a question finds, and aborts the search for an earlier question. */
  async #show(question: BrowseQuestion): Promise<void> {
    this.#asked.abort();
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    this.#place.toggleAttribute('data-asking', true);
    setHtml(this.#runsIn, runsInHtml(question, this.#view.browse));
    try {
      const finding = this.#finder.search(apiQuery(question), signal);
      const counting = countFound(this.#finder, question, signal);
      counting.catch(() => {}); // If the rows fail first, nothing awaits the counts, and their failure is expected.
      const found = await this.#withMeant(question, await finding, signal);
      // Does not show an empty list yet: `#showCounts` does, together with suggestions.
      if ('error' in found) setHtml(this.#results, resultsHtml(question, found, this.#view));
      else if (found.rows.length > 0) await this.#showRows(question, found);
      const counts = 'error' in found ? undefined : await counting;
      // The counts may arrive just before the next question aborts this one.
      if (signal.aborted) return;
      if (!('error' in found) && counts) this.#showCounts(question, found, counts);
      this.#status.textContent = this.#results.querySelector('.tally, .notice h2')?.textContent ?? '';
      this.#place.toggleAttribute('data-asking', false);
    } catch {
      // If this question was aborted, a later question shows its results. If the hub can't be reached, the browser
      // sends the form itself, and shows the error.
      if (signal.aborted) return;
      if (this.#view.isExport) this.#showTrouble(question);
      else this.#form.submit();
    }
  }

  /**
   * Adds suggestions to the models found: what the searched text names, such as a file, or else the filters that its
   * words mean.
   */
  async #withMeant<F extends PageRows | { error: string }>(
    question: BrowseQuestion,
    found: F,
    signal: AbortSignal,
  ): Promise<F> {
    const text = filterValue(question, 'search');
    if (text === '' || 'error' in found) return found;
    const asked = readAsked(text);
    if (asked) return { ...found, pasted: pastedHtml(asked, (await pasted(text, signal)) ?? []) };
    // The module has long lists of words, so it loads only when a visitor first searches for words.
    const reader = await import('../questions/question-in-words.ts').catch(() => undefined);
    signal.throwIfAborted();
    return { ...found, meant: reader?.filtersMeant(question) };
  }

  /**
   * Shows that the file of an export's search can't be read. An export has no hub that could answer the form, so this
   * page shows the error itself.
   */
  #showTrouble(question: BrowseQuestion): void {
    const error = 'The file of the search could not be read: see whether you are online, and load this page again.';
    setHtml(this.#results, resultsHtml(question, { error }, this.#view));
    this.#place.toggleAttribute('data-asking', false);
  }

  #showRows(question: BrowseQuestion, found: PageRows): Promise<void> {
    const uncounted = { ...found, total: undefined, drops: [], unknown: 0 };
    setHtml(this.#results, resultsHtml(question, uncounted, this.#view));
    return afterPaint();
  }

  #showCounts(question: BrowseQuestion, found: PageRows, { facets, ...rest }: RowCounts): void {
    const isWhole = found.rows.length > 0 && rest.unknown === 0;
    const tally = isWhole ? this.#results.querySelector('.tally') : null;
    const pager = this.#results.querySelector('.pager');
    if (tally && pager) {
      setHtml(tally, tallyHtml(question, rest.total));
      setHtml(pager, pagerHtml(question, { ...found, ...rest }, this.#view));
    } else setHtml(this.#results, resultsHtml(question, { ...found, ...rest }, this.#view));
    replaceFacets(this.#facets, facetsHtml(facets, question));
  }
}

/** Resolves after the rows are painted; at once in a background window, which is never painted. */
function afterPaint(): Promise<void> {
  if (document.hidden) return Promise.resolve();
  return new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}

const place = document.querySelector<HTMLElement>('.browse');
if (place) new Browsing(place).start();
