// Tests the demo with `--keep`: each switch of a source must change the health, redirects and pages.
// @module-tag all
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { keptChromium } from '../browser/chromium.ts';
import { chromiumMissing } from '../browser/installed-chromium.ts';
import { axeFindings, overflowing, visit } from '../browser/visit.ts';
import { needs } from '../fixtures/needs.ts';
import { readHealth, waitForReason } from './health-watch.ts';
import { FAULTS, type Fault } from './switch-view.ts';
import { deepLlama } from './tiny-models.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 300_000 });

const HOSTS = { srca: 'huggingface.co', srcb: 'modelscope.cn', ipfs: 'ipfs' } as const;
type Token = keyof typeof HOSTS;
const tokens = Object.keys(HOSTS) as Token[];
const REASONS: Record<Fault, string> = { stop: 'refused', slow: 'timeout', lie: 'mismatch' };
const words = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const deep = deepLlama();

let demo: ChildProcess;
let printed = '';
let folder: string;
let hub: string;
let board: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keep-'));
  demo = spawn(process.execPath, [words('main.ts'), '--keep'], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  demo.stdout!.setEncoding('utf8').on('data', (part: string) => {
    printed += part;
  });
  await vi.waitFor(() => expect(printed).toContain('Ctrl+C'), { timeout: 240_000, interval: 100 });
  [hub, board] = [/The hub: +(\S+)\//, /The switches: +(\S+)\//].map((line) => line.exec(printed)![1]!) as [
    string,
    string,
  ];
});
afterEach(async () => {
  if (demo.exitCode !== null) return;
  for (const token of tokens) for (const fault of FAULTS) await turn(token, fault, false);
  for (const token of tokens) await waitForReason(hub, HOSTS[token], 'verified', 60_000);
});
afterAll(() => {
  demo.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const post = (body: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${board}/`, { method: 'POST', body: new URLSearchParams(body), headers, redirect: 'manual' });

async function turn(token: Token, fault: Fault, isOn: boolean): Promise<void> {
  expect((await post({ source: token, [fault]: isOn ? 'on' : 'off' })).status).toBe(303);
}

/** Returns the source to which the hub redirects for a file, and whether the hub calls the source down. */
async function leadsTo(id = deep.id, path = 'model.safetensors'): Promise<string> {
  const { headers } = await fetch(`${hub}/${id}/resolve/main/${path}`, { method: 'HEAD', redirect: 'manual' });
  return `${headers.get('x-hub-source')}${headers.get('x-hub-source-ok') === 'false' ? ', down' : ''}`;
}

const page = async (address: string) => (await fetch(address, { headers: { Accept: 'text/html' } })).text();

test.each(tokens.flatMap((token) => FAULTS.map((fault) => [token, fault] as const)))(
  'a fault of source %s (%s) shows in health, pages and redirects',
  async (token, fault) => {
    const others = tokens.filter((one) => one !== token);
    await turn(token, fault, true);
    await waitForReason(hub, HOSTS[token], REASONS[fault]);
    expect(await leadsTo()).toBe(HOSTS[others[0]!]);
    expect((await readHealth(hub)).sources[HOSTS[token]]).toMatchObject({ ok: false });
    expect(await page(`${hub}/`)).toMatch(/<span class="state state-bad"[^>]*>Down</);
    const shown = await page(`${board}/`);
    expect(shown).toContain(`to ${HOSTS[others[0]!]}`);
    expect(shown).toMatch(new RegExp(`id="${token}-${fault}"[^>]* aria-checked="true"`));
  },
);

test('the home page has a link to the page of the switches', async () => {
  expect(await page(`${hub}/`)).toContain(`href="${board}/"`);
});

test('a file that only a stopped source has gets a warning; a file of three sources comes from the one that works', async () => {
  await turn('srca', 'stop', true);
  await turn('srcb', 'lie', true);
  await waitForReason(hub, HOSTS.srca, 'refused');
  await waitForReason(hub, HOSTS.srcb, 'mismatch');
  expect(await leadsTo()).toBe(HOSTS.ipfs);
  expect(await leadsTo('demo-models/tiny-bert', 'config.json')).toBe(`${HOSTS.srca}, down`);
  expect(await page(`${board}/`)).toContain('no other source has it');
});

test('only the demo’s own page can turn switches, and the hub has no switches', async () => {
  expect((await post({ source: 'srca', stop: 'on' }, { Origin: 'https://elsewhere.example' })).status).toBe(403);
  expect((await post({ source: 'srca', stop: 'on' }, { Origin: board })).status).toBe(303);
  for (const body of [{ source: 'nobody', stop: 'on' }, { source: 'srca', stop: 'maybe' }, { source: 'srca' }, {}])
    expect((await post(body as Record<string, string>)).status).toBe(400);
  expect((await post({ source: 'x'.repeat(2000), stop: 'on' })).status).toBe(413);
  expect((await fetch(`${board}/`, { method: 'DELETE' })).status).toBe(405);
  expect((await fetch(`${board}/constructor`)).status).toBe(404);
  const asked = { method: 'POST', body: new URLSearchParams({ source: 'srca', stop: 'on' }) };
  expect((await fetch(`${hub}/`, asked)).status).toBe(405);
  expect((await fetch(`${hub}/switches.js`)).status).toBe(404);
});

describe('the page', needs(chromiumMissing()), () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await keptChromium();
  });

  test.each([
    [320, 'light', true],
    [1280, 'dark', true],
    [390, 'dark', false],
  ] as const)('changes switches at %i px, %s, with script: %s', async (width, theme, script) => {
    const { page: window, complaints, context } = await visit(browser, board, { width, theme, script });
    await window.goto(`${board}/`);
    const lie = window.getByRole('form', { name: HOSTS.srca }).getByRole('switch', { name: 'Lie' });
    await lie.press('Enter');
    await expect.poll(() => lie.getAttribute('aria-checked')).toBe('true');
    if (script) {
      // The page updates itself after the hub's probe, and the focus must stay on the switch.
      await expect.poll(() => window.locator('#card-srca').textContent()).toContain('Sent wrong bytes');
      expect(await lie.evaluate((element) => element === document.activeElement)).toBe(true);
      expect(await axeFindings(window)).toEqual([]);
    } else await waitForReason(hub, HOSTS.srca, 'mismatch');
    await window.reload();
    expect(await window.locator('#redirects').textContent()).toContain(`to ${HOSTS.srcb}`);
    expect(await overflowing(window)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});

test('an interrupt ends the demo with exit code 0, and removes its files', async () => {
  const at = /--to (\S+)\/work-/.exec(printed)![1]!;
  expect(existsSync(at)).toBe(true);
  // This must be the last test, because it ends the demo.
  const ended = once(demo, 'close');
  demo.kill('SIGINT');
  expect((await ended)[0]).toBe(0);
  expect(existsSync(at)).toBe(false);
  expect(printed).toContain('the service exited with 0');
});
