// Tests fourteen tasks of visitors, which begin at the home page. Together they take at most 30 steps.
// @module-tag all
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { keptChromium } from '../chromium.ts';
import { comeIn, type Visitor } from './steps.ts';
import {
  BASE,
  CHANGED,
  CHAT,
  CONFIG,
  EMBEDDER,
  MADE,
  MANY,
  ONE_OF_MANY,
  startTasksHub,
  type TasksHub,
} from './tasks-hub.ts';

// The limit is high because a browser is slow on a busy machine; only a hang exceeds it.
vi.setConfig({ testTimeout: 90_000 });

let folder: string;
let hub: TasksHub;
let browser: Browser;
let visitor: Visitor;
/** The number of steps that each task took. */
const taken = new Map<string, number>();

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
afterEach(({ task }) => {
  taken.set(task.name, visitor.steps.length);
  return visitor.leave();
});

/** The header's search field, which is a combobox with script. */
const FIND = { role: 'combobox', name: /search/i, within: 'header' } as const;

const within = (most: number) => expect(visitor.steps.length, visitor.steps.join(' → ')).toBeLessThanOrEqual(most);
const all = async (selector: string) => (await visitor.read(selector)).join(' ');

test('find a small embedding model with an Apache licence, and its command', async () => {
  await visitor.enter(FIND, 'embedder');
  await visitor.click({ role: 'checkbox', name: /^apache-2\.0/ });
  const rows = await visitor.read('main tbody tr');
  expect(rows.every((row) => row.includes('apache-2.0'))).toBe(true);
  expect(rows.some((row) => row.includes('90.9 MB'))).toBe(true);
  await visitor.click({ role: 'button', name: /^Copy/, within: `main tr:has-text("${EMBEDDER}")` });
  expect(await visitor.copied()).toContain(EMBEDDER);
  within(3);
});

test('find a 7B chat GGUF that runs in 8 GB, and the exact file', async () => {
  await visitor.enter(FIND, '7b chat gguf');
  await visitor.click({ role: 'link', name: '8 GB', within: '.runs-in' });
  await visitor.click({ role: 'link', name: CHAT, within: 'main table' });
  await visitor.arrived(`/models/${CHAT}/`);
  const command = await all('.get .way pre');
  expect(command).toContain('lantern-7b-chat.Q4_K_M.gguf');
  expect(command).not.toMatch(/Q8_0|Q5_K_M/);
  // The weights are 4.24 GB. No header says how much the context needs, so the page adds a fifth of the weights.
  expect(await all('.needs')).toContain('5.08 GB');
  within(3);
});

test('copy the curl command for one file of a model with 300', async () => {
  await visitor.enter(FIND, MANY);
  await visitor.arrived(`/models/${MANY}/`);
  await visitor.click({ role: 'checkbox', name: /^voices\/de/, within: '.files' });
  await visitor.point(`.files tr:has-text("voice-150.onnx")`);
  await visitor.click({ role: 'button', name: /^Copy curl/, within: '.files tr:has-text("voice-150.onnx")' });
  const command = await visitor.copied();
  expect(command).toContain(`--create-dirs -o ${ONE_OF_MANY}`);
  expect(command).toContain(`${hub.url}/${MANY}/resolve/`);
  expect(command).toContain('sha256sum --strict -c');
  within(3);
});

test('verify a file that the visitor has', async () => {
  await visitor.drop('main', [{ name: 'renamed.json', bytes: CONFIG }]);
  await expect.poll(() => all('main')).toContain(`Known as ${EMBEDDER}, config.json`);
  within(1);
});

test('see that a file is not what its name says', async () => {
  await visitor.enter(FIND, EMBEDDER);
  await visitor.arrived(`/models/${EMBEDDER}/`);
  await visitor.drop('main', [{ name: 'config.json', bytes: Buffer.from(CONFIG).fill(0x20, 3, 5) }]);
  await expect.poll(() => all('main')).toMatch(/differs/i);
  within(2);
});

