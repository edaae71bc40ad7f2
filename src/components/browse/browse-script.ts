// The script of the browse page: shows results while a visitor types and chooses, updates the address bar, and
// announces the number of models found. The results come from the page of the new address.
import { type BrowseQuestion, browseAddress, readQuestion } from '../questions/browse-question.ts';
import { fillForm, questionOf, replaceFacets } from './browse-form.ts';

/** Gets the page of a question, whose parts replace those of the open page. Rejects when `signal` aborts. */
type GetPage = (address: string, question: BrowseQuestion, signal: AbortSignal) => Promise<ParentNode>;

/** Asks the hub for the page. */
const hubPage: GetPage = async (address, _, signal) => {
  const answer = await fetch(address, { headers: { Accept: 'text/html' }, signal });
  return new DOMParser().parseFromString(await answer.text(), 'text/html');
};

class Browsing {
  readonly #place: HTMLElement;
  readonly #form: HTMLFormElement;
  readonly #results: HTMLElement;
  readonly #facets: HTMLElement;
  readonly #status: HTMLElement;
  readonly #browse: string;
  readonly #isExport: boolean;
  #asked = new AbortController();

  constructor(place: HTMLElement) {
    this.#place = place;
    this.#form = place.querySelector('form')!;
    this.#results = place.querySelector('.results')!;
    this.#facets = place.querySelector('.facet-list')!;
    this.#status = place.querySelector('[role=status]')!;
    this.#browse = this.#form.getAttribute('action') ?? '';
    this.#isExport = place.dataset.file !== undefined;
  }

  start(): void {
    this.#form.addEventListener('input', ({ target }) => this.#onInput(target));
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#ask(questionOf(this.#form), 'push').then(() => this.#results.focus());
    });
    this.#place.addEventListener('click', (event) => this.#onClick(event));
    addEventListener('popstate', () => void this.#showAddress());
    // An export has the same browse page for all questions, so this script shows the results of the question in the
    // address. A pasted id or hash in the header's search is a wish to see its page.
    const query = new URLSearchParams(location.search);
    const shown = this.#isExport && query.size > 0 ? this.#showAddress() : Promise.resolve();
    if (query.has('go'))
      void shown.then(() => {
        const meant = this.#results.querySelector<HTMLAnchorElement>('.meant');
        if (meant) location.replace(meant.href);
      });
  }

  #showAddress(): Promise<void> {
    const question = readQuestion(new URLSearchParams(location.search));
    fillForm(this.#form, question);
    return this.#show(question);
  }

  /** Puts the new search into the address. A choice adds an entry to the history; typing replaces the present entry. */
  #onInput(target: EventTarget | null): void {
    const isTyped = target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(target.type);
    // An amount of memory that is only half typed would show an error.
    if (isTyped && !target.validity.valid) return;
    void this.#ask(questionOf(this.#form), isTyped ? 'replace' : 'push');
  }

  /** Follows links to another question without loading a page, unless the click opens another window. */
  #onClick(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (link.origin !== location.origin || link.pathname !== this.#browse || link.hash !== '') return;
    event.preventDefault();
    const asked = readQuestion(new URL(link.href).searchParams);
    fillForm(this.#form, asked);
    void this.#ask(asked, 'push');
    this.#results.focus({ preventScroll: true });
    this.#place.scrollIntoView();
  }

  #ask(question: BrowseQuestion, step: 'push' | 'replace'): Promise<void> {
    const address = browseAddress(this.#browse, question);
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
    try {
      const getPage = this.#isExport ? (await import('./export-page.ts')).exportPage(this.#place) : hubPage;
      const page = await getPage(browseAddress(this.#browse, question), question, signal);
      signal.throwIfAborted();
      const fresh = page.querySelector('.results');
      // A page without results is an error of the hub, which the browser shows when it sends the form itself.
      if (!fresh) return this.#form.submit();
      this.#results.replaceChildren(...fresh.childNodes);
      const facets = page.querySelector('.facet-list');
      if (facets) replaceFacets(this.#facets, facets);
      this.#status.textContent = this.#results.querySelector('.tally, .notice h2')?.textContent ?? '';
      this.#place.toggleAttribute('data-asking', false);
    } catch {
      // If this question was aborted, a later question shows its results. If the hub can't be reached, the browser
      // shows the error.
      if (!signal.aborted) this.#form.submit();
    }
  }
}

const place = document.querySelector<HTMLElement>('.browse');
if (place) new Browsing(place).start();
