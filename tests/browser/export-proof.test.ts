// Tests the verify app in an export with a log: the app computes the proof from the log's files and shows it as text.

import { createHash } from 'node:crypto';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { env } from 'node:process';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { packageFolder, spacesFile, spacesFolder } from '../../generator/process/package-paths.ts';
import { openProof } from '../../generator/proofs/open-proof.ts';
import { provedFiles } from '../../generator/proofs/proved-files.ts';
import { readPolicy } from '../../generator/proofs/read-policy.ts';
import { buildSpaces } from '../../generator/spaces/build-spaces.ts';
import { formatVerifierKey } from '../../src/log/note.ts';
import { SANDBOXED_APP } from '../../src/table/app-policy.ts';
import { exported } from '../fixtures/exported.ts';
import { buildFrom, importRows } from '../fixtures/hub.ts';
import { sampled } from '../fixtures/in-all.ts';
import { writeLog } from '../fixtures/log.ts';
import type { LoopbackServer } from '../fixtures/loopback-server.ts';
import { keptChromium } from './chromium.ts';
import { servePlain } from './plain-server.ts';
import { models, revisionOf } from './verify-hub.ts';
import { overflowing } from './visit.ts';

/** The folder for screenshots. Without the environment variable PICTURES, the tests make no screenshots. */
const pictures = env.PICTURES;

// The limit is high because a browser is slow on a busy machine; only a hang exceeds it.
vi.setConfig({ testTimeout: 60_000 });

const BERT = 'acme/tiny-bert';
const folder = mkdtempSync(join(tmpdir(), 'export-proof-'));
/** `whole` is the folder of the undamaged export; `key` is the public key of its log. */
const whole = join(folder, 'out');
let key: string;
let browser: Browser;
let server: LoopbackServer;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  const places = { data: join(folder, 'data'), dist: join(folder, 'dist') };
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
  const rows = Object.entries(models).map(([id, files]) => ({
    id,
    revision: revisionOf(id),
    files: Object.entries(files).map(([path, bytes]) => ({ path, size: bytes.length, sha256: sha256(bytes) })),
  }));
  const catalog = await importRows(places.data, '2026-11-19', rows);
  const { spaces } = await buildSpaces({ declared: spacesFile, sources: spacesFolder, dist: places.dist, hub: '' });
  await buildFrom(places, catalog, spaces);
  mkdirSync(join(places.dist, 'site/client'), { recursive: true });
  copyFileSync(join(packageFolder, 'public/favicon.svg'), join(places.dist, 'site/client/favicon.svg'));
  key = formatVerifierKey(writeLog(places.dist).key);
  await exported(places.dist, whole);
  for (const [path, bytes] of Object.entries(models[BERT]!)) {
    mkdirSync(dirname(join(folder, 'tiny-bert', path)), { recursive: true });
    writeFileSync(join(folder, 'tiny-bert', path), bytes);
  }
  browser = await keptChromium();
}, 120_000);

afterEach(async () => {
  await context?.close();
  await server?.close();
});

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
});

/** Opens the verify app in the export at `root`, and chooses the folder with the model's files. */
async function choose({
  root = whole,
  headers = {},
  absent = 404,
  width = 1024,
  theme = 'light' as 'light' | 'dark',
} = {}) {
  server = await servePlain(root, headers, absent);
  context = await browser.newContext({ colorScheme: theme, viewport: { width, height: 800 }, reducedMotion: 'reduce' });
  context.setDefaultTimeout(15_000);
  page = await context.newPage();
  await page.goto(`${server.base}/spaces/verify/`);
  await page.setInputFiles('input[name=folder]', join(folder, 'tiny-bert'));
  await page.locator('#announcer', { hasText: /^\d+ files?:/ }).waitFor();
}

async function trust(keys: string): Promise<void> {
  await page.click('text=Whose signature do you trust?');
  await page.fill('#keys', keys);
  await page.locator('#keys').blur();
}

/** Opens the proof as text, and returns the part of it that the app has selected for copying. */
async function proofText(): Promise<string> {
  await page.click('text=The proof as text');
  const chosen = () =>
    page
      .locator('.proof-text textarea')
      .evaluate((box: HTMLTextAreaElement) => box.value.slice(box.selectionStart, box.selectionEnd));
  await expect.poll(chosen).not.toBe('');
  return chosen();
}

const verdict = (word: RegExp) => page.locator('.proof .state', { hasText: word });

/**
 * Returns a copy of the export whose file at `path` is changed by `change`, or is removed if `change` returns
 * undefined.
 */
function damaged(path: string, change: (bytes: Buffer) => Buffer | undefined): string {
  const root = mkdtempSync(join(folder, 'damaged-'));
  cpSync(whole, root, { recursive: true });
  const bytes = change(readFileSync(join(root, path)));
  if (bytes) writeFileSync(join(root, path), bytes);
  else rmSync(join(root, path));
  return root;
}

/** The headers of a host that follows the export's rules for headers. With these headers, an app has no origin. */
const sandboxed = { 'Content-Security-Policy': SANDBOXED_APP, 'Access-Control-Allow-Origin': '*' };

