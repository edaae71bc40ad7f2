// Tests the eight tasks of visitors, each from the home page and in no more steps than allowed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { keptChromium } from '../chromium.ts';
import { comeIn, type Visitor } from './steps.ts';
import { CHANGED, CHAT, CONFIG, EMBEDDER, startTasksHub, type TasksHub } from './tasks-hub.ts';

// A browser is slow on a busy machine; only a hang exceeds this limit.
vi.setConfig({ testTimeout: 90_000 });

let folder: string;
let hub: TasksHub;
let browser: Browser;
let visitor: Visitor;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'model-hub-tasks-'));
  [hub, browser] = await Promise.all([startTasksHub(folder), keptChromium()]);
}, 240_000);
afterAll(async () => {
  await hub?.close();
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  visitor = await comeIn(browser, hub.url);
});
afterEach(() => visitor.leave());

const SEARCH = { role: 'searchbox', name: /name, task|search/i, within: 'main' } as const;
/** The search of the header with script: a combobox. */
const FIND = { role: 'combobox', name: /search/i, within: 'header' } as const;

const within = (most: number) => expect(visitor.steps.length, visitor.steps.join(' → ')).toBeLessThanOrEqual(most);

test('a small embedding model with an Apache licence: 3 steps', async () => {
  await visitor.enter(SEARCH, 'embedder');
  await visitor.click({ role: 'checkbox', name: /^apache-2\.0/ });
  const rows = await visitor.read('main tbody tr');
  expect(rows.every((row) => row.includes('apache-2.0'))).toBe(true);
  expect(rows.some((row) => row.includes('90.9 MB'))).toBe(true);
  await visitor.click({ role: 'link', name: EMBEDDER, within: 'main table' });
  await visitor.arrived(`/models/${EMBEDDER}/`);
  const [facts] = await visitor.read('.about');
  expect(facts).toContain('Apache License 2.0');
  expect(facts).toContain('90.9 MB of weights');
  within(3);
});

test('a 7B chat GGUF that fits 8 GB, and its command: 4 steps', async () => {
  await visitor.enter(SEARCH, '7b chat gguf');
  await visitor.enter({ role: 'combobox', name: /fits/i, within: 'main' }, '8 GB');
  await visitor.click({ role: 'link', name: CHAT, within: 'main table' });
  await visitor.arrived(`/models/${CHAT}/`);
  const choices = await visitor.read('.get tbody tr');
  expect(choices.find((row) => row.includes('Q4_K_M'))).toContain('4.24 GB');
  await visitor.click({ role: 'button', name: /^Copy/, within: '.get' });
  const command = await visitor.copied();
  expect(command).toContain(CHAT);
  expect(command).toContain('Q4_K_M');
  expect(command).not.toMatch(/Q8_0|Q5_K_M/);
  within(4);
});

test('the curl command of one file: 2 steps', async () => {
  await visitor.enter(FIND, EMBEDDER);
  await visitor.arrived(`/models/${EMBEDDER}/`);
  await visitor.click({ role: 'button', name: /^Copy curl/, within: '#files tr:has-text("config.json")' });
  const command = await visitor.copied();
  expect(command).toContain('curl ');
  expect(command).toContain(`${hub.url}/${EMBEDDER}/resolve/`);
  expect(command).toContain('config.json');
  within(2);
});

test('check by dropping that a file is the right one: 2 steps', async () => {
  await visitor.enter(FIND, EMBEDDER);
  await visitor.arrived(`/models/${EMBEDDER}/`);
  await visitor.drop('main', [{ name: 'config.json', bytes: CONFIG }]);
  await expect
    .poll(async () => (await visitor.read('main')).join(' '))
    .toMatch(/config\.json[^.]*(right|matches|same)/i);
  within(2);
});

test('recognise a damaged file by dropping it: 2 steps', async () => {
  await visitor.enter(FIND, EMBEDDER);
  await visitor.arrived(`/models/${EMBEDDER}/`);
  await visitor.drop('main', [{ name: 'config.json', bytes: Buffer.from(CONFIG).fill(0x20, 3, 5) }]);
  await expect.poll(async () => (await visitor.read('main')).join(' ')).toMatch(/differs/i);
  within(2);
});

test('see whether a source is down: 1 step', async () => {
  await visitor.click({ role: 'link', name: 'Health', within: 'header' });
  await visitor.arrived('/health/');
  expect((await visitor.read('h1'))[0]).toMatch(/down/);
  expect((await visitor.read('main')).join()).toContain(' Down');
  within(1);
});

test('see the changes since yesterday: 2 steps', async () => {
  await visitor.click({ role: 'link', name: 'Archive', within: 'header' });
  await visitor.click({ role: 'link', name: '19 November 2026', within: 'main table' });
  await visitor.arrived('/archive/2026-11-19/');
  const lists = (await visitor.read('.day-list')).join(' ');
  expect(lists).toContain('acme/brand-new');
  expect(lists).toContain(CHANGED);
  within(2);
});

test('the hub as tools of an agent: 2 steps', async () => {
  await visitor.click({ role: 'link', name: 'how MCP is set up', within: 'main' });
  await visitor.arrived('/docs/mcp/');
  await visitor.click({ role: 'button', name: /^Copy/, within: 'main .docs-code' });
  expect(await visitor.copied()).toContain(`${hub.url}/mcp`);
  within(2);
});

test('a hub of one’s own: 2 steps', async () => {
  await visitor.click({ role: 'link', name: 'Run your own', within: 'footer' });
  await visitor.arrived('/docs/self-hosting/');
  const text = (await visitor.read('main')).join(' ');
  for (const needed of ['git clone ', 'npm ci', 'npm start']) expect(text).toContain(needed);
  await visitor.click({ role: 'button', name: /^Copy/, within: '.docs-code:has-text("npm start")' });
  expect(await visitor.copied()).toContain('npm start');
  within(2);
});
