// Marks the models of the visitor's saved list wherever a page has a save button. Sends no request for a signed-out
// visitor.
import type { accountRoutes } from '../../table/account-routes.ts';
import { type AccountAnswer, readAccount, setSaved } from './account-api.ts';
import { dress, isMarked } from './save-button.ts';
import { readyNotices, say, sayTrouble } from './save-notice.ts';
import { endSession, keepSession, readSession, showSession } from './session.ts';

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
  const isSaved = !isMarked(button);
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
  readyNotices();
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button[data-save]') : null;
    if (button instanceof HTMLButtonElement) turn = turn.then(() => change(button));
  });
  const results = document.querySelector('.results');
  if (results) new MutationObserver(mark).observe(results, { childList: true });
}

start();
addEventListener('pageshow', ({ persisted }) => persisted && start());
