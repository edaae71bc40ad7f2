// Finds tokens that people and identity providers hand over: pasted into a field, or in the fragment of this page's
// address.

/** The names of the parameter with a token in a fragment: our own, and that of OpenID Connect's implicit flow. */
const NAMES = ['token', 'id_token'];
const LARGEST = 8192;

/** Gives the token in `text` without quotes or `Authorization: Bearer`; undefined if there is none. */
export function tokenIn(text: string): string | undefined {
  const token = text
    .trim()
    .replace(/^["']|["']$/g, '')
    .replace(/^(?:Authorization:\s*)?Bearer\s+/i, '');
  return token.length <= LARGEST && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token) ? token : undefined;
}

/**
 * Reads the id of a model to request from the fragment (`#ask=owner/name`), and removes the fragment from the address.
 * Returns undefined if the fragment has no `ask`.
 */
export function takeWish(): string | undefined {
  const wish = new URLSearchParams(location.hash.slice(1)).get('ask');
  if (wish !== null) history.replaceState(history.state, '', location.pathname + location.search);
  return wish ?? undefined;
}

/**
 * Reads a token from the address, and removes the whole fragment, so that neither the address bar nor the history of
 * the tab keeps it. Gives the token unchanged; undefined if there was none.
 */
export function takeFromAddress(): string | undefined {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const name = NAMES.find((one) => fragment.has(one));
  if (name === undefined) return undefined;
  history.replaceState(history.state, '', location.pathname + location.search);
  return fragment.get(name) ?? '';
}
