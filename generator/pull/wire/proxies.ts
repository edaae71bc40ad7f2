// The proxies that the environment names, as curl reads it: http_proxy, https_proxy, all_proxy and no_proxy.
import { own } from '../../../src/basics/own.ts';

export type ProxyFor = (url: URL) => URL | undefined;

/** Gives the proxy for a URL by the variables of `env`, in lower or upper case; undefined where it is asked directly. */
export function proxiesOf(env: Record<string, string | undefined>): ProxyFor {
  const value = (name: string) => own(env, name) || own(env, name.toUpperCase()) || undefined;
  const direct = (value('no_proxy') ?? '').split(/[\s,]+/).filter((entry) => entry !== '');
  return (url) => {
    const named = value(url.protocol === 'https:' ? 'https_proxy' : 'http_proxy') ?? value('all_proxy');
    if (named === undefined || direct.some((entry) => isBelow(url, entry.toLowerCase()))) return undefined;
    const proxy = URL.canParse(named) && /^[a-z0-9]+:\/\//i.test(named) ? named : `http://${named}`;
    return URL.canParse(proxy) ? new URL(proxy) : undefined;
  };
}

function isBelow({ hostname, port, protocol }: URL, entry: string): boolean {
  if (entry === '*') return true;
  const [, host = '', only] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  if (only !== undefined && only !== (port || (protocol === 'https:' ? '443' : '80'))) return false;
  return host !== '' && (hostname === host || hostname.endsWith(`.${host}`));
}
