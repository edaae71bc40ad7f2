// Simulates an identity provider on loopback; tests put faults into its description, its keys and its tokens.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { publicKey, token } from '../fixtures/identity.ts';

export class ProviderStandIn {
  url = '';
  /** Members that replace members of the same name in the provider's description. */
  facts: Record<string, unknown> = {};
  keys: object[] = [{ ...publicKey, kid: 'one', use: 'sig', alg: 'ES256' }];
  /** `claims` replaces claims of the ID token, `header` replaces members of the token's header. */
  claims: Record<string, unknown> = {};
  header: Record<string, unknown> = {};
  /** The answer that the token endpoint gives instead of a token. */
  refusal: { status: number; body: object | string } | undefined;
  /** The path that gets an endless answer. */
  endless: string | undefined;
  /** True if no request gets an answer. */
  isSilent = false;
  /** The requested paths. */
  readonly asked: string[] = [];
  /** The last body that the token endpoint got. */
  sent: URLSearchParams | undefined;
  readonly #server = createServer((request, response) => void this.#answer(request, response));

  async start(): Promise<this> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return this;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.asked.push(request.url!);
    if (this.isSilent) return;
    if (request.url === this.endless) return endlessly(response);
    const say = (status: number, body: object | string) =>
      response
        .writeHead(status, { 'Content-Type': 'application/json' })
        .end(typeof body === 'string' ? body : JSON.stringify(body));
    if (request.url === '/.well-known/openid-configuration') return void say(200, this.#description());
    if (request.url === '/keys') return void say(200, { keys: this.keys });
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    this.sent = new URLSearchParams(Buffer.concat(chunks).toString());
    if (this.refusal) return void say(this.refusal.status, this.refusal.body);
    say(200, { access_token: 'of no use here', token_type: 'Bearer', id_token: this.token() });
  }

  #description(): object {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      jwks_uri: `${this.url}/keys`,
      id_token_signing_alg_values_supported: ['RS256', 'ES256'],
      ...this.facts,
    };
  }

  /** Makes the ID token that the token endpoint gives. */
  token(): string {
    const now = Math.floor(Date.now() / 1000);
    const claims = { sub: 'alice', iss: this.url, aud: 'model-hub', iat: now, exp: now + 600, nonce, ...this.claims };
    return token(claims, { alg: 'ES256', typ: 'JWT', kid: 'one', ...this.header });
  }
}

export const nonce = 'the nonce of this sign-in';

function endlessly(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  const chunk = Buffer.alloc(65_536, ' ');
  const more = () => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
}
