// Sends GET and HEAD requests by Node's own modules, through the proxy of the environment. Follows redirects itself, so
// that a token goes only to the host for which it is meant.
import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { tokenFor } from './host-tokens.ts';
import type { ProxyFor } from './proxies.ts';
import { SourceFault } from './source-fault.ts';
import { TunnelAgent } from './tunnel-agent.ts';

interface WireSettings {
  proxyFor: ProxyFor;
  /** The tokens by host. They are sent only to URLs of the plan. */
  tokens: ReadonlyMap<string, string>;
  userAgent: string;
}

interface WireAsk {
  method?: 'GET' | 'HEAD';
  headers?: Record<string, string>;
  signal: AbortSignal;
  /** True for a URL of the plan. The request then has the token of the URL's host, and follows all redirects. */
  isPlanned?: boolean;
}

const MOST_REDIRECTS = 8;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export class WireClient {
  readonly #settings: WireSettings;
  readonly #http = new http.Agent({ keepAlive: true, maxFreeSockets: 64 });
  readonly #https = new https.Agent({ keepAlive: true, maxFreeSockets: 64 });
  readonly #tunnels = new Map<string, TunnelAgent>();
  /**
   * The last address to which redirects led, by the URL of the plan. The next request begins there. Storage services
   * sign such addresses for a limited time.
   */
  readonly #led = new Map<string, URL>();

  constructor(settings: WireSettings) {
    this.#settings = settings;
  }

  /** Returns the answer after redirects, with its body unread. Rejects if there is none. */
  async ask(place: string, ask: WireAsk): Promise<IncomingMessage> {
    const led = ask.isPlanned ? this.#led.get(place) : undefined;
    if (led) {
      // If the address has expired or its host does not answer, the next request begins at the URL of the plan.
      this.#led.delete(place);
      const answer = await this.#send(led, ask, undefined);
      if (answer.statusCode! < 300) {
        this.#led.set(place, led);
        return answer;
      }
      answer.resume();
    }
    return this.#follow(place, ask);
  }

  /** Closes all connections. */
  close(): void {
    for (const agent of [this.#http, this.#https, ...this.#tunnels.values()]) agent.destroy();
  }

  async #follow(place: string, ask: WireAsk): Promise<IncomingMessage> {
    let url = httpUrl(place);
    const token = ask.isPlanned ? tokenFor(this.#settings.tokens, url) : undefined;
    for (let hops = 0; ; hops++) {
      // The token is for the first request only. It is not sent after a redirect, even one on the same host.
      const answer = await this.#send(url, ask, hops === 0 ? token : undefined);
      const { location } = answer.headers;
      const isLed = ask.isPlanned ? REDIRECTS.has(answer.statusCode!) : isOtherSpelling(answer, url);
      if (!isLed || location === undefined) {
        if (ask.isPlanned && hops > 0 && answer.statusCode! < 300) this.#led.set(place, url);
        return answer;
      }
      answer.resume();
      if (hops === MOST_REDIRECTS) throw new SourceFault('file', 'redirects without end');
      url = httpUrl(location, url);
    }
  }

  #send(url: URL, { method = 'GET', headers, signal }: WireAsk, token: string | undefined): Promise<IncomingMessage> {
    const options: RequestOptions = {
      method,
      signal,
      headers: {
        'User-Agent': this.#settings.userAgent,
        'Accept-Encoding': 'identity',
        ...headers,
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
    };
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      // Node ignores the abort of a request that still waits for a connection, such as one to a silent proxy. So this
      // code rejects at once.
      const stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop, { once: true });
      const settled = () => signal.removeEventListener('abort', stop);
      this.#request(url, options).on('response', resolve).on('error', reject).once('close', settled).end();
    });
  }

  #request(url: URL, options: RequestOptions): http.ClientRequest {
    const proxy = this.#settings.proxyFor(url);
    if (!proxy) return this.#direct(url, options);
    if (url.protocol === 'https:') return https.request(url, { ...options, agent: this.#tunnel(proxy) });
    return this.#direct(proxy, {
      ...options,
      path: url.href,
      headers: { ...options.headers, ...proxyLogin(proxy), Host: url.host },
    });
  }

  #direct(url: URL, options: RequestOptions): http.ClientRequest {
    // The new URL leaves out a login in `url`, which may be the proxy's: Node would send the login to the host as a
    // header.
    const bare = new URL(url.pathname + url.search, url.origin);
    if (url.protocol === 'https:') return https.request(bare, { ...options, agent: this.#https });
    return http.request(bare, { ...options, agent: this.#http });
  }

  #tunnel(proxy: URL): TunnelAgent {
    const known = this.#tunnels.get(proxy.href);
    if (known) return known;
    const fresh = new TunnelAgent(proxy, proxyLogin(proxy));
    this.#tunnels.set(proxy.href, fresh);
    return fresh;
  }
}

/**
 * True for a redirect from another spelling of a model's id to the right one. Requests to a hub follow no other
 * redirect.
 */
function isOtherSpelling({ statusCode, headers: { location } }: IncomingMessage, url: URL): boolean {
  return (
    statusCode === 307 &&
    location !== undefined &&
    URL.canParse(location, url.href) &&
    new URL(location, url).origin === url.origin
  );
}

/** Parses an address from the plan or from a redirect. Throws a SourceFault unless it is an http(s) address. */
function httpUrl(text: string, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : undefined;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new SourceFault('file', `leads to ${JSON.stringify(text)}, no http(s) address`);
  // Node would send a login in the address as a header.
  url.username = '';
  url.password = '';
  return url;
}

function proxyLogin({ username, password }: URL): Record<string, string> {
  if (username === '') return {};
  const login = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { 'Proxy-Authorization': `Basic ${Buffer.from(login).toString('base64')}` };
}
