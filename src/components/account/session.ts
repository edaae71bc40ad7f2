// Keeps the session of this tab: the token, and the account as last read. The browser stores both until the tab is
// closed.
import type { Account } from '../../shapes/account.ts';

interface Session {
  token: string;
  account: Account;
  /** The time at which the account was read, in milliseconds since 1970. */
  read: number;
}

/** The key in `sessionStorage`; layouts/theme.js reads this key before the first paint. */
const PLACE = 'account';
/** The session if the browser refuses to store it; it then lasts as long as the page. */
let held: Session | undefined;

/** Gives the session of this tab; undefined if nobody is signed in. */
export function readSession(): Session | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(PLACE) ?? 'null') as Session | null;
    return Array.isArray(kept?.account?.saved) ? kept : held;
  } catch {
    return held;
  }
}

/** Stores the token with the account that was just read, and shows the page as signed in. Returns the new session. */
export function keepSession(token: string, account: Account): Session {
  const session = { token, account, read: Date.now() };
  try {
    sessionStorage.setItem(PLACE, JSON.stringify(session));
  } catch {
    held = session;
  }
  showSession(true);
  return session;
}

/** Forgets the token and the account. */
export function endSession(): void {
  held = undefined;
  try {
    sessionStorage.removeItem(PLACE);
  } catch {
    // If the browser has no storage, there is nothing to forget.
  }
  showSession(false);
}

/** Tells the style sheets whether anybody is signed in. */
export function showSession(isSignedIn = readSession() !== undefined): void {
  document.documentElement.toggleAttribute('data-account', isSignedIn);
}
