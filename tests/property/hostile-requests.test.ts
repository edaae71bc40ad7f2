// Sends 3,000 generated requests to a hub in memory, and 30,000 in `npm run test:all`. Each must get an answer of the
// right kind, and the hub must read nothing outside of its tree.

import fc from 'fast-check';
import { beforeAll, expect, inject, test } from 'vitest';
import { createMemoryHub } from '../../functions/hosts/memory/memory.ts';
import type { Hub } from '../../functions/hub/hub.ts';
import { type Answer, isCredential } from '../../functions/request/answer.ts';
import { readTarget } from '../../functions/request/request-target.ts';
import { filePathFault } from '../../src/nouns/file-path.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import type { PagePort } from '../../src/site/site-page.ts';
import { createMatcher } from '../../src/table/matcher.ts';
import { isRefusal } from '../../src/table/refusals.ts';
import { href, treePath } from '../../src/table/route.ts';
import { type RouteName, routes } from '../../src/table/routes.ts';
import { DIRECTIONS, parseObjectPath, REGISTRY_INDEX } from '../../src/tree/static-tree.ts';
import { baseUrl, openInMemory, origin, service } from '../fixtures/hub.ts';
import { inAll } from '../fixtures/in-all.ts';
import { gated, models } from '../fixtures/rows.ts';
import { treeOver } from '../fixtures/tree-over.ts';
import { goodHosts, type HostileAsk, hostileAsk } from './hostile-asks.ts';

/**
 * Statuses that are right but too rare to be required: 308 comes only for the address of an app without its final
 * slash, and 202 and 415 come only from /mcp.
 */
// A sign-in gets 503, because nobody can sign in to this hub.
const RARE = [308, 202, 415, 503];
const match = createMatcher<RouteName>(routes);
const STATUSES = [200, 204, 206, 302, 304, 307, 400, 401, 403, 404, 405, 413, 414, 416];

let hub: Hub;
let addresses: string[];
/** The ids of the models that requests can name, including the gated ones. */
const known = new Set([...Object.values(models).map(({ id }) => id), ...gated]);
/** The paths that the hub read in the tree. */
const read = new Set<string>();
const demanded = new Set<string>();
/** The paths of the rendered pages, with the number of requests for each. */
const pages = new Map<string | undefined, number>();
/** The number of answers with each status. The test counts them because requests that only get 404 prove little. */
const seen = new Map<number, number>();

beforeAll(() => {
  const tree = openInMemory(inject('fixture').dist);
  addresses = [tree.catalog];
  const watched = treeOver(tree, {
    read(path) {
      read.add(path);
      return tree.read(path);
    },
  });
  const demand = { record: (id: string) => void demanded.add(id) };
  hub = createMemoryHub(watched, { sources: service.sources, origin, baseUrl, demand, pages: watchedPages });
});

/** Makes a page that prints its path and query. */
const watchedPages: PagePort = {
  async render({ path, query, status }) {
    pages.set(path, (pages.get(path) ?? 0) + 1);
    return { status, html: new TextEncoder().encode(`${path}?${query}`) };
  },
};

for (const runs of [3000, 30_000])
  test(`${runs} hostile requests`, { ...inAll(runs > 3000), timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(hostileAsk(addresses), async (ask) => {
        const answer = await put(ask);
        judge(ask, answer);
        if (ask.method === 'GET') await compareWithHead(ask);
      }),
      { numRuns: runs },
    );
    for (const path of read) expect(isOfTheTree(path), `read ${JSON.stringify(path)}`).toBe(true);
    for (const path of pages.keys())
      if (path !== undefined) expect(pageRow(path), `made the page ${path}`).toBeDefined();
    expect(pages.size).toBeGreaterThan(10);
    for (const id of demanded) expect(parseModelId(id) !== undefined && !known.has(id), `asked for ${id}`).toBe(true);
    for (const status of STATUSES) expect(seen.get(status) ?? 0, `answers with ${status}`).toBeGreaterThan(0);
  });

async function put({ method, target, headers, body }: HostileAsk): Promise<Answer> {
  return hub({
    method,
    target,
    header: (name) => (isCredential(name) ? undefined : headers[name]),
    authorization: () => headers.authorization,
    async body(limit) {
      const bytes = Buffer.from(body);
      return bytes.length > limit ? undefined : bytes;
    },
  });
}

function judge(ask: HostileAsk, answer: Answer): void {
  const { status } = answer;
  seen.set(status, (seen.get(status) ?? 0) + 1);
  expect([...STATUSES, ...RARE]).toContain(status);
  const bytes = bytesOf(answer);
  const header = headersOf(answer);
  expect(header('access-control-allow-origin')).toBe('*');
  // Every header must be ASCII without line breaks, whatever the request was.
  for (const text of answer.headers) expect(text).toMatch(/^[\t\x20-\x7e]*$/);
  const length = header('content-length');
  if (status === 204 || status === 304) expect([length, bytes.length]).toEqual([undefined, 0]);
  else if (answer.body !== undefined || header('docker-content-digest') === undefined)
    expect(length).toBe(String(bytes.length));
  const isPage = header('content-type') === 'text/html; charset=utf-8';
  const isBadPath = isAboutPath(bytes) || (isPage && status === 400);
  judgeDoor(ask, status, header('x-error-code') ?? (isBadPath ? 'BadPath' : undefined));
  judgeHost(ask, status, `${header('x-error-message')}${bytes}`);
  if (status === 200 && isPage) judgePage(ask, bytes.toString());
  if (status === 206) judgePart(header('content-range'), bytes.length);
  if (status >= 400) judgeRefusal(ask, status, header, bytes);
  else if (status === 307 && header('x-error-code')) judgeSentOn(ask, header);
  else expect(header('x-error-code')).toBeUndefined();
}