test('see whether a source is down, and what to do', async () => {
  await visitor.click({ role: 'link', name: 'Health', within: 'header' });
  await visitor.arrived('/health/');
  expect((await visitor.read('h1'))[0]).toMatch(/down/);
  expect(await all('main')).toMatch(/ Down.*models?/);
  within(1);
});

test('see what is new since yesterday, and follow it', async () => {
  await visitor.click({ role: 'link', name: /19 November 2026/, within: '#trending-title' });
  await visitor.arrived('/archive/2026-11-19/');
  const lists = await all('.day-list');
  expect(lists).toContain('acme/brand-new');
  expect(lists).toContain(CHANGED);
  expect(await visitor.has({ role: 'link', name: /Atom/, within: 'main' })).toBe(true);
  within(1);
});

test('add the hub’s tools to an editor', async () => {
  await visitor.click({ role: 'link', name: 'MCP', within: 'footer' });
  await visitor.arrived('/docs/mcp/');
  expect(await all('main .docs-code')).toContain(`${hub.url}/mcp`);
  within(1);
});

test('run a hub of one’s own', async () => {
  await visitor.click({ role: 'link', name: 'Run your own', within: 'footer' });
  await visitor.arrived('/docs/self-hosting/');
  const text = await all('main');
  for (const needed of ['git clone ', 'npm ci', 'npm start']) expect(text).toContain(needed);
  await visitor.click({ role: 'button', name: /^Copy/, within: '.docs-code:has-text("npm start")' });
  expect(await visitor.copied()).toContain('npm start');
  within(2);
});

test('compare the memory of two models', async () => {
  await visitor.enter(FIND, BASE);
  await visitor.click({ role: 'link', name: 'Compare', within: 'main' });
  await visitor.enter({ role: 'textbox', name: /model/i, within: 'main' }, CHAT);
  expect(await all('tr:has(th:has-text("Memory"))')).toMatch(/17\.4 GB.*GB/);
  within(3);
});

test('list the models that were made from a model', async () => {
  await visitor.enter(FIND, BASE);
  await expect.poll(() => all('.related-list')).toContain('Quantisations 2');
  for (const id of MADE) expect(await all('.related-list')).toContain(id);
  within(1);
});

test('list every quantisation of a base model, from any owner', async () => {
  await visitor.enter(FIND, BASE);
  await visitor.click({ role: 'link', name: 'Quantisations', within: '#use' });
  const rows = await all('main tbody');
  for (const id of MADE) expect(rows).toContain(id);
  within(2);
});

test('find the model of a hash', async () => {
  await visitor.enter(FIND, createHash('sha256').update(CONFIG).digest('hex'));
  expect(await all('main')).toContain(EMBEDDER);
  within(1);
});

test('list the newest text models under 8B', async () => {
  await visitor.enter(FIND, 'text generation');
  await visitor.choose({ role: 'combobox', name: 'Order', within: 'main' }, 'createdAt');
  await visitor.click({ role: 'checkbox', name: /^3 to 8B/ });
  const rows = await visitor.read('main tbody tr');
  expect(rows[0]).toContain(MADE[0]);
  expect(rows[1]).toContain(BASE);
  expect(rows.join()).not.toContain('70B');
  within(3);
});

test('send a friend this filtered list, opened on a phone', async () => {
  await visitor.enter(FIND, 'embedder');
  await visitor.click({ role: 'checkbox', name: /^apache-2\.0/ });
  const shown = () => visitor.read('main tbody tr .model-id');
  await expect.poll(shown).not.toContain('bright/embedder-mit');
  const rows = await shown();
  expect(rows.length).toBeGreaterThan(1);
  expect(await visitor.onPhone('main tbody tr .model-id')).toEqual(rows);
  within(2);
});

test('all fourteen take 30 steps at most', () => {
  taken.delete('see that a file is not what its name says');
  taken.delete('all fourteen take 30 steps at most');
  expect(taken.size).toBe(14);
  const sum = [...taken.values()].reduce((steps, own) => steps + own, 0);
  expect(sum, JSON.stringify([...taken])).toBeLessThanOrEqual(30);
});
