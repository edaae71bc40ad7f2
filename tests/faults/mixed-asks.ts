// Makes the requests of a typical day, all of them valid: downloads, listings, searches, pages, registry, agents,
// accounts and objects.
import { createHash } from 'node:crypto';
import { randomNumbers } from '../bench/search-rows.ts';
import { A_FILE } from '../bench/synthetic-models.ts';
import { tokenFor } from '../fixtures/identity.ts';
import { PUBLISHER_TOKEN } from './generated-asks.ts';
import type { WireAsk } from './wire.ts';

/** The number of accounts that sign in. */
const PEOPLE = 500;
/** The number of different objects, each of up to two mebibytes, that clients publish repeatedly. */
const OBJECTS = 200;
const TOKEN_MS = 300_000;
const ACCEPTED = ['gzip, deflate', 'gzip, deflate, br', 'identity', 'br'];
const WORDS = 'bert base gguf llama qwen3 lora mistral small a e xl wav2vec2 nothing-is-called-so'.split(' ');
const FILES = ['README.md', 'config.json', A_FILE, 'model-00001-of-00002.safetensors', 'tokenizer.json'];
const PAGES = [
  '/',
  '/models/',
  '/health/',
  '/archive/',
  '/spaces/',
  '/registry/',
  '/account/',
  '/docs/quickstart/',
  '/docs/',
];
const DOCUMENTS = [
  '/llms.txt',
  '/robots.txt',
  '/openapi.json',
  '/archive.json',
  '/docs/search.json',
  '/sitemap.xml',
  '/.well-known/agent-card.json',
];

/** Makes requests to a hub with the models `ids`. The same seed gives the same requests. */
export class MixedAsks {
  readonly #ids: readonly string[];
  readonly #random: () => number;
  readonly #tokens = new Map<number, { token: string; made: number }>();

  constructor(ids: readonly string[], seed: number) {
    this.#ids = ids;
    this.#random = randomNumbers(seed);
  }

  next(): WireAsk {
    const at = this.#random() * 100;
    const id = this.#one(this.#ids);
    if (at < 32) return this.#get(`/${id}/resolve/main/${this.#one(FILES)}`);
    if (at < 50) return this.#get(this.#modelPath(id));
    if (at < 62) return this.#get(this.#searchPath());
    if (at < 68) return this.#get(this.#random() < 0.5 ? `/models/${id}/` : this.#one(PAGES), { accept: 'text/html' });
    if (at < 78) return this.#get(this.#registryPath(id.toLowerCase()));
    if (at < 84) return this.#get(this.#one(DOCUMENTS));
    if (at < 90) return this.#agent(id);
    if (at < 93) return this.#paths(id);
    if (at < 96) return this.#person(id);
    if (at < 98) return this.#object();
    return this.#get(`/api/models/nobody/asked-for-${Math.floor(this.#random() * 1e6)}`);
  }

  #one<T>(all: readonly T[]): T {
    return all[Math.floor(this.#random() * all.length)]!;
  }

  #get(target: string, headers: Record<string, string> = {}): WireAsk {
    return { method: 'GET', target, headers: { 'accept-encoding': this.#one(ACCEPTED), ...headers }, body: '' };
  }

  #post(target: string, body: string | Uint8Array, headers: Record<string, string> = {}): WireAsk {
    return { method: 'POST', target, headers: { 'content-type': 'application/json', ...headers }, body };
  }

  #modelPath(id: string): string {
    const verb = this.#one([
      '',
      '/revision/main',
      '/refs',
      '/tree/main',
      '/tree/main?recursive=true',
      '/tree/main/onnx',
      '/treesize/main',
    ]);
    return this.#random() < 0.2 ? `/${id}/resolve/main/SHA256SUMS` : `/api/models/${id}${verb}`;
  }

  #searchPath(): string {
    const words = [this.#one(WORDS), this.#random() < 0.3 ? this.#one(WORDS) : ''];
    const query = `search=${words.join('')}&limit=${this.#one([5, 20, 100])}&sort=${this.#one(['downloads', 'likes', 'createdAt'])}`;
    return this.#random() < 0.2 ? `/api/hub/facets?search=${words[0]}` : `/api/models?${query}`;
  }

  #registryPath(name: string): string {
    const sha = createHash('sha256').update(`${name} ${this.#random()}`).digest('hex');
    return this.#one([
      `/v2/${name}/manifests/latest`,
      `/v2/${name}/tags/list`,
      `/v2/${name}/blobs/sha256:${sha}`,
      '/v2/',
      '/v2/_catalog',
    ]);
  }

  #agent(model: string): WireAsk {
    const [name, given] = this.#one([
      ['search_models', { search: this.#one(WORDS), limit: 10 }],
      ['get_model', { model }],
      ['resolve_file', { model, path: A_FILE }],
    ] as const);
    const params = { name, arguments: given };
    return this.#post('/mcp', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }));
  }

  #paths(id: string): WireAsk {
    return this.#post(`/api/models/${id}/paths-info/main`, JSON.stringify({ paths: ['onnx', ...FILES], expand: true }));
  }

  #person(model: string): WireAsk {
    const number = Math.floor(this.#random() * PEOPLE);
    let known = this.#tokens.get(number);
    if (!known || Date.now() - known.made > TOKEN_MS) {
      known = { token: tokenFor(`did:example:${number}`), made: Date.now() };
      this.#tokens.set(number, known);
    }
    const headers = { authorization: `Bearer ${known.token}` };
    if (this.#random() < 0.7) return this.#get('/api/account/me', headers);
    return this.#post('/api/account/saved', JSON.stringify({ model }), headers);
  }

  #object(): WireAsk {
    const number = Math.floor(this.#random() * OBJECTS);
    if (this.#random() < 0.2)
      return this.#get('/api/v1/objects?limit=20', { authorization: `Bearer ${PUBLISHER_TOKEN}` });
    const bytes = Buffer.alloc(100 + number * 10_000, `object ${number} `);
    return this.#post('/api/v1/objects', bytes, { authorization: `Bearer ${PUBLISHER_TOKEN}` });
  }
}
