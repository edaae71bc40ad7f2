// A form of the account page: one field, what is wrong with it said beside it, what came of it said below.
import type { AccountRefusal } from './account-api.ts';

/** The sentence to show, of success or failure. Undefined: nothing is to be said. */
type Outcome = string | undefined | AccountRefusal;

export class AccountForm {
  readonly field: HTMLInputElement | HTMLTextAreaElement;
  readonly #form: HTMLFormElement;
  readonly #error: HTMLElement;
  readonly #told: HTMLElement;
  #isBusy = false;

  /** The form called `name` in the page; its field, its error and its outcome are called like it. */
  constructor(name: string) {
    this.#form = document.querySelector(`form[data-form="${name}"]`)!;
    this.field = document.querySelector(`#${name}`)!;
    this.#error = document.querySelector(`#${name}-error`)!;
    this.#told = document.querySelector(`[data-told="${name}"]`)!;
  }

  /** Gives what is in the field to `submit` whenever the form is sent. A field that was taken is emptied. */
  onSubmit(submit: (text: string) => Promise<Outcome>): this {
    this.field.addEventListener('input', () => this.#complain(''));
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#send(submit);
    });
    return this;
  }

  /** Says what came of it, in place of what was said before. */
  say(sentence: string): void {
    this.#complain('');
    this.#told.textContent = sentence;
  }

  /** Says what is wrong; with `isField` it is the field's content, and the focus goes there. */
  refuse(sentence: string, isField: boolean): void {
    this.#told.textContent = '';
    this.#complain(sentence);
    if (!isField) return;
    this.field.setAttribute('aria-invalid', 'true');
    this.field.focus();
    // The next paste replaces it.
    this.field.select();
  }

  async #send(submit: (text: string) => Promise<Outcome>): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    this.say('');
    const outcome = await submit(this.field.value);
    this.#isBusy = false;
    if (typeof outcome === 'object') return this.refuse(outcome.sentence, true);
    this.field.value = '';
    this.say(outcome ?? '');
  }

  #complain(sentence: string): void {
    this.field.removeAttribute('aria-invalid');
    this.#error.textContent = sentence;
  }
}
