// Checks the host that a request names: whether the name is valid, and whether it is one of this hub's names.

const LOOPBACK: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The maximum length in characters of a name in the DNS (RFC 1035 2.3.4). */
const LONGEST_NAME = 253;

/**
 * `NAME` matches a registered name or an IPv4 address, `FUTURE` an IP address of a future version, and `IPV6` an IPv6
 * address (RFC 3986 3.2.2).
 */
const NAME = /^(?:[\w.~!$&'()*+,;=-]|%[\da-f]{2})+(?::\d*)?$/i;
const FUTURE = /^\[v[\da-f]+\.[\w.~!$&'()*+,;=:-]+\](?::\d*)?$/i;
const IPV6 = /^(\[[\da-f:.]+\])(?::\d*)?$/i;

const FIX = 'send the one of the URL you ask, with its port, without a login or a path';

/** True if `text` is a host, with or without a port (RFC 9110 7.2). An empty text is no host. */
function isHost(text: string): boolean {
  if (NAME.test(text) || FUTURE.test(text)) return true;
  const [, address] = IPV6.exec(text) ?? [];
  return address !== undefined && URL.canParse(`http://${address}`);
}

/**
 * Names the fault of the host in a request, as the end of a sentence; undefined for a good host. `host` is the `Host`
 * header; `authority` is the host in a target in absolute form (RFC 9112 3.2). An empty `Host` is allowed, and the
 * server chooses the host (RFC 9112 3.3); an http URL always names a host (RFC 9110 4.2.1).
 */
export function hostFault(host: string | undefined, authority: string | undefined): string | undefined {
  if (host !== undefined && host !== '' && !isHost(host)) return `its Host is no host name or IP address: ${FIX}`;
  if (authority !== undefined && !isHost(authority)) return `its target names no host name or IP address: ${FIX}`;
  return undefined;
}

/** The names of a hub: the name of its public address, further names, and the names of this machine. */
interface OwnNames {
  /** The public address of the hub, without a trailing slash. */
  baseUrl: string;
  /** Further names in the spelling that URLs use (HUB_HOSTS). */
  hosts: ReadonlySet<string>;
}

/**
 * Returns the hub's base URL under the name that a request used: `host`, with or without a port. Returns undefined for
 * a name that is not this hub's, as a guard against websites whose own name points at this hub's address. Two kinds of
 * requests get the public address. The first has no name, and no browser sends it. The second comes by loopback to a
 * hub with a public name, as from a proxy that does not pass the name on.
 */
export function addressUnder(host: string | undefined, { baseUrl, hosts }: OwnNames): string | undefined {
  if (host === undefined || host === '') return baseUrl;
  const asked = hostOf(host);
  const own = new URL(baseUrl);
  if (asked === undefined) return undefined;
  const isLocal = LOOPBACK.has(asked.hostname);
  if (hosts.has(asked.hostname) || (isLocal && LOOPBACK.has(own.hostname)))
    // The protocol between a caller and a proxy is unknown here. At any port but the public one, callers reach the hub
    // directly by http.
    return `${asked.port === '' || asked.port === own.port ? own.protocol : 'http:'}//${asked.host}`;
  return isLocal || asked.hostname === own.hostname ? baseUrl : undefined;
}

/**
 * Returns the name in `host`, without the port. Returns undefined for a malformed name, and for a name that is longer
 * than the DNS allows.
 */
export function nameIn(host: string): string | undefined {
  const name = hostOf(host)?.hostname;
  return name !== undefined && name.length <= LONGEST_NAME ? name : undefined;
}

/**
 * True if `host` names the host of the http(s) origin `address`. It must name the port, unless the port is the default
 * one.
 */
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

/** The maximum number of names that are reported and remembered. It is limited because anybody may send new names. */
const MOST_NAMES = 50;

/** Makes a function that writes one notice for each unknown name. The notice says which variable to set. */
export function unknownNames(writeNotice: (sentence: string) => void): (name: string) => void {
  const reported = new Set<string>();
  return (name) => {
    if (reported.size > MOST_NAMES || reported.has(name)) return;
    reported.add(name);
    writeNotice(
      reported.size > MOST_NAMES
        ? `Requests came under more than ${MOST_NAMES} names that this hub does not have; it logs no further one.`
        : `A request came under the name ${name}, which this hub does not have: /mcp refuses it, and links ` +
            'lead to another. If the hub goes by it, add it to HUB_HOSTS.',
    );
  };
}
