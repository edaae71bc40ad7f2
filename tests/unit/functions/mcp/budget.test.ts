// Tests that answers are small enough for an agent: the documentation gives each tool a budget of tokens, and its
// largest answers must keep to it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { modelRow } from '../../../../src/dialects/hub/model-row.ts';
import { withTables } from '../../../../src/docs/docs-tables.ts';
import { hashShard } from '../../../../src/nouns/address.ts';
import { compareBytewise } from '../../../../src/nouns/file-path.ts';
import { formatDirections } from '../../../../src/resolve/directions.ts';
import { noFacets } from '../../../../src/search/facets.ts';
import type { SearchPort } from '../../../../src/search/search-port.ts';
import { SOURCE_FORMAT } from '../../../../src/shapes/formats.ts';
import { DIRECTIONS, hashShardPath, modelKey } from '../../../../src/tree/static-tree.ts';
import { baseUrl, openInMemory } from '../../../fixtures/hub.ts';
import { memoryHub } from '../../../fixtures/memory-hub.ts';
import { treeOver } from '../../../fixtures/tree-over.ts';
import { type Answered, askMcp } from './ask-mcp.ts';

const ROWS = 520;
const hex = (number: number, length: number) => (number * 2654435761).toString(16).padStart(length, 'e').slice(-length);
const bytes = (value: object) => new TextEncoder().encode(JSON.stringify(value));

/** Makes the row of a model with a long id and many facts, as real models have. */
function row(at: number) {
  const model = {
    id: `some-research-organisation/Llama-3.3-70B-Instruct-abliterated-${at}`,
    revision: hex(at + 1, 40),
    files: [{ path: 'model.safetensors', size: 141_107_412_992, sha256: hex(at, 64) }],
    manifest: `blake3:${hex(at, 64)}`,
    sources: ['Source A', 'Source B'],
    opaqueId: hex(at, 24),
  };
  const tags = ['safetensors', 'llama', 'conversational', 'en', 'text-generation-inference', 'region:us'];
  const facts = { license: 'apache-2.0', pipeline_tag: 'text-generation', library: 'transformers', tags };
  const counts = { downloads: 123_456_789, likes: 12_345, parameters: 70_553_706_496, context: 131_072 };
  return modelRow(model, { ...facts, ...counts });
}

const rows = Array.from({ length: ROWS }, (_, at) => row(at));
const { id, sha } = rows[0]!;

/** Half of the files are shards of weights, the other half are configurations of checkpoints. */
const files = Array.from({ length: 1200 }, (_, at) => {
  const shard = `quantized/model-${String(at).padStart(5, '0')}-of-01200.safetensors`;
  return { path: at % 2 ? shard : `checkpoint-${at}/config.json`, size: 4_976_698_672, sha256: hex(at, 64) };
}).sort((a, b) => compareBytewise(a.path, b.path));
const directions = formatDirections({ id, revision: sha, license: null, files, folders: [] }, [
  { format: SOURCE_FORMAT, model: null, kind: 'http', source: 'srca', id, revision: sha },
]);

/** The hash of a file that every model has. */
const known = hex(7, 64);
const everywhere = rows.map((one) => JSON.stringify([known, one.id, one.sha, files.at(-1)!.path]));

/** The search over the rows, with only what the tools ask of it. */
const search: Partial<SearchPort> = {
  search: ({ limit }) => ({
    kind: 'page',
    rows: [...rows.keys()].slice(0, limit),
    ...(limit < ROWS && { next: 'more' }),
  }),
  count: () => ROWS,
  rows: (numbers) => Array.from(numbers, (at) => bytes(rows[at]!)),
  rowOf: () => bytes(rows[0]!),
  figuresOf: () => undefined,
  facets: () => ({ total: ROWS, facets: noFacets() }),
};

const tree = treeOver(openInMemory(inject('fixture').dist), {
  isSigned: false,
  text: (path) => (path === hashShardPath(hashShard(known)) ? `[\n${everywhere.join(',\n')}\n]\n` : undefined),
  range: (path, start, end) => (path === `${modelKey(id)}/${DIRECTIONS}` ? directions.subarray(start, end) : undefined),
  search: () => search as SearchPort,
});

const hub = memoryHub({}, tree);

/** Estimates the tokens of a text: one token for two digits of a hash, and one token for three bytes of other text. */
function tokensOf(text: string): number {
  const hashes = (text.match(/[0-9a-f]{32,}/g) ?? []).join('').length;
  return hashes / 2 + (Buffer.byteLength(text) - hashes) / 3;
}

const page = withTables(readFileSync(join(import.meta.dirname, '../../../../content/docs/mcp.md'), 'utf8'));

/** Reads the budget of a tool from the documentation, in tokens. */
function stated(name: string): number {
  const found = new RegExp(`^\\| \`${name}\` \\|.*\\| ([\\d,]+) \\|$`, 'm').exec(page)![1]!;
  return Number(found.replaceAll(',', ''));
}

const textOf = ({ result }: Answered) => (result as { content: [{ text: string }] }).content[0].text;
const call = (name: string, given: object) =>
  askMcp(hub, { method: 'tools/call', params: { name, arguments: given } }, '2025-11-25');

test('search_models keeps its budget with the most rows that a call may request', async () => {
  const text = textOf(await call('search_models', { limit: 500 }));
  const { models, total, note } = JSON.parse(text) as { models: object[]; total: number; note: string };
  expect(tokensOf(text)).toBeLessThan(stated('search_models'));
  expect(models.length).toBeGreaterThan(100);
  expect(total).toBe(ROWS);
  expect(note).toBe(`These are the first ${models.length} of 520: narrow the search, since an answer holds no more.`);
});

test('get_model keeps its budget with two hundred files of many more', async () => {
  const text = textOf(await call('get_model', { model: id }));
  const answer = JSON.parse(text) as { files: object[]; files_truncated_note: string };
  expect(tokensOf(text)).toBeLessThan(stated('get_model'));
  expect(answer).toMatchObject({ files_total: 1200, files_truncated: true, total_bytes: 1200 * 4_976_698_672 });
  expect(answer.files).toHaveLength(200);
  expect(answer.files_truncated_note).toContain(`GET ${baseUrl}/api/models/${id}/tree/main`);
});

test('resolve_file keeps its budget', async () => {
  const text = textOf(await call('resolve_file', { model: id, path: files.at(-1)!.path }));
  expect(JSON.parse(text)).toMatchObject({ engine: 'vllm', source: 'srca' });
  expect(tokensOf(text)).toBeLessThan(stated('resolve_file'));
});

test('identify_file keeps its budget for a file that every model has', async () => {
  const text = textOf(await call('identify_file', { sha256: known.toUpperCase() }));
  expect(JSON.parse(text)).toMatchObject({ sha256: known, total: ROWS, files: { length: 20 } });
  expect(tokensOf(text)).toBeLessThan(stated('identify_file'));
});

test('tools/list keeps its budget', async () => {
  const { result } = await askMcp(hub, { method: 'tools/list' }, '2025-11-25');
  expect(tokensOf(JSON.stringify(result)), 'LIST_TOKENS in src/tools/tools.ts').toBeLessThan(stated('tools/list'));
});
