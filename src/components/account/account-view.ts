// Shows an account on the account page. Inserts every value as text, never as markup.

import { counted, longDay } from '../../model/figures.ts';
import { parseModelId } from '../../nouns/model-id.ts';
import type { Account } from '../../shapes/account.ts';
import { href } from '../../table/route.ts';
import { element } from '../element.ts';

export class AccountView {
  readonly #place: HTMLElement;
  readonly #list: HTMLElement;
  readonly #pattern: '/models/{owner}/{name}/';

  /** `place` is the element to fill; its attribute `data-model-page` is the path pattern of a model's page. */
  constructor(place: HTMLElement) {
    this.#place = place;
    this.#list = place.querySelector('.saved-list')!;
    this.#pattern = place.dataset.modelPage as '/models/{owner}/{name}/';
  }

  show({ did, created, wallet, saved, requests }: Account): void {
    this.#put('did', did);
    this.#put('created', '').append(element('time', { datetime: created }, longDay(created)));
    this.#put('saved', saved.length === 0 ? '' : String(saved.length));
    this.#put('requests', requests === 0 ? '' : `You have asked for ${counted(requests, 'model')} so far.`);
    this.#put('wallet', wallet ?? '');
    this.#place.querySelector<HTMLElement>('.wallet-now')!.hidden = wallet === null;
    if (wallet !== null) this.#place.querySelector<HTMLDetailsElement>('.account-more')!.open = true;
    this.#place.querySelector<HTMLElement>('.saved-none')!.hidden = saved.length > 0;
    // Keeps an unchanged list as it is, because replacing it would take the focus from a button in it.
    if (saved.join() !== this.models.join()) this.#list.replaceChildren(...saved.map((id) => this.#entry(id)));
    this.#place.toggleAttribute('data-filled', true);
  }

  /** Removes the account from the page. */
  clear(): void {
    this.#place.toggleAttribute('data-filled', false);
    for (const one of this.#place.querySelectorAll('[data-shown]')) one.textContent = '';
    this.#list.replaceChildren();
  }

  /** The ids of the saved models in the order shown. */
  get models(): string[] {
    return this.#buttons().map(({ dataset }) => dataset.remove ?? '');
  }

  /**
   * Puts the focus on the button of the entry at the position `at`, or on the last button if the list is shorter.
   * Returns false if the list is empty.
   */
  focusEntry(at: number): boolean {
    const buttons = this.#buttons();
    const button = buttons[at] ?? buttons.at(-1);
    button?.focus();
    return button !== undefined;
  }

  #buttons(): HTMLButtonElement[] {
    return [...this.#list.querySelectorAll<HTMLButtonElement>('button[data-remove]')];
  }

  #put(name: string, text: string): Element {
    const one = this.#place.querySelector(`[data-shown="${name}"]`)!;
    one.textContent = text;
    return one;
  }

  #entry(id: string): HTMLLIElement {
    const attributes = { type: 'button', class: 'quiet', 'data-remove': id };
    const remove = element('button', attributes, 'Remove', element('span', { class: 'out-of-sight' }, ` ${id}`));
    return element('li', {}, this.#name(id), remove);
  }

  #name(id: string): Element {
    const parsed = parseModelId(id);
    // The service saves only ids. Any other text has no page, so it gets no link.
    if (!parsed) return element('span', {}, id);
    const owner = element('span', { class: 'owner' }, `${parsed.owner}/`);
    const attributes = { class: 'model-id', href: href({ pattern: this.#pattern }, parsed) };
    return element('a', attributes, owner, element('wbr'), parsed.name);
  }
}