/** Checks a redirect from a misspelt id: it leads to a path of this hub, with an id of the index. */
function judgeSentOn({ method, target }: HostileAsk, header: Header): void {
  expect(method).toMatch(/^(GET|HEAD)$/);
  expect(header('x-error-code')).toBe('RepoNotFound');
  const [, location = '', query] = /^(\/[^?]*)(?:\?(.*))?$/.exec(header('location')!)!;
  const [, id] = /^(?:\/via\/[a-z]+)?(?:\/api(?:\/hub)?\/models|\/models)?\/([^/]+\/[^/]+)/.exec(location)!;
  expect(known.has(id!), location).toBe(true);
  expect(query === undefined || target.includes('?')).toBe(true);
}

/** Checks that the hub refuses exactly the bad paths with `BadPath`, and targets over 8,192 bytes with 414. */
function judgeDoor({ target }: HostileAsk, status: number, code: string | undefined): void {
  if (target.length > 8192) return void expect(status).toBe(414);
  const path = target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  expect(code === 'BadPath', path).toBe((path !== '' && !path.startsWith('/')) || isHostile(withoutSource(path)));
}

/** Returns the path without `via` and the source after it, because a wrong source does not make a path bad. */
function withoutSource(path: string): string {
  const [first = '', , ...rest] = path.split('/').filter((segment) => segment !== '');
  return /^(v|%76)(i|%69)(a|%61)$/.test(first) ? `/via/${rest.join('/')}` : path;
}

