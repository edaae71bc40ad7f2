// Tests the verify app with a file of two gigabytes: the hash is right, and the memory does not grow with the
// file.
// @module-tag all
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { linuxMissing, needs } from '../fixtures/needs.ts';
import { launchChromium } from './chromium.ts';
import { startVerifyHub } from './verify-hub.ts';

const MEGABYTE = 1e6;
const SIZE = 2000 * MEGABYTE;
/** The SHA-256 of two billion zeros, by `head -c 2000000000 /dev/zero | sha256sum`. */
const ZEROS = '2e0c654b6cba3a1e816726bae0eac481eb7fd0351633768c3c18392e0f02b619';
/** The interval between memory readings, in milliseconds. */
const LOOK = 200;

vi.setConfig({ testTimeout: 240_000 });

const folder = mkdtempSync(join(tmpdir(), 'model-hub-large-'));
const path = join(folder, 'large.bin');
let hub: Awaited<ReturnType<typeof startVerifyHub>>;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  writeFileSync(path, '');
  // The file takes no space on the disk: it is one hole that reads as zeros.
  truncateSync(path, SIZE);
  [hub, browser] = await Promise.all([startVerifyHub(folder, true), launchChromium()]);
  page = await browser.newPage();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await hub?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the bytes of memory that the browser's pages and their workers hold. */
async function memory(): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const pages = processInfo.filter(({ type }) => type === 'renderer');
  return pages.reduce((sum, { id }) => sum + residentOf(id), 0);
}

function residentOf(process: number): number {
  const found = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${process}/status`, 'utf8'));
  return Number(found?.[1] ?? 0) * 1024;
}

/** Reads the memory again and again until `over` is true, and returns the largest number of bytes. */
async function watch(over: () => Promise<boolean>): Promise<number> {
  let most = 0;
  while (!(await over())) {
    most = Math.max(most, await memory());
    await new Promise((resolve) => setTimeout(resolve, LOOK));
  }
  return most;
}

test('hashes two gigabytes', needs(linuxMissing), async () => {
  await page.goto(`${hub.appsUrl}/spaces/verify/`);
  const idle = await memory();
  await page.setInputFiles('input[name=files]', path);
  const most = await watch(async () => /: 1 unknown/.test((await page.locator('#announcer').textContent()) ?? ''));
  expect(await page.locator('.file').textContent()).toContain(ZEROS);
  expect(most - idle).toBeLessThan(200 * MEGABYTE);
});
