// Marks the models of the visitor's saved list wherever a page has a save button. Sends no request for a signed-out
// visitor.
import { html } from '../../basics/html.ts';
import type { accountRoutes } from '../../table/account-routes.ts';
import { element, setHtml } from '../element.ts';
import { type AccountAnswer, readAccount, setSaved } from './account-api.ts';
import { endSession, keepSession, readSession, showSession } from './session.ts';

/**
 * The icon and two empty labels. The icon is filled for a saved model and hollow for others, so that the state does not
 * depend on colour.
 */
const ICON = html`<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><path d="M4 2.5h8v11l-4-3-4 3z"/>
  </svg><span class="save-word"></span><span class="out-of-sight"></span>`;

/** Makes the button show whether its model is saved. Leaves the button alone if it shows that already. */
function dress(button: HTMLButtonElement, isSaved: boolean): void {
  if (button.dataset.saved === String(isSaved)) return;
  if (!button.firstElementChild) setHtml(button, ICON);
  const [word, rest] = button.querySelectorAll('span');
  const { save: model } = button.dataset;
  button.dataset.saved = String(isSaved);
  button.title = isSaved ? 'Take it off your saved list' : 'Put it on your saved list';
  word!.textContent = isSaved ? 'Saved' : 'Save';
  rest!.textContent = isSaved ? `: ${model}. Take it off your list` : ` ${model} to your list`;
}

const status = element('p', { class: 'out-of-sight', role: 'status' });
let trouble: HTMLElement | undefined;

/** Announces a success to screen readers, and removes an earlier failure from the screen. */
function say(sentence: string): void {
  trouble?.remove();
  status.textContent = sentence;
}

/**
 * Shows a failure over the page until the visitor dismisses it, so that nothing on the page moves. Returns the link to
 * `onward`, which stands below the sentence.
 */
function sayTrouble(sentence: string, onward: { href: string; words: string }): HTMLAnchorElement {
  trouble?.remove();
  const before = document.activeElement;
  const link = element('a', { href: onward.href }, onward.words);
  const dismiss = element('button', { type: 'button', class: 'quiet' }, 'Dismiss');
  const attributes = { class: 'card notice-bad trouble', role: 'alert' };
  const box = element('div', attributes, element('p', {}, sentence), link, dismiss);
  const close = () => {
    const hadFocus = box.contains(document.activeElement);
    box.remove();
    if (hadFocus && before instanceof HTMLElement) before.focus();
  };
  dismiss.addEventListener('click', close);
  box.addEventListener('keydown', ({ key }) => key === 'Escape' && close());
  document.body.append(box);
  trouble = box;
  return link;
}

/** The age in milliseconds at which the saved list is read again, because another tab or device may have changed it. */
const FRESH = 60_000;

let isStarted = false;
/**
 * The latest read or change of the saved list. Reads and changes run one after the other, so that an old answer never
 * replaces a newer list.
 */
let turn = Promise.resolve();

function mark(): void {
  const saved = new Set(readSession()?.account.saved);
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-save]'))
    dress(button, saved.has(button.dataset.save!));
}

async function refresh(): Promise<void> {
  const session = readSession();
  if (!session || Date.now() - session.read < FRESH) return;
  const answer = await readAccount(session.token);
  if ('body' in answer) keepSession(session.token, answer.body);
  // After a failure other than 401 the older marks stay, since they are better than none.
  else if (answer.status === 401) endSession();
  mark();
}

async function change(button: HTMLButtonElement): Promise<void> {
  const session = readSession();
  const { save: model = '' } = button.dataset;
  if (!session) return;
  const isSaved = button.dataset.saved !== 'true';
  const answer = await setSaved(session.token, model, isSaved);
  if (!('body' in answer)) return refused(answer);
  keepSession(session.token, { ...session.account, saved: answer.body.saved });
  mark();
  say(isSaved ? `Saved ${model}.` : `Took ${model} off your list.`);
}

function refused({ status, sentence }: Exclude<AccountAnswer<unknown>, { body: unknown }>): void {
  const words = status === 401 ? 'Sign in' : 'Your account';
  const link = sayTrouble(sentence, {
    href: '/account/' satisfies (typeof accountRoutes)['accountPage']['pattern'],
    words,
  });
  if (status !== 401) return;
  // Ending the session hides the buttons, so the focus moves from the hidden button to the link.
  endSession();
  link.focus();
}

function start(): void {
  // A page that comes back from the browser's history may still show the session of another visitor.
  showSession();
  if (!readSession()) return;
  mark();
  turn = turn.then(refresh);
  if (isStarted) return;
  isStarted = true;
  // Screen readers announce a text only if its element was in the page before.
  document.body.append(status);
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button[data-save]') : null;
    if (button instanceof HTMLButtonElement) turn = turn.then(() => change(button));
  });
  const results = document.querySelector('.results');
  if (results) new MutationObserver(mark).observe(results, { childList: true });
}

start();
addEventListener('pageshow', ({ persisted }) => persisted && start());
