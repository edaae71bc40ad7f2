// Makes the `fetch` with which hubs and commands send requests to other servers: it ends requests that bring nothing,
// and reaches no private address.

import { BlockList, isIP, type LookupFunction } from 'node:net';
import process from 'node:process';
import type { buildConnector } from 'undici';
import { lazyValue } from '../../src/basics/remembered.ts';

interface ClientSettings {
  /**
   * The URLs whose hosts and ports may be private addresses. To any other private address no byte is sent: the request
   * rejects with a PrivateAddress as its cause. If it is undefined, all addresses are allowed.
   */
  named?: readonly string[] | undefined;
  /**
   * The milliseconds after which a request rejects if no head of an answer came, or no byte of its body while the
   * caller waited for one. The default is 60,000.
   */
  silence?: number | undefined;
}

const SILENCE_MS = 60_000;

/**
 * Makes a `fetch`. Its package is loaded for the first request, because a start must not wait for it. Requests to all
 * addresses go through the proxies of the environment if NODE_USE_ENV_PROXY=1 asks for that, as they do in Node.
 */
export function createClient({ named, silence = SILENCE_MS }: ClientSettings): typeof fetch {
  const loaded = lazyValue(async () => {
    const { Agent, buildConnector, EnvHttpProxyAgent, fetch } = await import('undici');
    const limits = { headersTimeout: silence, bodyTimeout: silence };
    if (named) return { fetch, dispatcher: new Agent({ ...limits, connect: guardedConnector(buildConnector, named) }) };
    const isProxied = process.env.NODE_USE_ENV_PROXY === '1';
    return { fetch, dispatcher: isProxied ? new EnvHttpProxyAgent(limits) : new Agent(limits) };
  });
  return (async (input: string | URL, init?: object) => {
    const { fetch, dispatcher } = await loaded.get();
    return fetch(input, { ...init, dispatcher });
  }) as unknown as typeof fetch;
}

/** Thrown if a connection to a private address is refused. */
export class PrivateAddress extends Error {
  constructor(host: string, address: string) {
    const where = host === address ? host : `${host}, which is ${address}`;
    super(`it leads to the private address ${where}; HUB_UPSTREAM_PRIVATE=on allows that`);
  }
}

/**
 * The IPv4 ranges that the public internet does not reach: IANA's special-purpose registries (RFC 6890), and multicast.
 */
const PRIVATE_4 =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 ' +
  '192.0.2.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3';
/** The private IPv6 ranges, and those whose addresses contain an IPv4 address (SIIT, 6to4, Teredo, local NAT64). */
const PRIVATE_6 =
  '::/96 ::ffff:0:0:0/96 64:ff9b:1::/48 100::/64 2001::/23 2001:db8::/32 2002::/16 fc00::/7 fe80::/9 ff00::/8';
/** The NAT64 prefix, by which a network without IPv4 reaches all IPv4 addresses (RFC 6052). */
const NAT64 = '64:ff9b::';

/** The ranges as Node compares them. Reading them takes milliseconds, for which no start waits. */
let ranges: BlockList | undefined;
function unreachable(): BlockList {
  if (ranges) return ranges;
  ranges = new BlockList();
  for (const range of `${PRIVATE_4} ${PRIVATE_6}`.split(' ')) {
    const [net = '', bits] = range.split('/');
    ranges.addSubnet(net, Number(bits), isIP(net) === 4 ? 'ipv4' : 'ipv6');
  }
  return ranges;
}

/** True for an IP address of a private or special network. An IPv4 address that is mapped into IPv6 counts too. */
export function isPrivate(address: string): boolean {
  const [plain = ''] = address.split('%');
  if (isIP(plain) === 4) return unreachable().check(plain, 'ipv4');
  const canonical = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  if (!canonical.startsWith(NAT64)) return unreachable().check(canonical, 'ipv6');
  // The last two groups are the IPv4 address.
  const groups = `0:${canonical.slice(NAT64.length) || '0'}`.split(':').slice(-2);
  return unreachable().check(`::ffff:${groups.join(':')}`, 'ipv6');
}

/** Works like `dns.lookup`, but skips private addresses. */
const lookupPublic: LookupFunction = (host, options, done) => {
  process.getBuiltinModule('node:dns').lookup(host, { ...options, all: true }, (error, found) => {
    if (error) return done(error, '');
    const open = found.filter(({ address }) => !isPrivate(address));
    if (open.length === 0) return done(new PrivateAddress(host, found[0]?.address ?? host), '');
    if (options.all) done(null, open);
    else done(null, open[0]!.address, open[0]!.family);
  });
};

const bare = (host: string) => host.replace(/^\[|\]$/g, '').toLowerCase();

/** Returns the host of a URL with its port. For a URL without a port, returns the host with each default port. */
function placesOf(url: string): string[] {
  const { hostname, port } = new URL(url);
  return (port === '' ? ['80', '443'] : [port]).map((one) => `${bare(hostname)} ${one}`);
}

/**
 * Makes a connector, by undici's `build`, that connects to the hosts and ports of the URLs in `named` without a check.
 * A URL without a port allows the default ports of both schemes. Any other connection to a private address fails with a
 * PrivateAddress before a byte is sent.
 */
function guardedConnector(build: typeof buildConnector, named: readonly string[]): buildConnector.connector {
  const places = new Set(named.flatMap(placesOf));
  const [free, guarded] = [build({}), build({ lookup: lookupPublic })];
  return (options, done) => {
    const host = bare(options.hostname);
    const port = options.port || (options.protocol === 'https:' ? '443' : '80');
    if (places.has(`${host} ${port}`)) free(options, done);
    // A host that is an IP address is not looked up.
    else if (isIP(host) && isPrivate(host)) done(new PrivateAddress(host, host), null);
    else guarded(options, done);
  };
}
