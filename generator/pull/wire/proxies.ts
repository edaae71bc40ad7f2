// Reads the proxies from the environment, as curl does: http_proxy, https_proxy, all_proxy and no_proxy.
import { own } from '../../../src/basics/own.ts';
import { UsageFailure } from '../../process/failure.ts';

export type ProxyFor = (url: URL) => URL | undefined;

/**
 * Makes a function that returns the proxy for a URL; undefined for a direct connection. Reads the variables of `env` in
 * lower or upper case. Throws a UsageFailure for a malformed proxy, since direct connections may be forbidden.
 */
export function proxiesOf(env: Record<string, string | undefined>): ProxyFor {
  const value = (name: string) => own(env, name) || own(env, name.toUpperCase()) || undefined;
  const direct = (value('no_proxy') ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
  const named = (name: string) => proxyIn(name, value(name)) ?? proxyIn('all_proxy', value('all_proxy'));
  const [plain, secure] = [named('http_proxy'), named('https_proxy')];
  return (url) => {
    const proxy = url.protocol === 'https:' ? secure : plain;
    return proxy && !direct.some((entry) => isBelow(url, entry.toLowerCase())) ? proxy : undefined;
  };
}

function proxyIn(variable: string, text: string | undefined): URL | undefined {
  if (text === undefined) return undefined;
  const address = /^[a-z0-9+.-]+:\/\//i.test(text) ? text : `http://${text}`;
  const proxy = URL.canParse(address) ? new URL(address) : undefined;
  // The address may contain a password, so the message does not repeat it.
  if (!proxy || !/^https?:$/.test(proxy.protocol) || /%(?![0-9a-f]{2})/i.test(proxy.username + proxy.password))
    throw new UsageFailure(`${variable} must name an http(s) proxy, such as http://proxy.example:3128.`);
  return proxy;
}

function isBelow({ hostname, port, protocol }: URL, entry: string): boolean {
  if (entry === '*') return true;
  const [, host = '', only] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  if (only !== undefined && only !== (port || (protocol === 'https:' ? '443' : '80'))) return false;
  return host !== '' && (hostname === host || hostname.endsWith(`.${host}`));
}
