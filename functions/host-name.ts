// Whether a request was meant for this hub: the check against pages that point a name of their own at our address.

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * True when `host`, a `Host` header with or without a port, is the name in `baseUrl` or one of this very machine.
 * A caller without one is no browser, and true as well.
 */
export function namesThisHub(host: string | undefined, baseUrl: string): boolean {
  if (host === undefined) return true;
  const name = hostName(`http://${host}`);
  return name !== undefined && (LOOPBACK.has(name) || name === hostName(baseUrl));
}

function hostName(url: string): string | undefined {
  const parsed = URL.parse(url);
  return parsed?.pathname === '/' && parsed.username === '' ? parsed.hostname : undefined;
}
