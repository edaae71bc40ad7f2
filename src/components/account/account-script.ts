// The script of the account page: signs in at the provider, shows the saved list, saves models and asks the operator for
// them. Inserts every value as text, never as markup. The browser keeps the token until the tab is closed.
import { counted, longDay } from '../../model/figures.ts';
import { parseModelId } from '../../nouns/model-id.ts';
import type { Account } from '../../shapes/account.ts';
import { href } from '../../table/route.ts';
import { byId, element } from '../element.ts';
import { modelIn } from '../questions/pasted.ts';
import { type AccountAnswer, askForModel, readAccount, setSaved } from './account-api.ts';
import { finishSignIn, goToProvider, takeReturned } from './provider-sign-in.ts';

/** The key of the token in `sessionStorage`; layouts/theme.js reads this key before the first paint. */
const PLACE = 'account';

class AccountPage {
  readonly #place: HTMLElement;
  readonly #status = byId('account-told');
  readonly #error = byId('account-error');
  readonly #wanted = byId<HTMLInputElement>('request');
  /** The account as last read. */
  #account: Account | undefined;
  /** The token if the browser refuses to store it; it then lasts as long as the page. */
  #held: string | null = null;
  /**
   * The latest request to the hub. Requests run one after the other, so that an old answer never replaces a newer saved
   * list.
   */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(place: HTMLElement) {
    this.#place = place;
  }

