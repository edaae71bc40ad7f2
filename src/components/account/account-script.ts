// The script of the account page: signs in at the provider, shows the saved list, saves models and asks the operator for
// them. Inserts every value as text, never as markup. The browser keeps the token until the tab is closed.
import { counted, longDay } from '../../model/figures.ts';
import { parseModelId } from '../../nouns/model-id.ts';
import type { Account } from '../../shapes/account.ts';
import { href } from '../../table/route.ts';
import { byId, element } from '../element.ts';
import { modelIn } from '../questions/pasted.ts';
import { type AccountBodies, type AccountRequest, askAccount } from './account-api.ts';
import { finishSignIn, goToProvider, takeReturned } from './provider-sign-in.ts';

/** The key of the token in `sessionStorage`; layouts/theme.js reads this key before the first paint. */
const PLACE = 'account';

const place = document.querySelector<HTMLElement>('.account')!;
const wanted = document.querySelector<HTMLInputElement>('#request')!;
/** The account as last read. */
let account: Account | undefined;
/**
 * The latest request to the hub. Requests run one after the other, so that an old answer never replaces a newer saved
 * list.
 */
let turn: Promise<unknown> = Promise.resolve();

function token(): string | null {
  try {
    return sessionStorage.getItem(PLACE);
  } catch {
    // A browser that refuses to store anything can't sign in either.
    return null;
  }
}

/** Keeps the token, or forgets it if it is null, and shows whether anybody is signed in. */
function keep(token: string | null): void {
  if (token === null) sessionStorage.removeItem(PLACE);
  else sessionStorage.setItem(PLACE, token);
  document.documentElement.toggleAttribute('data-account', token !== null);
}

/** Shows the account of the signed-in person. */
function comeAgain(): void {
  document.documentElement.toggleAttribute('data-account', token() !== null);
  if (token() === null) clear();
  else void ask('GET /api/account/me').then((account) => account && show(account));
}

async function comeBack(returned: string): Promise<void> {
  say('Signing in …');
  const result = await finishSignIn(returned);
  if (!('token' in result)) return complain(result.sentence);
  keep(result.token);
  const account = await ask('GET /api/account/me');
  if (!account) return;
  say('');
  show(account);
  byId('who-title').focus();
  if (result.wantedModel !== '') fillIn(result.wantedModel);
}

/** Reads the id of a model to save or request from the fragment (`#model=owner/name`), which leaves the address. */
function takeWantedModel(): void {
  const wantedModel = new URLSearchParams(location.hash.slice(1)).get('model');
  if (wantedModel === null) return;
  history.replaceState(history.state, '', location.pathname + location.search);
  fillIn(wantedModel);
}

/** Fills in the id of the model that a link names. The visitor must press a button to save or request it. */
function fillIn(model: string): void {
  wanted.value = model;
  if (token() !== null) wanted.focus();
  else say(`Sign in to save ${model} or to ask for it.`);
}

async function leaveForProvider(): Promise<void> {
  const refused = await goToProvider(wanted.value);
  if (refused) complain(refused.sentence);
}

async function remove(model: string): Promise<void> {
  const at = buttons().findIndex(({ dataset }) => dataset.remove === model);
  const saved = await ask('DELETE /api/account/saved/{model...}', { model });
  if (!saved) return;
  show(saved);
  say(`Took ${model} off your list.`);
  const left = buttons();
  (left[at] ?? left.at(-1) ?? byId('saved-title')).focus();
}

/** Saves the model that the visitor named, or asks the operator for it. */
async function take(isToSave: boolean): Promise<void> {
  const model = modelIn(wanted.value);
  if (model === undefined) {
    wanted.focus();
    return complain('The id of a model is owner/name, as it stands on its page.');
  }
  const before = account?.requests;
  const request = isToSave ? 'POST /api/account/saved' : 'POST /api/account/request';
  const news: Partial<Account> | undefined = await ask(request, { model });
  if (!news) return;
  show(news);
  wanted.value = '';
  const asked = news.requests === before ? `You had asked for ${model} before.` : `Asked for ${model}.`;
  say(isToSave ? `Saved ${model}.` : asked);
}

function leave(sentence: string): void {
  keep(null);
  clear();
  say(sentence);
  byId('sign-in-title').focus();
}

/** Calls the hub once all earlier calls have ended. Shows a refusal, and forgets the token if it is of the token. */
function ask<R extends AccountRequest>(request: R, about?: { model: string }): Promise<AccountBodies[R] | undefined> {
  const asked = turn.then(async () => {
    const answer = await askAccount(request, about, token());
    if ('body' in answer) return answer.body;
    if (answer.status === 401) leave('');
    complain(answer.sentence);
    return undefined;
  });
  turn = asked;
  return asked;
}

function say(sentence: string, fault = ''): void {
  byId('account-told').textContent = sentence;
  byId('account-error').textContent = fault;
}

const complain = (fault: string) => say('', fault);

function show(news: Partial<Account>): void {
  // Without a token, the visitor signed out before the answer came.
  if (token() === null) return;
  account = { ...account, ...news } as Account;
  const { did, created, saved, requests } = account;
  byId('account-did').textContent = did;
  byId('account-created').replaceChildren(element('time', { datetime: created }, longDay(created)));
  byId('account-requests').textContent =
    requests === 0 ? '' : `You have asked for ${counted(requests, 'model')} so far.`;
  byId('saved-none').hidden = saved.length > 0;
  byId('saved-list').replaceChildren(...saved.map((id) => entry(id)));
  place.toggleAttribute('data-filled', true);
}

function clear(): void {
  account = undefined;
  place.toggleAttribute('data-filled', false);
  for (const id of ['account-did', 'account-created', 'account-requests', 'saved-list']) byId(id).replaceChildren();
}

function buttons(): HTMLButtonElement[] {
  return [...place.querySelectorAll<HTMLButtonElement>('button[data-remove]')];
}

function entry(id: string): HTMLLIElement {
  const parsed = parseModelId(id);
  const pattern = place.dataset.modelPage as '/models/{owner}/{name}/';
  // The service saves only ids. Any other text has no page, so it gets no link.
  const name = parsed ? element('a', { href: href({ pattern }, parsed) }, id) : element('span', {}, id);
  const attributes = { type: 'button', class: 'quiet', 'data-remove': id };
  const remove = element('button', attributes, 'Remove', element('span', { class: 'out-of-sight' }, ` ${id}`));
  return element('li', {}, name, remove);
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('button') : null;
  if (button?.dataset.remove !== undefined) void remove(button.dataset.remove);
  else if (button?.dataset.press === 'sign-out') leave('Signed out: this tab has forgotten what it showed.');
  else if (button?.dataset.press === 'provider') void leaveForProvider();
});
wanted.form?.addEventListener('submit', (event) => {
  event.preventDefault();
  void take((event.submitter as HTMLButtonElement | null)?.value === 'save');
});
const returned = takeReturned();
if (returned !== undefined) void comeBack(returned);
takeWantedModel();
addEventListener('hashchange', takeWantedModel);
addEventListener('pageshow', ({ persisted }) => persisted && comeAgain());
comeAgain();
