// Runs the search in the header: a combobox with a list of links under it (WAI-ARIA, "editable combobox with list
// autocomplete").

import { setHtml } from '../element.ts';
import { type FindAll, finder } from './find-all.ts';
import type { FindPlaces } from './find-places.ts';
import { listHtml, optionId, type Suggestion } from './suggestion.ts';

/** Milliseconds without a new letter before the search begins. */
const PAUSE = 60;

/** The search in the header. If the field already holds text, the search starts at once. */
export class FindBox {
  readonly #box: HTMLInputElement;
  readonly #list: HTMLElement;
  readonly #status: HTMLElement;
  readonly #find: FindAll;
  #asked = new AbortController();
  #offered: readonly Suggestion[] = [];
  /**
   * The position of the option that the arrow keys reached. It is -1 if they reached none; Enter then opens what
   * the text names, or the first option.
   */
  #at = -1;

  constructor(place: HTMLElement, box: HTMLInputElement) {
    this.#box = box;
    this.#list = place.querySelector('[role=listbox]')!;
    this.#status = place.querySelector('[role=status]')!;
    this.#find = finder(JSON.parse(box.dataset.places ?? '{}') as FindPlaces);
    box.addEventListener('input', () => void this.#show());
    box.addEventListener('focus', () => this.#offered.length > 0 && this.#open());
    box.addEventListener('keydown', (event) => this.#onKey(event));
    // Without this, a press on the list would take the focus from the field, and the list would be hidden before the
    // click.
    this.#list.addEventListener('pointerdown', (event) => event.preventDefault());
    place.addEventListener('focusout', ({ relatedTarget }) => {
      if (!place.contains(relatedTarget as Node | null)) this.#hide();
    });
    void this.#show();
  }

  /** Shows suggestions for the typed text, and aborts the search for an earlier text. */
  async #show(): Promise<void> {
    this.#asked.abort();
    this.#asked = new AbortController();
    const { signal } = this.#asked;
    const text = this.#box.value.trim();
    if (text === '') return this.#offer([], '');
    await new Promise((passed) => setTimeout(passed, PAUSE));
    if (signal.aborted) return;
    const offered = await this.#find(text, signal).catch(() => undefined);
    if (signal.aborted) return;
    const all = `${this.#box.form!.action}?${new URLSearchParams({ search: text })}`;
    const more = { group: 'More', href: all, title: `All models for “${text}”` } as const;
    this.#offer(offered?.length ? [...offered, more] : [], text);
  }

  #offer(offered: readonly Suggestion[], text: string): void {
    this.#offered = offered;
    setHtml(this.#list, listHtml(offered));
    if (offered.length > 0 && document.activeElement === this.#box) this.#open();
    else this.#hide();
    const none = text === '' ? '' : 'Nothing found.';
    this.#status.textContent = offered.length === 0 ? none : `${offered.length} found`;
  }

  #onKey(event: KeyboardEvent): void {
    const { key } = event;
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    const isOpen = !this.#list.hidden;
    const last = this.#offered.length - 1;
    if (key === 'Escape') {
      if (isOpen) this.#hide();
      else this.#box.value = '';
    } else if (key === 'Enter' && isOpen && this.#at >= 0) location.assign(this.#offered[this.#at]!.href);
    else if ((key === 'ArrowDown' || key === 'ArrowUp') && last >= 0) {
      if (!isOpen) this.#open();
      // Beyond either end of the list, the arrows return to the field.
      const next = key === 'ArrowDown' ? this.#at + 1 : this.#at === -1 ? last : this.#at - 1;
      this.#reach(next > last ? -1 : next);
    } else return;
    event.preventDefault();
  }

  /** Opens what the text names, otherwise what stands first; if nothing is found, searches on the browse page. */
  async submit(): Promise<void> {
    await this.#show();
    const meant = this.#offered.find(({ isMeant }) => isMeant) ?? this.#offered[0];
    if (meant) location.assign(meant.href);
    else this.#box.form!.submit();
  }

  #reach(at: number): void {
    this.#at = at;
    for (const [place, option] of [...this.#list.querySelectorAll('[role=option]')].entries()) {
      option.setAttribute('aria-selected', String(place === at));
      if (place === at) option.scrollIntoView({ block: 'nearest' });
    }
    if (at < 0) this.#box.removeAttribute('aria-activedescendant');
    else this.#box.setAttribute('aria-activedescendant', optionId(at));
  }

  #open(): void {
    this.#list.hidden = false;
    this.#box.setAttribute('aria-expanded', 'true');
    this.#reach(-1);
  }

  #hide(): void {
    this.#list.hidden = true;
    this.#box.setAttribute('aria-expanded', 'false');
    this.#reach(-1);
  }
}