  start(): void {
    document.addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest('button') : null;
      if (button?.dataset.remove !== undefined) void this.#remove(button.dataset.remove);
      else if (button?.dataset.press === 'sign-out') this.#leave('Signed out: this tab has forgotten what it showed.');
      else if (button?.dataset.press === 'provider') void this.#leaveForProvider();
    });
    this.#wanted.form?.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#take((event.submitter as HTMLButtonElement | null)?.value === 'save');
    });
    const returned = takeReturned();
    if (returned !== undefined) void this.#comeBack(returned);
    this.#takeWantedModel();
    addEventListener('hashchange', () => this.#takeWantedModel());
    addEventListener('pageshow', ({ persisted }) => persisted && this.#return());
    this.#return();
  }

  get #token(): string | null {
    try {
      return sessionStorage.getItem(PLACE) ?? this.#held;
    } catch {
      return this.#held;
    }
  }

  /** Keeps the token, or forgets it if it is null, and shows whether anybody is signed in. */
  set #token(token: string | null) {
    this.#held = token;
    try {
      if (token === null) sessionStorage.removeItem(PLACE);
      else sessionStorage.setItem(PLACE, token);
    } catch {
      // A browser may refuse to store anything.
    }
    document.documentElement.toggleAttribute('data-account', token !== null);
  }

  /** Shows the account of the signed-in person. */
  #return(): void {
    document.documentElement.toggleAttribute('data-account', this.#token !== null);
    if (this.#token === null) this.#clear();
    else void this.#ask(readAccount).then((account) => account && this.#show(account));
  }

  async #comeBack(returned: string): Promise<void> {
    this.#say('Signing in …');
    const result = await finishSignIn(returned);
    if (!('token' in result)) return this.#complain(result.sentence);
    this.#token = result.token;
    const account = await this.#ask(readAccount);
    if (!account) return;
    this.#say('');
    this.#show(account);
    byId('who-title').focus();
    if (result.wantedModel !== '') this.#fillIn(result.wantedModel);
  }

  /** Reads the id of a model to save or request from the fragment (`#model=owner/name`), which leaves the address. */
  #takeWantedModel(): void {
    const wantedModel = new URLSearchParams(location.hash.slice(1)).get('model');
    if (wantedModel === null) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    this.#fillIn(wantedModel);
  }

  /** Fills in the id of the model that a link names. The visitor must press a button to save or request it. */
  #fillIn(model: string): void {
    this.#wanted.value = model;
    if (this.#token !== null) this.#wanted.focus();
    else this.#say(`Sign in to save ${model} or to ask for it.`);
  }

  async #leaveForProvider(): Promise<void> {
    const refused = await goToProvider(this.#wanted.value);
    if (refused) this.#complain(refused.sentence);
  }

  async #remove(model: string): Promise<void> {
    const at = this.#buttons().findIndex(({ dataset }) => dataset.remove === model);
    const saved = await this.#ask((token) => setSaved(token, model, false));
    if (!saved) return;
    this.#show(saved);
    this.#say(`Took ${model} off your list.`);
    const left = this.#buttons();
    (left[at] ?? left.at(-1) ?? byId('saved-title')).focus();
  }

  /** Saves the model that the visitor named, or asks the operator for it. */
  async #take(isToSave: boolean): Promise<void> {
    const model = modelIn(this.#wanted.value);
    if (model === undefined) {
      this.#wanted.focus();
      return this.#complain('The id of a model is owner/name, as it stands on its page.');
    }
    const before = this.#account?.requests;
    const news = await this.#ask<Partial<Account>>((token) =>
      isToSave ? setSaved(token, model, true) : askForModel(token, model),
    );
    if (!news) return;
    this.#show(news);
    this.#wanted.value = '';
    const asked = news.requests === before ? `You had asked for ${model} before.` : `Asked for ${model}.`;
    this.#say(isToSave ? `Saved ${model}.` : asked);
  }

  #leave(sentence: string): void {
    this.#token = null;
    this.#clear();
    this.#say(sentence);
    byId('sign-in-title').focus();
  }

  /** Calls the hub once all earlier calls have ended. Shows a refusal, and forgets the token if it is of the token. */
  #ask<T>(question: (token: string) => Promise<AccountAnswer<T>>): Promise<T | undefined> {
    const asked = this.#turn.then(async () => {
      const answer = await question(this.#token ?? '');
      if ('body' in answer) return answer.body;
      if (answer.status === 401) this.#leave('');
      this.#complain(answer.sentence);
      return undefined;
    });
    this.#turn = asked;
    return asked;
  }

  #say(sentence: string): void {
    this.#error.textContent = '';
    this.#status.textContent = sentence;
  }

  #complain(sentence: string): void {
    this.#status.textContent = '';
    this.#error.textContent = sentence;
  }

  #show(news: Partial<Account>): void {
    // Without a token, the visitor signed out before the answer came.
    if (this.#token === null) return;
    this.#account = { ...this.#account, ...news } as Account;
    const { did, created, saved, requests } = this.#account;
    byId('account-did').textContent = did;
    byId('account-created').replaceChildren(element('time', { datetime: created }, longDay(created)));
    byId('account-requests').textContent =
      requests === 0 ? '' : `You have asked for ${counted(requests, 'model')} so far.`;
    byId('saved-none').hidden = saved.length > 0;
    byId('saved-list').replaceChildren(...saved.map((id) => this.#entry(id)));
    this.#place.toggleAttribute('data-filled', true);
  }

  #clear(): void {
    this.#account = undefined;
    this.#place.toggleAttribute('data-filled', false);
    for (const id of ['account-did', 'account-created', 'account-requests', 'saved-list']) byId(id).replaceChildren();
  }

  #buttons(): HTMLButtonElement[] {
    return [...this.#place.querySelectorAll<HTMLButtonElement>('button[data-remove]')];
  }

  #entry(id: string): HTMLLIElement {
    const parsed = parseModelId(id);
    const pattern = this.#place.dataset.modelPage as '/models/{owner}/{name}/';
    // The service saves only ids. Any other text has no page, so it gets no link.
    const name = parsed ? element('a', { href: href({ pattern }, parsed) }, id) : element('span', {}, id);
    const attributes = { type: 'button', class: 'quiet', 'data-remove': id };
    const remove = element('button', attributes, 'Remove', element('span', { class: 'out-of-sight' }, ` ${id}`));
    return element('li', {}, name, remove);
  }
}

const place = document.querySelector<HTMLElement>('.account');
if (place) new AccountPage(place).start();
