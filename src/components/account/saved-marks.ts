// Marks the models of the visitor's saved list wherever a page has a save button. Sends no request for a signed-out
// visitor.
import { accountRoutes } from '../../table/account-routes.ts';
import { href } from '../../table/route.ts';
import { type AccountAnswer, readAccount, setSaved } from './account-api.ts';
import { dress, isMarked } from './save-button.ts';
import { readyNotices, say, sayTrouble } from './save-notice.ts';
import { endSession, keepSession, readSession, showSession } from './session.ts';

/** Milliseconds after which a list is read again, because it may have changed elsewhere. */
const FRESH = 60_000;

let isStarted = false;
/** The last read or change of the list. They run one after the other, so that the newest list stays. */
let turn = Promise.resolve();

function mark(): void {
  const saved = new Set(readSession()?.account.saved);
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-save]'))
    dress(button, saved.has(button.dataset.save!));
}

async function refresh(): Promise<void> {
  const session = readSession();
  if (!session || Date.now() - session.read < FRESH) return;
  const told = await readAccount(session.token);
  if ('body' in told) keepSession(session.token, told.body);
  // Older marks are better than none, except after signing out.
  else if (told.status === 401) endSession();
  mark();
}

async function change(button: HTMLButtonElement): Promise<void> {
  const session = readSession();
  const { save: model = '' } = button.dataset;
  if (!session) return;
  const isSaved = !isMarked(button);
  const told = await setSaved(session.token, model, isSaved);
  if (!('body' in told)) return refused(told);
  keepSession(session.token, { ...session.account, saved: told.body.saved });
  mark();
  say(isSaved ? `Saved ${model}.` : `Took ${model} off your list.`);
}

function refused({ status, sentence }: Exclude<AccountAnswer<unknown>, { body: unknown }>): void {
  const words = status === 401 ? 'Sign in' : 'Your account';
  const link = sayTrouble(sentence, { href: href(accountRoutes.accountPage, {}), words });
  if (status !== 401) return;
  // The end of the session removes the buttons, and with them the focus.
  endSession();
  link.focus();
}

function start(): void {
  // A page that comes back from the browser's history may still show another visitor's session.
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