describe.each([
  ['of its own origin', {}],
  ['without an origin', sandboxed],
])('an app %s', (_, headers) => {
  test('computes the proof from the files of the log, and shows it for other checkers', async () => {
    await choose({ headers });
    expect(await page.evaluate(() => origin)).toBe(headers === sandboxed ? 'null' : server.base);
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await page.click('text=Check the proof');
    await verdict(/^Not proved: 6 of 6 files of acme.tiny-bert matched the proof, and nobody checked/).waitFor();
    expect(loaded).toContain('/log/checkpoint');
    await trust(key);
    await verdict(/^Proved: 6 of 6 files of acme.tiny-bert matched what the log says\.$/).waitFor();
    const from = 'Checked by a proof that was computed here from the files of the log.';
    expect(await page.locator('.proof .note').allTextContents()).toContain(from);
    const place = join(folder, 'proof.json');
    writeFileSync(place, await proofText());
    const policy = readPolicy({ key: [key] });
    const { verdict: told } = await provedFiles({ place, id: BERT, policy, now: new Date() });
    expect(told).toMatchObject({ model: BERT, isSigned: true });
  });
});

test.each([403, 200])(
  'a proof is computed though the host answers %i with a page for a missing file',
  async (absent) => {
    await choose({ absent });
    await page.click('text=Check the proof');
    await trust(key);
    await verdict(/^Proved: 6 of 6 files/).waitFor();
    const policy = readPolicy({ key: [key] });
    const found = await provedFiles({ place: server.base, id: BERT, policy, now: new Date() });
    expect(found.verdict).toMatchObject({ model: BERT, isSigned: true });
  },
);

test('the code that computes the proof is loaded on demand', async () => {
  await choose();
  const scripts = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  const before = await scripts();
  expect(before.filter((name) => /proof|\/log\//.test(name))).toEqual([]);
  await page.click('text=Check the proof');
  await verdict(/^Not proved/).waitFor();
  const fresh = (await scripts()).filter((name) => name.endsWith('.js') && !before.includes(name));
  expect(fresh.filter((name) => name.includes('/computed-proof-'))).toHaveLength(1);
});

test('a proof that a hub serves is used as it is', async () => {
  await choose();
  const ready = await openProof(server.base, BERT);
  await page.route('**/proof.json', (route) => route.fulfill({ json: ready }));
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.click('text=Check the proof');
  await verdict(/^Not proved: 6 of 6 files/).waitFor();
  expect(asked.filter((path) => /^\/log\/|computed-proof/.test(path))).toEqual([]);
  expect(JSON.parse(await proofText())).toEqual(ready);
});

const TILE = 'log/tile/0/000.p/3';
test.each([
  [
    'cut short',
    TILE,
    (bytes: Buffer) => bytes.subarray(1),
    /: tile\/0\/000\.p\/3 of the log is not a tile of 3 hashes\./,
  ],
  ['missing', TILE, () => undefined, /: tile\/0\/000\.p\/3 is missing from the log\./],
  [
    'longer than any',
    TILE,
    () => Buffer.alloc(8193),
    /: \/log\/tile\/0\/000\.p\/3 is larger than the 8192 bytes that are allowed\./,
  ],
  [
    'no checkpoint',
    'log/checkpoint',
    () => Buffer.from('hello'),
    /: The checkpoint of the log is damaged: it is no checkpoint\./,
  ],
  ['there without SHA256SUMS', `${BERT}/resolve/main/SHA256SUMS`, () => undefined, /: its SHA256SUMS is not there\./],
  ['not there at all', 'log/checkpoint', () => undefined, /: no log is kept here\./],
])('a log whose file is %s: the page says that there is no proof', async (_, path, change, why) => {
  await choose({ root: damaged(path, change) });
  await page.click('text=Check the proof');
  const note = page.locator('.proof .note', { hasText: 'rests on the word of the hub' });
  expect(await note.textContent()).toMatch(new RegExp(`^No proof of ${BERT} could be had${why.source}`));
  expect(await page.locator('.proof .state').count()).toBe(0);
});

test('a tile with other hashes proves nothing', async () => {
  const flipped = (bytes: Buffer) => Buffer.from(bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte)));
  await choose({ root: damaged(TILE, flipped) });
  await page.click('text=Check the proof');
  await verdict(/^Not proved\. The leaf of the (model|day) is not in the log that the checkpoint names\.$/).waitFor();
});

for (const [[theme, width], options] of sampled(
  ['light', 'dark'].flatMap((theme) => [390, 1280].map((width) => [theme as 'light' | 'dark', width] as const)),
))
  test(`a proof fits, ${theme} at ${width} px`, options, async () => {
    await choose({ theme, width });
    await page.click('text=Check the proof');
    await trust(key);
    await verdict(/^Proved/).waitFor();
    await proofText();
    expect(await overflowing(page)).toEqual([]);
    if (pictures) await page.screenshot({ path: join(pictures, `computed-${theme}-${width}.png`), fullPage: true });
  });
