// The host that a request names: whether it can be one, and whether it is this hub.

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Characters of a name in the DNS at most (RFC 1035 2.3.4). */
const LONGEST_NAME = 253;

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
 * Names the fault of the host in a request, as the end of a sentence; undefined for a good one. `host` is the `Host`
 * header, `authority` that of a target in absolute form (RFC 9112 3.2). An empty `Host` lets us choose the host (3.3);
 * an http URL always names one (RFC 9110 4.2.1).
 */
export function hostFault(host: string | undefined, authority: string | undefined): string | undefined {
  if (host !== undefined && host !== '' && !isHost(host)) return `its Host is no host name or IP address: ${FIX}`;
  if (authority !== undefined && !isHost(authority)) return `its target names no host name or IP address: ${FIX}`;
  return undefined;
}

/** The names of a hub: that of its public address, further ones, and those of this machine. */
interface OwnNames {
  /** The public address, no trailing slash. */
  baseUrl: string;
  /** Further names, as URLs write them (HUB_HOSTS). */
  hosts: ReadonlySet<string>;
}

/**
 * The address of the hub under the name that a request came under: `host`, with or without a port. Undefined where it is
 * no name of this hub: the check against pages that point a name of their own at our address. A caller who names nobody
 * is no browser, and gets the public address. So does who comes by loopback to a hub that has a public name: a proxy that
 * passes no name on asks so.
 */
export function addressUnder(host: string | undefined, { baseUrl, hosts }: OwnNames): string | undefined {
  if (host === undefined || host === '') return baseUrl;
  const asked = hostOf(host);
  const own = new URL(baseUrl);
  if (asked === undefined) return undefined;
  const isLocal = LOOPBACK.has(asked.hostname);
  if (hosts.has(asked.hostname) || (isLocal && LOOPBACK.has(own.hostname)))
    // A proxy's protocol is unknown; at another port than the public one, callers reach the hub directly, by http.
    return `${asked.port === '' || asked.port === own.port ? own.protocol : 'http:'}//${asked.host}`;
  return isLocal || asked.hostname === own.hostname ? baseUrl : undefined;
}

/** Gives the name in `host`, which may have a port; undefined for a name that can't go into a notice. */
export function nameIn(host: string): string | undefined {
  const name = hostOf(host)?.hostname;
  return name !== undefined && name.length <= LONGEST_NAME ? name : undefined;
}

/** Tells whether `host`, with its port unless it is the usual one, is that of the http(s) origin `address`. */
export function namesAddress(host: string, address: string): boolean {
  const own = address.slice(address.indexOf('//') + 2);
  const usual = address.startsWith('https:') ? ':443' : ':80';
  const named = host.toLowerCase();
  return named.startsWith(own) && ['', ':', usual].includes(named.slice(own.length));
}

function hostOf(host: string): URL | undefined {
  const parsed = URL.parse(`http://${host}`);
  return parsed?.pathname === '/' && parsed.username === '' ? parsed : undefined;
}