/** Checks that the hub refuses malformed hosts, and only those, in the header and the target. */
function judgeHost({ target, headers }: HostileAsk, status: number, told: string): void {
  const [, authority] = /^https?:\/\/([^/?#]*)/i.exec(target) ?? [];
  const named = [headers.host || undefined, authority].filter((one) => one !== undefined);
  const isRefused = /its (Host is|target names) no host name or IP address/.test(told);
  if (named.every((host) => goodHosts.includes(host))) expect(isRefused, target).toBe(false);
  if (authority === '' || named.some((host) => /[\s/?#@\\<>"]|%(?![\da-f]{2})/i.test(host)))
    expect([400, 414], `${target} at ${headers.host}`).toContain(status);
}

/** Checks that a page belongs to the path of the request, whatever the host and the spelling of the path are. */
function judgePage({ target, headers }: HostileAsk, html: string): void {
  if (!/^\/[^?]*\?/.test(html)) return;
  const [, path = '', query] = /^([^?]*)\?(.*)$/s.exec(html)!;
  const read = readTarget(target);
  if (isRefusal(read)) throw new Error(`${target} got a page`);
  // A page under `/via/{source}` is the same as the page without that prefix.
  const [first, , ...behind] = read.segments;
  const segments = first === 'via' ? behind : read.segments;
  expect(pageRow(path), `${target} at ${headers.host}`).toBe(match(segments, read.slash)?.name);
  expect(query).toBe(read.query);
}

/** Returns the name of the route whose page is at `path`; undefined if `path` is not its canonical spelling. */
function pageRow(path: string): RouteName | undefined {
  // The route of this page is `/docs`, but the website has the page below `/docs/`, which is another page.
  if (path === href(routes.docsPage, { page: 'reference' })) return 'reference';
  const read = readTarget(path);
  const found = isRefusal(read) ? undefined : match(read.segments, read.slash);
  return found && href(routes[found.name], found.params as never) === path ? found.name : undefined;
}

/** True for a refusal of a path by the account API. Its refusals have only a sentence, and no code. */
const isAboutPath = (bytes: Buffer) => bytes.toString().startsWith('{"error":"The path ');

/** Checks a refusal of the account API: it has one sentence, and no code in body or headers. */
function judgeAccount(target: string, header: Header, text: string): void {
  expect(target).toMatch(/account|%/i);
  expect(header('x-error-message')).toBeUndefined();
  expect(header('content-type')).toBe('application/json; charset=utf-8');
  expect(JSON.parse(text)).toEqual({ error: expect.stringMatching(/^[\x20-\x7e]{10,700}$/) });
}

/** True if the path, decoded once, has a dot segment or a forbidden character, or if it can't be decoded. */
function isHostile(path: string): boolean {
  try {
    return decodeURIComponent(path)
      .split('/')
      .some((segment) => segment === '.' || segment === '..' || /\\|[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(segment));
  } catch {
    return true;
  }
}

function judgePart(range: string | undefined, length: number): void {
  const [, first, last, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(range!)!.map(Number);
  expect(first! <= last! && last! < size! && last! - first! + 1 === length, range).toBe(true);
}

function judgeRefusal({ target }: HostileAsk, status: number, header: Header, bytes: Buffer): void {
  const type = header('content-type');
  expect(header('cache-control')).toBe('no-store');
  // A refusal may be an HTML page. Only the page for a gated model has status 403.
  if (type === 'text/html; charset=utf-8')
    return void expect([400, 404, 414, ...(/gate\/closed/.test(target) ? [403] : [])]).toContain(status);
  // A malformed source gets a 404 without a body (decision 0012).
  if (type === undefined) return void expect([status, bytes.length, /via/.test(target)]).toEqual([404, 0, true]);
  if (header('docker-distribution-api-version')) {
    judgeRegistry(type, bytes.toString());
    return;
  }
  if (header('x-error-code') === undefined) {
    judgeAccount(target, header, bytes.toString());
    return;
  }
  const sentence = header('x-error-message')!;
  expect(header('x-error-code')).toMatch(/^[A-Z][A-Za-z]+$/);
  expect(sentence).toMatch(/^[\x20-\x7e]{10,700}$/);
  const text = bytes.toString();
  if (type === 'text/plain; charset=utf-8') return void expect(text).toBe(`${sentence}\n`);
  // Under `/via/{source}`, a row that only has writes allows no method, so its Allow is empty (RFC 9110 10.2.1).
  if (status === 405)
    expect(header('allow')).toMatch(/pin takes only reads/.test(sentence) ? /^[A-Z, ]*$/ : /^[A-Z, ]+$/);
  if (type === 'application/json')
    return void expect(JSON.parse(text)).toMatchObject({ jsonrpc: '2.0', error: { message: sentence } });
  expect(type).toBe('application/json; charset=utf-8');
  const onObjects = JSON.stringify({ code: header('x-error-code'), message: sentence });
  expect([JSON.stringify({ error: sentence }), onObjects]).toContain(text);
}

/** Checks a refusal of the registry: plain text if the registry asks for its token, else one error (decision 0021). */
function judgeRegistry(type: string, text: string): void {
  if (type === 'text/plain; charset=utf-8') return void expect(text).toMatch(/token/);
  expect(type).toBe('application/json');
  const { errors } = JSON.parse(text) as { errors: { code: string; message: string }[] };
  expect(errors).toHaveLength(1);
  expect(errors[0]!.code).toMatch(/^[A-Z_]+$/);
  expect(errors[0]!.message).toMatch(/^[\x20-\x7e]{10,700}$/);
}

/**
 * Checks that HEAD has the status and headers of GET. Leaves out the Range header, which only GET supports (RFC 9110
 * 14.2).
 */
async function compareWithHead(ask: HostileAsk): Promise<void> {
  const { range: _, ...others } = ask.headers;
  const headers = { ...others, 'x-request-id': 'one' };
  const [get, head] = [await put({ ...ask, headers }), await put({ ...ask, headers, method: 'HEAD' })];
  // Weight blobs are the only exception: HEAD gives the size of the file that GET redirects to (decision 0021).
  const isWeightBlob = get.status === 307 && headersOf(get)('docker-content-digest') !== undefined;
  if (isWeightBlob) expect([head.status, head.body]).toEqual([200, undefined]);
  else expect([head.status, head.headers]).toEqual([get.status, get.headers]);
}

type Header = (name: string) => string | undefined;

function headersOf({ headers }: Answer): Header {
  return (name) =>
    headers[headers.findIndex((one, i) => i % 2 === 0 && one.toLowerCase() === name) + 1 || headers.length];
}

function bytesOf({ body }: Answer): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  if (typeof body === 'string' || body instanceof Uint8Array) return Buffer.from(body as Uint8Array);
  throw new Error('an answer from memory lies in memory');
}

/** True if a row of the route table, or the website's build, may have a file at this path. */
function isOfTheTree(path: string): boolean {
  if (filePathFault(path) !== undefined) return false;
  const [, id, file = ''] = /^models\/([^/]+\/[^/]+)\/(.*)$/s.exec(path) ?? [];
  if (id !== undefined) {
    const begins = [`api/models/${id}/`, `models/${id}/`, `${id}/resolve/main/`, `v2/${id.toLowerCase()}/`];
    const isAnswer = begins.some((start) => file.startsWith(start)) || [DIRECTIONS, REGISTRY_INDEX].includes(file);
    return parseModelId(id) !== undefined && isAnswer;
  }
  return (
    /^(site\/(_astro|_before)|documents|pages|spaces\/[^/]+\/spaces)\//.test(path) ||
    path === treePath(routes.models, {}) ||
    path === treePath(routes.facets, {}) ||
    path === 'site/favicon.svg' ||
    path === 'site/social.png' ||
    /^site\/docs\/pictures\/[^/]+\.png$/.test(path) ||
    /^hashes\/([0-9a-f]{2})\/\1[0-9a-f]\.json$/.test(path) ||
    parseObjectPath(path) !== undefined
  );
}
