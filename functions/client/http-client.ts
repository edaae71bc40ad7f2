// Makes the `fetch` with which hubs and commands send requests to other servers: it ends requests that bring nothing,
// and reaches no private address.
import process from 'node:process';
import { LazyValue } from '../../src/basics/lazy-value.ts';
import { guardedConnector } from './private-address.ts';

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
  const loaded = new LazyValue(async () => {
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
