// Reads the proxies and the tokens of sources from the environment, and rates as people write them.
import process from 'node:process';
import { own } from '../../src/basics/records.ts';
import { UsageFailure } from '../process/failure.ts';

/**
 * Returns the variables that Node's agents read as `proxyEnv`, with `all_proxy` as the proxy of both schemes. Throws a
 * UsageFailure for a proxy that Node would pass over, and for a Node without proxies, since direct connections may be
 * forbidden.
 */
export function proxiesOf(env: Record<string, string | undefined>): Record<string, string | undefined> {
  const value = (name: string) => own(env, name) || own(env, name.toUpperCase()) || undefined;
  const proxy = (name: string) => proxyIn(name, value(name)) ?? proxyIn('all_proxy', value('all_proxy'));
  const [http_proxy, https_proxy] = [proxy('http_proxy'), proxy('https_proxy')];
  if ((http_proxy ?? https_proxy) !== undefined && !process.allowedNodeEnvironmentFlags.has('--use-env-proxy'))
    throw new UsageFailure('A proxy needs Node 22.21, 24.5 or newer.');
  return { http_proxy, https_proxy, no_proxy: value('no_proxy') };
}

function proxyIn(variable: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const address = /^[a-z0-9+.-]+:\/\//i.test(text) ? text : `http://${text}`;
  const proxy = URL.canParse(address) ? new URL(address) : undefined;
  // The address may contain a password, so the message does not repeat it.
  if (!proxy || !/^https?:$/.test(proxy.protocol) || /%(?![0-9a-f]{2})/i.test(proxy.username + proxy.password))
    throw new UsageFailure(`${variable} must name an http(s) proxy, such as http://proxy.example:3128.`);
  return proxy.href;
}

/** The environment variable with the tokens: `host=token`, several separated by commas or spaces. */
export const PULL_TOKENS = 'HUB_SOURCE_TOKENS';

/**
 * Reads the tokens by host, which is `host` or `host:port`. Throws a UsageFailure, whose message does not show the
 * token.
 */
export function hostTokens(text: string | undefined): ReadonlyMap<string, string> {
  const tokens = new Map<string, string>();
  for (const pair of (text ?? '').split(/[\s,]+/)) {
    if (pair === '') continue;
    const [, host, token] = /^([a-z0-9.-]+(?::\d+)?|\[[0-9a-f:]+\](?::\d+)?)=([!-~]+)$/i.exec(pair) ?? [];
    if (host === undefined || token === undefined)
      throw new UsageFailure(`${PULL_TOKENS} must list tokens by host, such as files.example.org=TOKEN.`);
    tokens.set(host.toLowerCase(), token);
  }
  return tokens;
}

/** Returns the token for a URL; undefined for an unencrypted connection, except to this machine. */
export function tokenFor(tokens: ReadonlyMap<string, string>, url: URL): string | undefined {
  const isLocal = /^(localhost|127\..*|\[::1\])$/.test(url.hostname);
  return url.protocol === 'https:' || isLocal ? tokens.get(url.host) : undefined;
}

/** Parses a rate in bytes per second, such as 500K, 10M or 1.5G. Throws a UsageFailure for other text, and for zero. */
export function parseRate(text: string): number {
  const [, number, unit = ''] = /^(\d{1,9}(?:\.\d{1,3})?)([kmg]?)b?(?:\/s)?$/i.exec(text) ?? [];
  const rate = Math.floor(Number(number) * 1000 ** ' kmg'.indexOf(unit.toLowerCase() || ' '));
  if (rate > 0) return rate;
  throw new UsageFailure('--limit-rate must be bytes a second, such as 500K, 20M or 1.5G.');
}
