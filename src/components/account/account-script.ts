// The script of the account page: signs in, shows the person's data, and changes them.
import type { Account } from '../../shapes/account.ts';
import { modelIn } from '../questions/asked.ts';
import {
  type AccountAnswer,
  type AccountRefusal,
  askForModel,
  noteInterest,
  readAccount,
  setSaved,
  setWallet,
} from './account-api.ts';
import { AccountForm } from './account-form.ts';
import { AccountView } from './account-view.ts';
import { takeFromAddress, takeWish, tokenIn } from './arriving-token.ts';
import { finishSignIn, goToProvider, refusedHere, takeReturned } from './provider-sign-in.ts';
import { endSession, keepSession, readSession, showSession } from './session.ts';

const NO_TOKEN = 'That is no identity token: it has three parts of letters, digits, - and _ with dots between.';
const NO_MODEL = 'The id of a model is owner/name, as it stands on its page.';

const another = ({ status, sentence }: AccountRefusal): AccountRefusal => ({
  status,
  sentence: `${sentence} Paste another token.`,
});

class AccountPage {
  readonly #signIn: HTMLElement;
  readonly #view: AccountView;
  readonly #token = new AccountForm('token').onSubmit((text) => this.#useToken(text));
  readonly #saved = new AccountForm('saved').onSubmit((text) => this.#save(text));
  readonly #request = new AccountForm('request').onSubmit((text) => this.#askFor(text));
  readonly #wallet = new AccountForm('wallet').onSubmit((text) => this.#setWallet(text.trim()));
  /**
   * The latest request to the hub. Requests run one after the other, so that an old answer never replaces a newer saved
   * list.
   */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(signIn: HTMLElement, place: HTMLElement) {
    this.#signIn = signIn;
    this.#view = new AccountView(place);
    new AccountForm('interest').onSubmit((text) => this.#noteInterest(text.trim()));
    document.addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null;
      if (button) this.#press(button);
    });
  }

  start(): void {
    this.#signIn.querySelector<HTMLElement>('.insecure')!.hidden = isSecureContext;
    this.#arrive();
    addEventListener('hashchange', () => this.#arrive());
    addEventListener('pageshow', ({ persisted }) => persisted && this.#return());
    this.#return();
  }

  /** Shows the account of the signed-in person: first from the session, then from the answer of the hub. */
  #return(): void {
    showSession();
    const session = readSession();
    if (!session) {
      this.#view.clear();
      return;
    }
    this.#view.show(session.account);
    void this.#ask(readAccount).then((answer) => {
      if (!('body' in answer)) return this.#accountError(answer);
      this.#accountError(undefined);
      this.#keep(answer.body);
    });
  }

  /**
   * Reads what the page's address contains: a code of the identity provider, a token, or the id of a model to request.
   */
  #arrive(): void {
    const returned = takeReturned();
    if (returned !== undefined) return void this.#comeBack(returned);
    this.#arriveWithToken();
    const wish = takeWish();
    if (wish !== undefined) this.#wish(wish);
  }

  async #comeBack(returned: string): Promise<void> {
    this.#token.say('Signing in …');
    const result = await finishSignIn(returned);
    this.#token.say('');
    const outcome = 'token' in result ? await this.#useToken(result.token) : result;
    if (outcome !== undefined) this.#providerError(typeof outcome === 'string' ? outcome : outcome.sentence);
    else if ('wish' in result) this.#wish(result.wish);
  }

  #providerError(sentence: string): void {
    const place = document.getElementById('provider-error');
    if (place) place.textContent = sentence;
    else this.#token.refuse(sentence, false);
  }

  /** Fills in the id of the model that a link names. The visitor must press the button to request it. */
  #wish(model: string): void {
    if (model === '') return;
    this.#request.field.value = model;
    if (readSession()) this.#request.field.focus();
    else this.#token.say(`Sign in to ask for ${model}.`);
  }

  async #leaveForProvider(): Promise<void> {
    this.#providerError('');
    const refused = await goToProvider(this.#request.field.value);
    if (refused) this.#providerError(refused.sentence);
  }

  /**
   * Fills in the token of a link, but signs nobody in: the token may be that of another person, whose account the
   * visitor would then change.
   */
  #arriveWithToken(): void {
    const token = takeFromAddress();
    if (token === undefined) return;
    this.#signIn.toggleAttribute('data-arrived', true);
    this.#signIn.querySelector('.by-token')?.toggleAttribute('open', true);
    this.#token.field.value = token;
    this.#token.say(
      'A token came with the address. Sign in with it if you have just come from your identity provider.',
    );
    this.#signIn.querySelector<HTMLElement>('[type=submit]')?.focus();
  }

  async #useToken(text: string): Promise<string | undefined | AccountRefusal> {
    const token = tokenIn(text);
    if (token === undefined) return refusedHere(NO_TOKEN);
    const answer = await this.#ask(() => readAccount(token));
    if (!('body' in answer)) return answer.status === 401 ? another(answer) : answer;
    keepSession(token, answer.body);
    this.#view.show(answer.body);
    this.#accountError(undefined);
    this.#hideToken();
    document.getElementById('who-title')?.focus();
    return undefined;
  }

  async #save(text: string): Promise<string | undefined | AccountRefusal> {
    const model = modelIn(text);
    if (model === undefined) return refusedHere(NO_MODEL);
    const wasSaved = readSession()?.account.saved.includes(model);
    const answer = await this.#ask((token) => setSaved(token, model, true));
    if (!('body' in answer)) return this.#refused(answer);
    this.#keep(answer.body);
    return wasSaved ? `${model} was on your list already.` : `Saved ${model}.`;
  }

  async #remove(model: string): Promise<void> {
    const answer = await this.#ask((token) => setSaved(token, model, false));
    if (!('body' in answer)) return this.#saved.refuse(this.#refused(answer)?.sentence ?? '', false);
    const at = this.#view.models.indexOf(model);
    this.#keep(answer.body);
    this.#saved.say(`Took ${model} off your list.`);
    if (!this.#view.focusEntry(at)) this.#saved.field.focus();
  }

  async #askFor(text: string): Promise<string | undefined | AccountRefusal> {
    const model = modelIn(text);
    if (model === undefined) return refusedHere(NO_MODEL);
    const before = readSession()?.account.requests;
    const answer = await this.#ask((token) => askForModel(token, model));
    if (!('body' in answer)) return this.#refused(answer);
    this.#keep(answer.body);
    return answer.body.requests === before ? `You had asked for ${model} before.` : `Asked for ${model}.`;
  }

  async #setWallet(wallet: string | null): Promise<string | undefined | AccountRefusal> {
    const answer = await this.#ask((token) => setWallet(token, wallet));
    if (!('body' in answer)) return this.#refused(answer);
    this.#keep(answer.body);
    return wallet === null ? 'Cleared.' : 'Recorded.';
  }

  async #clearWallet(): Promise<void> {
    const outcome = await this.#setWallet(null);
    if (typeof outcome === 'object') return this.#wallet.refuse(outcome.sentence, false);
    this.#wallet.say(outcome ?? '');
    this.#wallet.field.focus();
  }

  async #noteInterest(note: string): Promise<string | undefined | AccountRefusal> {
    const answer = await this.#ask((token) => noteInterest(token, note));
    return 'body' in answer ? 'Recorded. A later note takes the place of this one.' : this.#refused(answer);
  }

  #press(button: HTMLButtonElement): void {
    const { remove, press } = button.dataset;
    if (remove !== undefined) void this.#remove(remove);
    else if (press === 'clear-wallet') void this.#clearWallet();
    else if (press === 'sign-out') this.#leave('Signed out: this tab has forgotten the token and what it showed.');
    else if (press === 'provider') void this.#leaveForProvider();
    else if (press === 'discard') this.#discard();
    else if (button.matches('.reveal')) this.#reveal(button);
  }

  #reveal(button: HTMLButtonElement): void {
    const isHidden = this.#token.field.getAttribute('type') === 'password';
    this.#token.field.setAttribute('type', isHidden ? 'text' : 'password');
    button.setAttribute('aria-pressed', String(isHidden));
  }

  #discard(): void {
    this.#hideToken();
    this.#token.field.value = '';
    this.#token.say('');
    document.getElementById(readSession() ? 'who-title' : 'sign-in-title')?.focus();
  }

  #hideToken(): void {
    this.#signIn.toggleAttribute('data-arrived', false);
    this.#token.field.setAttribute('type', 'password');
    this.#signIn.querySelector('.reveal')?.setAttribute('aria-pressed', 'false');
  }

  #leave(sentence: string): void {
    endSession();
    this.#view.clear();
    this.#token.say(sentence);
    document.getElementById('sign-in-title')?.focus();
  }

  /** Calls the hub with the token of the session, once all earlier calls have ended. */
  #ask<T>(question: (token: string) => Promise<AccountAnswer<T>>): Promise<AccountAnswer<T>> {
    const asked = this.#turn.then(() => question(readSession()?.token ?? ''));
    this.#turn = asked;
    return asked;
  }

  #keep(news: Partial<Account>): void {
    const session = readSession();
    // If there is no session, the visitor signed out before the answer came.
    if (!session) return;
    this.#view.show(keepSession(session.token, { ...session.account, ...news }).account);
  }

  /**
   * Ends the session and asks for another token if the hub rejected the token; then returns undefined, since the page
   * already says why. Returns any other refusal unchanged.
   */
  #refused(refused: AccountRefusal): AccountRefusal | undefined {
    if (refused.status !== 401) return refused;
    this.#leave('');
    this.#token.refuse(another(refused).sentence, true);
    return undefined;
  }

  #accountError(refused: AccountRefusal | undefined): void {
    const left = refused && this.#refused(refused);
    const sentence = left ? `${left.sentence} What is shown here was read before.` : '';
    document.getElementById('account-error')!.textContent = sentence;
  }
}

const signIn = document.querySelector<HTMLElement>('.sign-in');
const place = document.querySelector<HTMLElement>('.account');
if (signIn && place) new AccountPage(signIn, place).start();
// A hub without sign-in uses no token, but removes it from the address, so that the browser's history does not keep it.
else takeFromAddress();
