// Makes the requests of the load: a mix of what people, tools and agents send. The order is random, but the same for
// the same seed.
import { randomNumbers } from '../bench/search-rows.ts';
import { A_FILE } from '../bench/synthetic-models.ts';

/** A request that vegeta sends, with its class and the expected status. */
export interface Target {
  class: string;
  method: 'GET' | 'HEAD' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: string;
  status: number;
}

const WORDS = 'bert base gguf llama qwen3 lora mistral small a e xl wav2vec2 nothing-is-called-so'.split(' ');
export const FILES = ['README.md', 'config.json', A_FILE, 'tokenizer.json'];
const DOCUMENTS = ['/llms.txt', '/openapi.json', '/archive.json', '/docs/quickstart/'];

/**
 * The classes of requests: the share of each in a hundred requests, and a function that makes such a request about a
 * model.
 */
const CLASSES: readonly (readonly [name: string, share: number, make: (id: string, one: One) => Partial<Target>])[] = [
  [
    'redirect',
    30,
    (id, one) => ({ method: one(['GET', 'HEAD']), path: `/${id}/resolve/main/${one(FILES)}`, status: 302 }),
  ],
  ['static answer', 20, (id) => ({ path: `/api/models/${id}` })],
  ['list of files', 8, (id) => ({ path: `/api/models/${id}/tree/main?recursive=true` })],
  ['search', 10, (_, one) => ({ path: `/api/models?search=${one(WORDS)}&limit=${one(['5', '20', '100'])}` })],
  ['page', 6, (id, one) => ({ path: one([`/models/${id}/`, '/models/']), headers: { Accept: 'text/html' } })],
  ['document', 6, (_, one) => ({ path: one(DOCUMENTS) })],
  ['registry manifest', 10, (id) => ({ path: `/v2/${id.toLowerCase()}/manifests/latest` })],
  ['MCP', 8, (id, one) => toolCall(id, one)],
  ['health', 2, () => ({ path: '/healthz' })],
];

/** Picks one of several values at random. */
type One = <T>(all: readonly T[]) => T;

function toolCall(model: string, one: One): Partial<Target> {
  const [name, given] = one<[string, object]>([
    ['search_models', { search: one(WORDS), limit: 10 }],
    ['get_model', { model }],
    ['resolve_file', { model, path: A_FILE }],
  ]);
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
  const headers = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  return { method: 'POST', path: '/mcp', headers, body: JSON.stringify(body) };
}

/** Makes `count` requests about the models `ids`. */
export function loadTargets(ids: readonly string[], count: number, seed: number): Target[] {
  const random = randomNumbers(seed);
  const one: One = (all) => all[Math.floor(random() * all.length)]!;
  const bag = CLASSES.flatMap((known) => Array<typeof known>(known[1]).fill(known));
  return Array.from({ length: count }, () => {
    const [name, , make] = one(bag);
    const { headers, ...made } = make(one(ids), one);
    const all = {
      'User-Agent': 'unknown/None; hf_hub/1.33.0; python/3.12.3',
      'Accept-Encoding': 'gzip, deflate',
      ...headers,
    };
    return { class: name, method: 'GET', path: '/', status: 200, headers: all, ...made };
  });
}
