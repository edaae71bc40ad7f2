// Opens the verify app in a window, and drops a visitor's files on it.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { expect } from 'vitest';
import { startVerifyHub, type VerifyHub } from './verify-hub.ts';
import type { Visit, Visitor } from './visit.ts';
import { useBrowser } from './visited-site.ts';

/** The app in a window. Its complaints are errors, requests to third parties and requests that are not a GET. */
type VerifyVisit = Pick<Visit, 'page' | 'complaints'>;
type Look = Omit<Visitor, 'script'>;

/**
 * Starts two hubs. `shared` serves the app at the hub's address, and the app has no origin. `apart` serves the app at
 * another address, which is the app's origin.
 */
export function useVerifyApp() {
  const folder = mkdtempSync(join(tmpdir(), 'verify-'));
  const ready = useBrowser(async () => {
    const [shared, apart] = await Promise.all([
      startVerifyHub(join(folder, 'shared')),
      startVerifyHub(join(folder, 'apart'), true),
    ]);
    const close = async () => {
      await Promise.all([shared.close(), apart.close()]);
      rmSync(folder, { recursive: true, force: true });
    };
    return { shared, apart, close };
  });
  return Object.assign(ready, {
    /** Opens the app of one of the two hubs. */
    open: (which: 'shared' | 'apart' = 'shared', look: Look = { width: 1024, theme: 'light' }) =>
      openApp(ready.browser, ready[which], look),
    /** Writes `files` to a new folder called `name`, and returns its path. */
    onDisk: (name: string, files: Record<string, Buffer>) =>
      writeFiles(join(mkdtempSync(join(folder, 'drop-')), name), files),
  });
}

async function openApp(browser: Browser, hub: VerifyHub, { width, theme }: Look): Promise<VerifyVisit> {
  const { baseUrl, appsUrl } = hub;
  const viewport = { width, height: 800 };
  const page = await browser.newPage({ colorScheme: theme, viewport, reducedMotion: 'reduce' });
  const complaints: string[] = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('request', (request) => {
    // The page makes its worker from a blob, whose address begins with `blob:`.
    const ours = [baseUrl, appsUrl].includes(new URL(request.url()).origin);
    if (!ours && !request.url().startsWith('blob:')) complaints.push(`third party: ${request.url()}`);
    if (request.method() !== 'GET') complaints.push(`${request.method()} ${request.url()}`);
  });
  // A hub with another address for apps redirects to that address.
  await page.goto(`${baseUrl}/spaces/verify/`);
  expect(page.url()).toBe(`${appsUrl}/spaces/verify/`);
  expect(await page.evaluate(() => origin)).toBe(appsUrl === baseUrl ? 'null' : appsUrl);
  return { page, complaints };
}

function writeFiles(to: string, files: Record<string, Buffer>): string {
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(to, path)), { recursive: true });
    writeFileSync(join(to, path), bytes);
  }
  return to;
}

/** Drops the files at these paths onto the page, as a file manager does. A busy browser may lose a drop: repeats it then. */
export async function drop(page: Page, ...paths: string[]): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const at = { x: 400, y: 300, data: { items: [], files: paths, dragOperationsMask: 1 } };
  for (let isSeen = false; !isSeen; ) {
    const seen = await page.evaluateHandle(nextDrop);
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', { type, ...at });
    isSeen = await seen.evaluate(({ result }) => result);
  }
}

/** Waits in the page for the next drop; `result` is false if there is none for three seconds. */
function nextDrop(): { result: Promise<boolean> } {
  const result = new Promise<boolean>((resolve) => {
    addEventListener('drop', () => resolve(true), { once: true, capture: true });
    setTimeout(resolve, 3000, false);
  });
  return { result };
}

/** Waits for the app's summary of all files, such as `6 files: 6 known.`, and returns it. */
export const outcomeOf = (page: Page) => page.locator('#announcer', { hasText: /^\d+ files?:/ }).textContent();
