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

const place = document.querySelector<HTMLElement>('.browse')!;
const form = place.querySelector('form')!;
const results = place.querySelector<HTMLElement>('.results')!;
const browse = form.getAttribute('action') ?? '';
const isExport = place.dataset.file !== undefined;
let asked = new AbortController();

function showAddress(): Promise<void> {
  const question = readQuestion(new URLSearchParams(location.search));
  fillForm(form, question);
  return show(question);
}

/** Puts the new search into the address. A choice adds an entry to the history; typing replaces the present entry. */
function onInput(target: EventTarget | null): void {
  const isTyped = target instanceof HTMLInputElement && !['radio', 'checkbox'].includes(target.type);
  // An amount of memory that is only half typed would show an error.
  if (isTyped && !target.validity.valid) return;
  void ask(questionOf(form), isTyped ? 'replace' : 'push');
}

/** Follows links to another question without loading a page, unless the click opens another window. */
function onClick(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  if (link.origin !== location.origin || link.pathname !== browse || link.hash !== '') return;
  event.preventDefault();
  const question = readQuestion(new URL(link.href).searchParams);
  fillForm(form, question);
  void ask(question, 'push');
  results.focus({ preventScroll: true });
  place.scrollIntoView();
}

function ask(question: BrowseQuestion, step: 'push' | 'replace'): Promise<void> {
  const address = browseAddress(browse, question);
  if (step === 'push') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  return show(question);
}

/** Shows the models that a question finds, and aborts the search for an earlier question. */
async function show(question: BrowseQuestion): Promise<void> {
  asked.abort();
  asked = new AbortController();
  const { signal } = asked;
  place.toggleAttribute('data-asking', true);
  try {
    const getPage = isExport ? (await import('./export-page.ts')).exportPage(place) : hubPage;
    const page = await getPage(browseAddress(browse, question), question, signal);
    signal.throwIfAborted();
    const fresh = page.querySelector('.results');
    // A page without results is an error of the hub, which the browser shows when it sends the form itself.
    if (!fresh) return form.submit();
    results.replaceChildren(...fresh.childNodes);
    const facets = page.querySelector('.facet-list');
    if (facets) replaceFacets(place.querySelector<HTMLElement>('.facet-list')!, facets);
    place.querySelector('[role=status]')!.textContent = results.querySelector('.tally, .notice h2')?.textContent ?? '';
    place.toggleAttribute('data-asking', false);
  } catch {
    // If this question was aborted, a later question shows its results. If the hub can't be reached, the browser
    // shows the error.
    if (signal.aborted) return;
    // The page of an export makes its answers itself, so the browser would get the same page again and again.
    if (isExport) results.textContent = 'A part of this page did not load: load the page again.';
    else form.submit();
  }
}

form.addEventListener('input', ({ target }) => onInput(target));
form.addEventListener('submit', (event) => {
  event.preventDefault();
  void ask(questionOf(form), 'push').then(() => results.focus());
});
place.addEventListener('click', onClick);
addEventListener('popstate', () => void showAddress());
// An export has the same browse page for all questions, so this script shows the results of the question in the
// address. The search in the header opens the page that its words name.
const query = new URLSearchParams(location.search);
const shown = isExport && query.size > 0 ? showAddress() : Promise.resolve();
if (query.has('go'))
  void shown.then(() => {
    const meant = document.querySelector<HTMLAnchorElement>('a.meant');
    if (meant) location.replace(meant.href);
  });
