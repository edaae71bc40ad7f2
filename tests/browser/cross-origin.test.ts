// Tests a page of another origin: the browser lets the page call /mcp and the read API, and read the answers.
import { afterAll, expect, inject, test, vi } from 'vitest';
import { createMemoryHub } from '../../functions/hosts/memory/memory.ts';
import { openTree } from '../../functions/stores/tree/folder-tree.ts';
import { baseUrl, origin, service } from '../fixtures/hub.ts';
import { servedBy, servedHub } from '../fixtures/loopback-server.ts';
import { models } from '../fixtures/rows.ts';
import { keptChromium } from './chromium.ts';

vi.setConfig({ testTimeout: 30_000 });

/** The hub, and a web server of another origin with one page, which is open in a window. */
const { hub, page } = await (async () => {
  const { sources } = service;
  const dist = inject('fixture').dist;
  const hub = await servedHub(() => createMemoryHub(openTree(dist), { sources, origin, baseUrl }));
  const elsewhere = await servedBy((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>An agent</title>');
  });
  const page = await (await keptChromium()).newPage();
  await page.goto(elsewhere.base);
  afterAll(() => Promise.all([page.context().close(), hub.close(), elsewhere.close()]));
  return { hub, page };
})();

interface Asked {
  path: string;
  headers?: Record<string, string>;
  body?: object;
}

/** Sends a request with the script of the page and returns the answer. fetch fails if the browser hides the answer. */
function askFromPage({ path, headers = {}, body }: Asked) {
  const given = { url: hub.base + path, headers, body: body && JSON.stringify(body) };
  return page.evaluate(async ({ url, headers, body }) => {
    const posted = body === undefined ? {} : { method: 'POST', body };
    const response = await fetch(url, { headers, ...posted });
    return { status: response.status, headers: Object.fromEntries(response.headers), json: await response.json() };
  }, given);
}

const json = { 'Content-Type': 'application/json' };
const VERSION = '2026-07-28';
const protocol = 'io.modelcontextprotocol';
const mcp = (method: string, params: object) => ({ path: '/mcp', body: { jsonrpc: '2.0', id: 1, method, params } });

test.each<[what: string, asked: Asked, answer: object]>([
  [
    'makes the handshake of MCP',
    {
      ...mcp('initialize', {
        ...{ protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'page', version: '1' } },
      }),
      headers: { ...json, Accept: 'application/json, text/event-stream' },
    },
    { status: 200, json: { result: { protocolVersion: '2025-11-25' } } },
  ],
  [
    'calls a tool',
    {
      ...mcp('tools/call', { name: 'get_model', arguments: { model: models.bert.id } }),
      headers: { ...json, 'MCP-Protocol-Version': '2025-11-25', 'Mcp-Session-Id': 'none', 'Last-Event-ID': '0' },
    },
    { json: { result: { structuredContent: { files: { length: models.bert.files.length } } } } },
  ],
  [
    `sends a request of MCP ${VERSION}, for which the browser sends a preflight`,
    {
      ...mcp('tools/call', {
        ...{ name: 'search_models', arguments: { search: 'tiny-bert' } },
        _meta: { [`${protocol}/protocolVersion`]: VERSION, [`${protocol}/clientCapabilities`]: {} },
      }),
      headers: {
        ...{ ...json, 'MCP-Protocol-Version': VERSION, 'Mcp-Method': 'tools/call', 'Mcp-Name': 'search_models' },
        Authorization: 'Bearer of-another-service',
      },
    },
    { json: { result: { structuredContent: { models: [{ id: models.bert.id }] } } } },
  ],
  [
    'reads a refusal',
    { path: '/mcp', headers: json, body: [] },
    { status: 400, headers: { 'x-error-code': 'BadMessage' }, json: { error: { code: -32600 } } },
  ],
  [
    'reads a list, and the link to its next page',
    { path: '/api/models?limit=2' },
    { json: { length: 2 }, headers: { link: expect.stringContaining('rel="next"') } },
  ],
  [
    'reads files, although it sends a token',
    { path: `/api/models/${models.bert.id}/tree/main`, headers: { Authorization: 'x' } },
    { json: { length: models.bert.files.length }, headers: { etag: expect.any(String) } },
  ],
  [
    'reads that a model is missing',
    { path: '/api/models/nobody/has-this' },
    { status: 404, headers: { 'x-error-code': 'RepoNotFound' } },
  ],
])('a page %s', async (_, asked, answer) => {
  expect(await askFromPage(asked)).toMatchObject(answer);
});
