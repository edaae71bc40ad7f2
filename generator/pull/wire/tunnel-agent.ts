// Connects to https hosts through a proxy, by CONNECT requests (RFC 9110 section 9.3.6).
import http, { type ClientRequest } from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import tls from 'node:tls';

export class TunnelAgent extends https.Agent {
  readonly #proxy: URL;
  readonly #headers: Record<string, string>;
  /** CONNECT requests that the proxy has not answered yet. */
  readonly #opening = new Set<ClientRequest>();

  constructor(proxy: URL, headers: Record<string, string>) {
    super({ keepAlive: true, maxFreeSockets: 64 });
    this.#proxy = proxy;
    this.#headers = headers;
  }

  override destroy(): void {
    for (const asked of this.#opening) asked.destroy();
    super.destroy();
  }

  override createConnection(
    options: tls.ConnectionOptions & { host?: string; port?: number | string },
    done?: (error: Error | null, stream: Duplex) => void,
  ): Duplex | undefined {
    const { protocol, hostname, port } = this.#proxy;
    const host = options.host!.includes(':') ? `[${options.host}]` : options.host;
    const target = `${host}:${options.port ?? 443}`;
    const { request } = protocol === 'https:' ? https : http;
    const fail = (error: Error) => done?.(error, undefined as never);
    const asked = request({
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port: port || (protocol === 'https:' ? 443 : 80),
      method: 'CONNECT',
      path: target,
      headers: { ...this.#headers, Host: target },
      agent: false,
    });
    this.#opening.add(asked);
    asked
      .on('close', () => this.#opening.delete(asked))
      .on('connect', ({ statusCode }, socket: Socket) => {
        if (statusCode === 200) {
          done?.(null, tls.connect({ ...options, socket, servername: options.servername ?? options.host! }));
          return;
        }
        socket.destroy();
        fail(new Error(`the proxy answers with ${statusCode}`));
      })
      .on('error', fail)
      .end();
    return undefined;
  }
}
