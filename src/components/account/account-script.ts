// The script of the account page: signs in at the provider, shows the saved list, and asks the operator for models.
// Inserts every value as text, never as markup.
import { counted, longDay } from '../../model/figures.ts';
import { parseModelId } from '../../nouns/model-id.ts';
import type { Account } from '../../shapes/account.ts';
import { href } from '../../table/route.ts';
import { byId, element } from '../element.ts';
import { modelIn } from '../questions/pasted.ts';
import { type AccountAnswer, askForModel, readAccount, setSaved } from './account-api.ts';
import { finishSignIn, goToProvider, takeReturned } from './provider-sign-in.ts';
import { endSession, keepSession, readSession, showSession } from './session.ts';

class AccountPage {
  readonly #place: HTMLElement;
  readonly #status = byId('account-told');
  readonly #error = byId('account-error');
  readonly #request = byId<HTMLInputElement>('request');
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
    this.#request.form?.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#askFor();
    });
    const returned = takeReturned();
    if (returned !== undefined) void this.#comeBack(returned);
    this.#takeWantedModel();
    addEventListener('hashchange', () => this.#takeWantedModel());
    addEventListener('pageshow', ({ persisted }) => persisted && this.#return());
    this.#return();
  }

  /** Shows the account of the signed-in person: first from the session, then from the answer of the hub. */
  #return(): void {
    showSession();
    const session = readSession();
    if (!session) {
      this.#clear();
      return;
    }
    this.#show(session.account);
    void this.#ask(readAccount).then((account) => account && this.#keep(account));
  }

  async #comeBack(returned: string): Promise<void> {
    this.#say('Signing in …');
    const result = await finishSignIn(returned);
    if (!('token' in result)) return this.#complain(result.sentence);
    const answer = await readAccount(result.token);
    if (!('body' in answer)) return this.#complain(answer.sentence);
    keepSession(result.token, answer.body);
    this.#say('');
    this.#show(answer.body);
    byId('who-title').focus();
    if (result.wantedModel !== '') this.#fillIn(result.wantedModel);
  }

  /** Reads the id of a model to request from the fragment (`#ask=owner/name`), which leaves the address. */
  #takeWantedModel(): void {
    const wantedModel = new URLSearchParams(location.hash.slice(1)).get('ask');
    if (wantedModel === null) return;
    history.replaceState(history.state, '', location.pathname + location.search);
    this.#fillIn(wantedModel);
  }

  /** Fills in the id of the model that a link names. The visitor must press the button to request it. */
  #fillIn(model: string): void {
    this.#request.value = model;
    if (readSession()) this.#request.focus();
    else this.#say(`Sign in to ask for ${model}.`);
  }

  async #leaveForProvider(): Promise<void> {
    const refused = await goToProvider(this.#request.value);
    if (refused) this.#complain(refused.sentence);
  }

  async #remove(model: string): Promise<void> {
    const at = this.#buttons().findIndex(({ dataset }) => dataset.remove === model);
    const saved = await this.#ask((token) => setSaved(token, model, false));
    if (!saved) return;
    this.#keep(saved);
    this.#say(`Took ${model} off your list.`);
    const left = this.#buttons();
    (left[at] ?? left.at(-1) ?? byId('saved-title')).focus();
  }

  async #askFor(): Promise<void> {
    const model = modelIn(this.#request.value);
    if (model === undefined) {
      this.#request.focus();
      return this.#complain('The id of a model is owner/name, as it stands on its page.');
    }
    const before = readSession()?.account.requests;
    const account = await this.#ask((token) => askForModel(token, model));
    if (!account) return;
    this.#keep(account);
    this.#request.value = '';
    this.#say(account.requests === before ? `You had asked for ${model} before.` : `Asked for ${model}.`);
  }

  #leave(sentence: string): void {
    endSession();
    this.#clear();
    this.#say(sentence);
    byId('sign-in-title').focus();
  }

  /** Calls the hub once all earlier calls have ended. Shows a refusal, and ends the session if it is of the token. */
  #ask<T>(question: (token: string) => Promise<AccountAnswer<T>>): Promise<T | undefined> {
    const asked = this.#turn.then(async () => {
      const answer = await question(readSession()?.token ?? '');
      if ('body' in answer) return answer.body;
      if (answer.status === 401) this.#leave('');
      this.#complain(answer.sentence);
      return undefined;
    });
    this.#turn = asked;
    return asked;
  }

  #keep(news: Partial<Account>): void {
    const session = readSession();
    // If there is no session, the visitor signed out before the answer came.
    if (session) this.#show(keepSession(session.token, { ...session.account, ...news }).account);
  }

  #say(sentence: string): void {
    this.#error.textContent = '';
    this.#status.textContent = sentence;
  }

  #complain(sentence: string): void {
    this.#status.textContent = '';
    this.#error.textContent = sentence;
  }

  #show({ did, created, saved, requests }: Account): void {
    byId('account-did').textContent = did;
    byId('account-created').replaceChildren(element('time', { datetime: created }, longDay(created)));
    byId('account-requests').textContent =
      requests === 0 ? '' : `You have asked for ${counted(requests, 'model')} so far.`;
    byId('saved-none').hidden = saved.length > 0;
    // Keeps an unchanged list as it is, because replacing it would take the focus from a button in it.
    if (
      saved.join() !==
      this.#buttons()
        .map(({ dataset }) => dataset.remove)
        .join()
    )
      byId('saved-list').replaceChildren(...saved.map((id) => this.#entry(id)));
    this.#place.toggleAttribute('data-filled', true);
  }

  #clear(): void {
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
