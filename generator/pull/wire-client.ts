// Sends GET requests by Node's own modules, through the proxy of the environment. Follows redirects itself, so that a
// token goes only to the host for which it is meant.
import http, { type IncomingMessage, type RequestOptions } from 'node:http';
import https from 'node:https';
import { tokenFor } from './environment.ts';

type FaultKind =
  /** The source may answer later, and is asked again after a pause. */
  | 'away'
  /** The source lacks this file or has other bytes. It is still asked for other files. */
  | 'file'
  /** The source ignores ranges. It is asked only when no other source is left. */
  | 'whole';

/** The fault of a source. Its kind says whether the source is asked again. */
export class SourceFault extends Error {
  readonly kind: FaultKind;
  /** The number of milliseconds that the source asks clients to wait; undefined if it does not say. */
  readonly wait: number | undefined;

  constructor(kind: FaultKind, reason: string, wait?: number) {
    super(reason);
    this.kind = kind;
    this.wait = wait;
  }
}

interface WireSettings {
  /** The environment, of which Node's agents read the proxies; none by default. */
  env?: Record<string, string | undefined>;
  /** The tokens by host. They are sent only to URLs of the plan. */
  tokens: ReadonlyMap<string, string>;
  userAgent: string;
}

interface WireAsk {
  headers?: Record<string, string>;
  signal?: AbortSignal;
  /** The milliseconds after which the request ends if its source sends nothing while somebody reads. */
  silence?: number | undefined;
  /** True for a URL of the plan. The request then has the token of the URL's host, and follows all redirects. */
  isPlanned?: boolean;
}

/** The milliseconds after which a request ends that brings nothing. */
const SILENCE_MS = 30_000;
const MOST_REDIRECTS = 8;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);

export class WireClient {
  readonly #settings: WireSettings;
  readonly #http: http.Agent;
  readonly #https: https.Agent;
  /**
   * The last address to which redirects led, by the URL of the plan. The next request begins there. Storage services
   * sign such addresses for a limited time.
   */
  readonly #led = new Map<string, URL>();

  constructor(settings: WireSettings) {
    this.#settings = settings;
    const options = { keepAlive: true, maxFreeSockets: 64, proxyEnv: { ...settings.env } };
    this.#http = new http.Agent(options);
    this.#https = new https.Agent(options);
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
    for (const agent of [this.#http, this.#https]) agent.destroy();
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

  #send(
    url: URL,
    { headers, signal, silence = SILENCE_MS }: WireAsk,
    token: string | undefined,
  ): Promise<IncomingMessage> {
    const [request, agent] = url.protocol === 'https:' ? [https.request, this.#https] : [http.request, this.#http];
    const options: RequestOptions = {
      agent,
      timeout: silence,
      ...(signal && { signal }),
      headers: {
        'User-Agent': this.#settings.userAgent,
        'Accept-Encoding': 'identity',
        ...headers,
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      },
    };
    return new Promise((resolve, reject) => {
      signal?.throwIfAborted();
      // Node ignores the abort of a request that still waits for a connection, such as one to a silent proxy. So this
      // code rejects at once.
      const stop = () => reject(signal?.reason);
      signal?.addEventListener('abort', stop, { once: true });
      const late = () => void sent.destroy(new SourceFault('away', 'sends nothing'));
      const sent = request(url, options, (answer) => {
        const { socket } = answer;
        const silent = () => {
          // If nobody reads what came, the source does not cause the silence.
          if (answer.readableLength > 0) socket.setTimeout(silence);
          else answer.destroy(new SourceFault('away', 'sends nothing'));
        };
        sent.off('timeout', late).once('close', () => socket.off('timeout', silent));
        socket.on('timeout', silent);
        resolve(answer);
      });
      sent.once('timeout', late).on('error', reject);
      sent.once('close', () => signal?.removeEventListener('abort', stop));
      sent.end();
    });
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
