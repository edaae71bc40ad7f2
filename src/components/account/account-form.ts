// Handles a form of the account page, which has one field, an error beside the field, and an outcome below it.
import type { AccountRefusal } from './account-api.ts';

/** The sentence to show about a success, or the refusal; undefined to show nothing. */
type Outcome = string | undefined | AccountRefusal;

export class AccountForm {
  readonly field: HTMLInputElement | HTMLTextAreaElement;
  readonly #form: HTMLFormElement;
  readonly #error: HTMLElement;
  readonly #message: HTMLElement;
  #isBusy = false;

  /**
   * Finds the form called `name` in the page. The ids of the field and its error, and the attribute `data-told` of the
   * outcome, contain this name.
   */
  constructor(name: string) {
    this.#form = document.querySelector(`form[data-form="${name}"]`)!;
    this.field = document.querySelector(`#${name}`)!;
    this.#error = document.querySelector(`#${name}-error`)!;
    this.#message = document.querySelector(`[data-told="${name}"]`)!;
  }

  /**
   * Passes the content of the field to `submit` when the form is sent. Empties the field if `submit` accepts the
   * content.
   */
  onSubmit(submit: (text: string) => Promise<Outcome>): this {
    this.field.addEventListener('input', () => this.#complain(''));
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#send(submit);
    });
    return this;
  }

  /** Shows `sentence` as the outcome, and removes an earlier outcome or error. */
  say(sentence: string): void {
    this.#complain('');
    this.#message.textContent = sentence;
  }

  /** Shows an error. If `isField` is true, the content of the field is wrong, and the field gets the focus. */
  refuse(sentence: string, isField: boolean): void {
    this.#message.textContent = '';
    this.#complain(sentence);
    if (!isField) return;
    this.field.setAttribute('aria-invalid', 'true');
    this.field.focus();
    // Selects the text, so that the next paste replaces it.
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
