// The start of a URL, to which paths are added: `https://host`, `http://127.0.0.1:9001/mirror`.

/**
 * Reads an http(s) URL to which paths can be added, and removes its trailing slashes. Undefined for another scheme, and
 * for a URL with a login, a query or a fragment.
 */
export function parseUrlBase(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '' || /[?#]/.test(text))
    return undefined;
  return url.origin + url.pathname.replace(/\/+$/, '');
}
