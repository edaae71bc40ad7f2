// Tokens as people and identity providers hand them over: pasted into a field, or in the fragment of this page's address.

/** The names under which a fragment may bring one: our own, and that of OpenID Connect's implicit flow. */
const NAMES = ['token', 'id_token'];
const LARGEST = 8192;

/** The token in `text`, which may have been copied with what stands around it; undefined when there is none. */
export function tokenIn(text: string): string | undefined {
  const token = text
    .trim()
    .replace(/^["']|["']$/g, '')
    .replace(/^(?:Authorization:\s*)?Bearer\s+/i, '');
  return token.length <= LARGEST && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(token) ? token : undefined;
}

/** Takes the id of a model to ask for out of the address: `#ask=owner/name`. */
export function takeWish(): string | undefined {
  const wish = new URLSearchParams(location.hash.slice(1)).get('ask');
  if (wish !== null) history.replaceState(history.state, '', location.pathname + location.search);
  return wish ?? undefined;
}

/**
 * Takes a token out of the address, and the whole fragment with it, whatever else it held: neither the address bar
 * nor the history of the tab has it any more. Gives the token as it came; undefined when there was none.
 */
export function takeFromAddress(): string | undefined {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const name = NAMES.find((one) => fragment.has(one));
  if (name === undefined) return undefined;
  history.replaceState(history.state, '', location.pathname + location.search);
  return fragment.get(name) ?? '';
}
