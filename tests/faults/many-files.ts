// Makes a model with very many files, a small model beside it, and every request for which the hub searches the large
// one.
import { createHash } from 'node:crypto';
import { MAX_TAGS } from '../../src/basics/limits.ts';
import type { FixtureRow } from '../fixtures/rows.ts';

const LARGE = 'acme/large';
const SMALL = 'acme/small';

const hex = (algorithm: string, text: string) => createHash(algorithm).update(text).digest('hex');
const FIRST = ['README.md', 'config.json', 'model.safetensors'];

/** Returns the path of the file with this number. Each folder has a hundred files. */
function pathAt(at: number): string {
  const digits = (number: number, length: number) => String(number).padStart(length, '0');
  const behind = at - FIRST.length;
  return FIRST[at] ?? `data/part-${digits(Math.floor(behind / 100), 4)}/file-${digits(behind % 100, 2)}.bin`;
}

/**
 * Makes the rows of both models. The large model has `count` files. One source has all its files, and another source
 * has every second file.
 */
export function rowsOfFiles(count: number): FixtureRow[] {
  const paths = Array.from({ length: count }, (_, at) => pathAt(at));
  const files = paths.map((path, at) => ({ path, size: 1000 + at, sha256: hex('sha256', path) }));
  const revision = hex('sha1', LARGE);
  const half = paths.filter((_, at) => at % 2 === 0);
  return [
    { id: LARGE, revision, files, sources: [{ source: 'srca' }, { source: 'srcb', files: half }] },
    { id: SMALL, revision, files: files.slice(0, 5) },
  ];
}

/** A request about the large model. */
export interface Asked {
  method: 'GET' | 'HEAD' | 'POST';
  target: string;
  headers: Record<string, string>;
  body?: string;
}

const get = (target: string, headers: Record<string, string> = {}): Asked => ({ method: 'GET', target, headers });
const post = (target: string, body: object, headers: Record<string, string> = {}): Asked => ({
  ...{ method: 'POST', target, body: JSON.stringify(body) },
  headers: { 'content-type': 'application/json', ...headers },
});
const tool = (name: string, given: object) =>
  post(
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } },
    { accept: 'application/json, text/event-stream', 'mcp-protocol-version': '2025-06-18' },
  );

/** Makes the requests about a model of `count` files, by name. Each call requests another file. */
export function requestsOf(count: number): Record<string, () => Asked> {
  let asked = 0;
  const at = () => (asked++ * 7919) % count;
  const file = () => pathAt(at());
  const folder = () => `data/part-${String(Math.floor((at() - FIRST.length) / 100) + 1).padStart(4, '0')}`;
  const paths = (many: number) => ({ paths: Array.from({ length: many }, file), expand: true });
  const info = `/api/models/${LARGE}`;
  return {
    resolve: () => get(`/${LARGE}/resolve/main/${file()}`),
    'resolve at a pin': () => get(`/via/srcb/${LARGE}/resolve/main/${file()}`),
    'resolve, missing': () => get(`/${LARGE}/resolve/main/${file()}.part`),
    raw: () => get(`/${LARGE}/raw/main/${file()}`),
    'checksums, a range': () => get(`/${LARGE}/resolve/main/SHA256SUMS`, { range: 'bytes=0-99' }),
    'paths-info of one': () => post(`${info}/paths-info/main`, paths(1)),
    'paths-info of 1,000': () => post(`${info}/paths-info/main`, paths(1000)),
    'info at a commit': () => get(`${info}/revision/main`, { 'if-none-match': '*' }),
    'tree of a folder': () => get(`${info}/tree/main/${folder()}?recursive=true`),
    'tree of a folder at a pin': () => get(`/via/srca${info}/tree/main/${folder()}`),
    'treesize of a folder': () => get(`${info}/treesize/main/${folder()}`),
    refs: () => get(`${info}/refs?include_prs=1`),
    blob: () => get(`/v2/${LARGE}/blobs/sha256:${hex('sha256', file())}`),
    'blob, unknown': () => get(`/v2/${LARGE}/blobs/sha256:${hex('sha256', `none ${at()}`)}`),
    manifest: () => ({ ...get(`/v2/${LARGE}/manifests/latest`), method: 'HEAD' }),
    tags: () => get(`/v2/${LARGE}/tags/list`),
    get_model: () => tool('get_model', { model: LARGE }),
    resolve_file: () => tool('resolve_file', { model: LARGE, path: file() }),
    page: () => ({ ...get(`/models/${LARGE}/`), method: 'HEAD' }),
    'Markdown twin': () => get(`/models/${LARGE}/index.md`),
    'browse, many tags': () => get(`/models/?filter=${Array.from({ length: 2000 }, (_, tag) => tag)}`),
    'browse, as many tags as may be': () => get(`/models/?filter=${Array.from({ length: MAX_TAGS }, (_, tag) => tag)}`),
  };
}
