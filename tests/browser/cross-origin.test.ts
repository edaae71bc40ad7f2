// Tests a page of another origin: the browser lets the page call /mcp and the read API, and read the answers.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { createMemoryHub } from '../../functions/hosts/memory/memory.ts';
import { createHubServer } from '../../functions/hosts/node/node-server.ts';
import { noAccessLog } from '../../functions/rim/access-log.ts';
import { openTree } from '../../functions/stores/tree/node-tree.ts';
import { baseUrl, origin, service } from '../fixtures/hub.ts';
import { models } from '../fixtures/rows.ts';
import { keptChromium } from './chromium.ts';

vi.setConfig({ testTimeout: 30_000 });

let hub: Server;
/** A web server of another origin, with one page. */
let elsewhere: Server;
let browser: Browser;
let page: Page;
let hubUrl: string;

beforeAll(async () => {
  const made = createMemoryHub(openTree(inject('fixture').dist), { sources: service.sources, origin, baseUrl });
  hub = createHubServer(made, noAccessLog).listen(0, '127.0.0.1');
  elsewhere = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/html' }).end('<!doctype html><title>An agent</title>');
  }).listen(0, '127.0.0.1');
  [browser] = await Promise.all([keptChromium(), once(hub, 'listening'), once(elsewhere, 'listening')]);
  hubUrl = addressOf(hub);
  page = await browser.newPage();
  await page.goto(addressOf(elsewhere));
}, 120_000);

afterAll(async () => {
  await page?.context().close();
  for (const server of [hub, elsewhere]) {
    server?.closeAllConnections();
    server?.close();
  }
});

const addressOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

interface Asked {
  path: string;
  headers?: Record<string, string>;
  body?: object;
}

/** Sends a request with the script of the page and returns the answer. fetch fails if the browser hides the answer. */
function askFromPage({ path, headers = {}, body }: Asked) {
  const given = { url: hubUrl + path, headers, body: body && JSON.stringify(body) };
  return page.evaluate(async ({ url, headers, body }) => {
    const posted = body === undefined ? {} : { method: 'POST', body };
    const response = await fetch(url, { headers, ...posted });
    return { status: response.status, headers: Object.fromEntries(response.headers), json: await response.json() };
  }, given);
}

const json = { 'Content-Type': 'application/json' };

test('a page makes the handshake of MCP, then calls a tool', async () => {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'page', version: '1' } };
  const hello = await askFromPage({
    path: '/mcp',
    headers: { ...json, Accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'initialize', params },
  });
  expect(hello).toMatchObject({ status: 200, json: { result: { protocolVersion: '2025-11-25' } } });
  const headers = { ...json, 'MCP-Protocol-Version': '2025-11-25', 'Mcp-Session-Id': 'none', 'Last-Event-ID': '0' };
  const call = { name: 'get_model', arguments: { model: models.bert.id } };
  const told = await askFromPage({
    path: '/mcp',
    headers,
    body: { jsonrpc: '2.0', id: 2, method: 'tools/call', params: call },
  });
  expect(told.json.result.structuredContent.files).toHaveLength(models.bert.files.length);
});

test('a page sends a request of MCP 2026-07-28, for which the browser sends a preflight', async () => {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { name: 'search_models', arguments: { search: 'tiny-bert' }, _meta };
  const headers = { 'MCP-Protocol-Version': '2026-07-28', 'Mcp-Method': 'tools/call', 'Mcp-Name': 'search_models' };
  const found = await askFromPage({
    path: '/mcp',
    headers: { ...json, ...headers, Authorization: 'Bearer of-another-service' },
    body: { jsonrpc: '2.0', id: 3, method: 'tools/call', params },
  });
  expect(found.json.result.structuredContent.models).toMatchObject([{ id: models.bert.id }]);
});

test('the page can read a refusal too', async () => {
  const refused = await askFromPage({ path: '/mcp', headers: json, body: [] });
  expect(refused).toMatchObject({ status: 400, headers: { 'x-error-code': 'BadMessage' } });
  expect(refused.json.error.code).toBe(-32600);
});

test('a page reads answers of the read API, with their important headers', async () => {
  const rows = await askFromPage({ path: '/api/models?limit=2' });
  expect(rows.json).toHaveLength(2);
  expect(rows.headers.link).toContain('rel="next"');
  const tree = await askFromPage({ path: `/api/models/${models.bert.id}/tree/main`, headers: { Authorization: 'x' } });
  expect(tree.json).toHaveLength(models.bert.files.length);
  expect(tree.headers.etag).toBeDefined();
  const missing = await askFromPage({ path: '/api/models/nobody/has-this' });
  expect(missing).toMatchObject({ status: 404, headers: { 'x-error-code': 'RepoNotFound' } });
});
