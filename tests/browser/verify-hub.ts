// Serves the verify app on loopback, and an index of small models whose bytes the tests have. Opens the app in a
// window, and drops a visitor's files on it.
import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { expect } from 'vitest';
import { createMemoryHub } from '../../functions/hosts/memory/memory.ts';
import { openTree } from '../../functions/stores/tree/folder-tree.ts';
import { packageFolder, spacesFile, spacesFolder } from '../../generator/process/package-paths.ts';
import { buildSpaces } from '../../generator/spaces/build-spaces.ts';
import { buildFrom, importRows, origin, service } from '../fixtures/hub.ts';
import { servedHub } from '../fixtures/loopback-server.ts';
import { useBrowser } from './site.ts';
import type { Visit, Visitor } from './visit.ts';

const sha = (algorithm: string, bytes: string | Uint8Array) => createHash(algorithm).update(bytes).digest('hex');

/** Makes `size` bytes that look like weights, always the same for the same word. */
export function weights(word: string, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  let seed = Number.parseInt(sha('sha1', word).slice(0, 8), 16);
  for (let at = 0; at < size; at += 4) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    bytes.writeUInt32LE(seed, at);
  }
  return bytes;
}

const licence = Buffer.from('Use it as you like.\n');

/** The files of each model, by id. `tiny-copy` has the vocabulary and the licence of `tiny-bert`. */
export const models: Record<string, Record<string, Buffer>> = {
  'acme/tiny-bert': {
    LICENSE: licence,
    'config.json': Buffer.from('{"hidden_size": 128}\n'),
    'vocab.txt': Buffer.from('[PAD]\n[UNK]\nthe\n'),
    'model.safetensors': weights('tiny-bert', 3_000_000),
    'onnx/model.onnx': weights('tiny-bert onnx', 400_000),
    'onnx/config.json': Buffer.from('{"opset": 14}\n'),
  },
  'acme/tiny-copy': {
    LICENSE: licence,
    'vocab.txt': Buffer.from('[PAD]\n[UNK]\nthe\n'),
    'model.safetensors': weights('tiny-copy', 1_000_000),
  },
};

export const revisionOf = (id: string) => sha('sha1', id);

/** A served hub: pages are at `baseUrl`, apps at `appsUrl`. */
export interface VerifyHub {
  baseUrl: string;
  appsUrl: string;
  close(): Promise<void>;
}

/**
 * Serves the index of `models` and the verify app. With `apart`, the app has an origin of its own. All built files are
 * below `folder`.
 */
export async function startVerifyHub(folder: string, apart = false): Promise<VerifyHub> {
  const places = { data: join(folder, 'data'), dist: join(folder, 'dist') };
  const rows = Object.entries(models).map(([id, files]) => ({
    id,
    revision: revisionOf(id),
    files: Object.entries(files).map(([path, bytes]) => ({ path, size: bytes.length, sha256: sha('sha256', bytes) })),
  }));
  const catalog = await importRows(places.data, '2026-11-19', rows);
  let spacesUrl: string | undefined;
  const { base: baseUrl, close } = await servedHub(async (base) => {
    spacesUrl = apart ? base.replace('127.0.0.1', 'localhost') : undefined;
    const declared = { declared: spacesFile, sources: spacesFolder, dist: places.dist, hub: apart ? base : '' };
    await buildFrom(places, catalog, (await buildSpaces(declared)).spaces);
    mkdirSync(join(places.dist, 'site/client'), { recursive: true });
    copyFileSync(join(packageFolder, 'public/favicon.svg'), join(places.dist, 'site/client/favicon.svg'));
    return createMemoryHub(openTree(places.dist), { sources: service.sources, origin, baseUrl: base, spacesUrl });
  });
  return { baseUrl, appsUrl: spacesUrl ?? baseUrl, close };
}

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
  expect(await page.evaluate(() => globalThis.origin)).toBe(appsUrl === baseUrl ? 'null' : appsUrl);
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
