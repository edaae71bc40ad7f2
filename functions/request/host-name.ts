// The host that a request names: whether it can be one, and whether it is this hub.

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Nearly every host there is. */
const PLAIN = /^[\w.-]+(?::\d*)?$/;
/** RFC 3986 3.2.2: a registered name or an IPv4 address; an address of the future; an IPv6 address. */
const NAME = /^(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+(?::\d*)?$/i;
const FUTURE = /^\[v[\da-f]+\.[\w.~!$&'()*+,;=:-]+\](?::\d*)?$/i;
const IPV6 = /^(\[[\da-f:.]+\])(?::\d*)?$/i;

const FIX = 'send the one of the URL you ask, with its port, without a login or a path';

/** True when `text` is a host with a port or without (RFC 9110 7.2), and not an empty one. */
function isHost(text: string): boolean {
  if (PLAIN.test(text) || NAME.test(text) || FUTURE.test(text)) return true;
  const [, address] = IPV6.exec(text) ?? [];
  return address !== undefined && URL.canParse(`http://${address}`);
}

/**
 * What is wrong with the host that a request names, as the end of a sentence; undefined when nothing is. `host` is the
 * `Host` header, `authority` that of a target in absolute form (RFC 9112 3.2). An empty `Host` leaves it to us to say
 * who is meant (3.3); an http URL always names somebody (RFC 9110 4.2.1).
 */
export function hostFault(host: string | undefined, authority: string | undefined): string | undefined {
  if (host !== undefined && host !== '' && !isHost(host)) return `its Host is no host name or IP address: ${FIX}`;
  if (authority !== undefined && !isHost(authority)) return `its target names no host name or IP address: ${FIX}`;
  return undefined;
}

/**
 * True when `host`, with or without a port, is the name in `baseUrl` or one of this very machine: the check against
 * pages that point a name of their own at our address. A caller who names nobody is no browser, and true as well.
 */
export function namesThisHub(host: string | undefined, baseUrl: string): boolean {
  if (host === undefined || host === '') return true;
  const name = hostName(`http://${host}`);
  return name !== undefined && (LOOPBACK.has(name) || name === hostName(baseUrl));
}

/** True when `host`, with its port where that is not the usual one, is that of the http(s) origin `address`. */
export function namesAddress(host: string, address: string): boolean {
  const own = address.slice(address.indexOf('//') + 2);
  const usual = address.startsWith('https:') ? ':443' : ':80';
  const named = host.toLowerCase();
  return named.startsWith(own) && ['', ':', usual].includes(named.slice(own.length));
}

function hostName(url: string): string | undefined {
  const parsed = URL.parse(url);
  return parsed?.pathname === '/' && parsed.username === '' ? parsed.hostname : undefined;
}
