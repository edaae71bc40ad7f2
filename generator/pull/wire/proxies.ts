// Reads the proxies from the environment: http_proxy, https_proxy, all_proxy and no_proxy.
import process from 'node:process';
import { own } from '../../../src/basics/own.ts';
import { UsageFailure } from '../../process/failure.ts';

/** The option `proxyEnv` of Node's agents. */
export interface Proxies {
  http_proxy?: string | undefined;
  https_proxy?: string | undefined;
  no_proxy: string;
}

/**
 * Returns the proxies for Node's agents. Reads the variables of `env` in lower or upper case. Throws a UsageFailure for
 * a malformed proxy and for a Node without proxies, since direct connections may be forbidden.
 */
export function proxiesOf(env: Record<string, string | undefined>): Proxies {
  const value = (name: string) => own(env, name) || own(env, name.toUpperCase()) || undefined;
  const named = (name: string) => proxyIn(name, value(name)) ?? proxyIn('all_proxy', value('all_proxy'));
  const [http_proxy, https_proxy] = [named('http_proxy'), named('https_proxy')];
  if ((http_proxy ?? https_proxy) !== undefined && !process.allowedNodeEnvironmentFlags.has('--use-env-proxy'))
    throw new UsageFailure('A proxy needs Node 22.21, 24.5 or newer.');
  // A name stands for its subdomains too, as it does for curl.
  const direct = (value('no_proxy') ?? '').split(/[\s,]+/).map((entry) => entry.replace(/^\*?\.(?=.)/, ''));
  const no_proxy = direct.flatMap((entry) => (/^$|^\*$/.test(entry) ? entry : [entry, `.${entry}`])).join();
  return { http_proxy, https_proxy, no_proxy };
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
