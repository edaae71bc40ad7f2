// The verify app as visitors meet it: files and folders chosen and dropped, hashed in the browser, named by the index.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { env } from 'node:process';
import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { formatVerifierKey } from '../../src/log/note.ts';
import { makeProof, newestDay } from '../../src/log/proof/make-proof.ts';
import { logOf, modelLeaf, signer } from '../unit/log/memory-log.ts';
import { launchChromium } from './chromium.ts';
import { models, revisionOf, startVerifyHub, type VerifyHub } from './verify-hub.ts';
import { overflowing, tabTo } from './visit.ts';

/** A folder to leave screenshots in, to look at; none are made without it. */
const pictures = env.PICTURES;

// A browser on a busy machine is slow; the time limit is there for a hang.
vi.setConfig({ testTimeout: 30_000 });

const bert = models['acme/tiny-bert']!;
const folder = mkdtempSync(join(tmpdir(), 'verify-'));
/** With the app at its own address, where it has no origin; and with the app at another. */
let shared: VerifyHub;
let apart: VerifyHub;
let browser: Browser;
let context: BrowserContext;
let page: Page;
/** Errors, failed requests, requests to third parties and requests with a body. */
let complaints: string[];

beforeAll(async () => {
  [shared, apart, browser] = await Promise.all([
    startVerifyHub(join(folder, 'shared')),
    startVerifyHub(join(folder, 'apart'), true),
    launchChromium(),
  ]);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await shared?.close();
  await apart?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(hub: VerifyHub, width = 1024, colorScheme: 'light' | 'dark' = 'light'): Promise<void> {
  context = await browser.newContext({ colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' });
  page = await context.newPage();
  complaints = [];
  page.on('console', (message) => message.type() === 'error' && complaints.push(`console: ${message.text()}`));
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('request', (request) => {
    // A worker is made of a text of the page's own.
    const ours = [hub.baseUrl, hub.appsUrl].includes(new URL(request.url()).origin);
    if (!ours && !request.url().startsWith('blob:')) complaints.push(`third party: ${request.url()}`);
    if (request.method() !== 'GET') complaints.push(`${request.method()} ${request.url()}`);
  });
  // The hub sends on whoever comes to it for the app.
  await page.goto(`${hub.baseUrl}/spaces/verify/`);
  expect(page.url()).toBe(`${hub.appsUrl}/spaces/verify/`);
  expect(await page.evaluate(() => origin)).toBe(hub === apart ? hub.appsUrl : 'null');
}

afterEach(() => context.close());

/** Writes `files` beneath a new folder called `name`; gives its path. */
function onDisk(name: string, files: Record<string, Buffer>): string {
  const at = join(mkdtempSync(join(folder, 'drop-')), name);
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(at, path)), { recursive: true });
    writeFileSync(join(at, path), bytes);
  }
  return at;
}

/** Drops what lies at these paths onto the page, as a file manager does. */
async function drop(...paths: string[]): Promise<void> {
  const session = await context.newCDPSession(page);
  const at = { x: 400, y: 300, data: { items: [], files: paths, dragOperationsMask: 1 } };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, ...at });
}

const outcome = () => page.locator('#announcer', { hasText: /^\d+ files?:/ }).textContent();
const row = (path: string) => page.locator('.file', { has: page.locator(`.file-path:text-is("${path}")`) });
const stateOf = (path: string) => row(path).locator('.state').textContent();

/** A download that went wrong in three ways. */
const faulty: Record<string, Buffer> = {
  ...bert,
  'config.json': Buffer.from('{"hidden_size": 256}\n'),
  'model.safetensors': bert['model.safetensors']!.subarray(0, 2_999_000),
  'notes.txt': Buffer.from('my own\n'),
};

describe.each(['without an origin', 'at another address'] as const)('a visitor of an app %s', (which) => {
  const isApart = which === 'at another address';
  beforeEach(() => open(isApart ? apart : shared));
  afterEach(() => expect(complaints).toEqual([]));

  test('chooses a file that the index knows', async () => {
    await page.setInputFiles(
      '#files',
      join(onDisk('one', { 'model.safetensors': bert['model.safetensors']! }), 'model.safetensors'),
    );
    expect(await outcome()).toBe('1 file: 1 known.');
    const text = await row('model.safetensors').textContent();
    expect(text).toContain(
      `Known as acme/tiny-bert, model.safetensors, revision ${revisionOf('acme/tiny-bert').slice(0, 12)}`,
    );
    const leadsTo = await row('model.safetensors').locator('a').getAttribute('href');
    expect(leadsTo).toBe(`${isApart ? apart.baseUrl : ''}/models/acme/tiny-bert/`);
    expect(await page.locator('#model-list .state').textContent()).toBe('1 of 6 files is here, and matches');
  });

  test('drops a folder in which every byte is right', async () => {
    await drop(onDisk('tiny-bert', bert));
    expect(await outcome()).toBe('6 files: 6 known.');
    expect(await page.locator('#model-list .state').textContent()).toBe('Complete: all 6 files match');
    expect(await page.locator('#model-list h3').allTextContents()).toEqual(['acme/tiny-bert']);
    expect(await row('tiny-bert/LICENSE').locator('.matches li').allTextContents()).toHaveLength(2);
    expect(await row('tiny-bert/LICENSE').locator('.matches a').first().textContent()).toBe('acme/tiny-bert');
  });

  test('is told which files of a folder differ, which are unknown, and which are not there', async () => {
    const { 'onnx/config.json': _, ...rest } = faulty;
    await page.setInputFiles('#folder', onDisk('my-bert', rest));
    expect(await outcome()).toBe('6 files: 3 known, 2 differ, 1 unknown.');
    expect(await stateOf('my-bert/config.json')).toBe('Differs');
    expect(await row('my-bert/config.json').textContent()).toContain('The size is the same, the bytes are not.');
    expect(await row('my-bert/model.safetensors').textContent()).toContain(
      'It has 2,999,000 bytes instead of 3,000,000.',
    );
    expect(await row('my-bert/model.safetensors').textContent()).toContain('These bytes are unknown to this index.');
    expect(await stateOf('my-bert/notes.txt')).toBe('Unknown');
    expect(await page.locator('#model-list .state').textContent()).toBe('2 of 6 files differ, 3 match');
    await page.click('#model-list summary');
    expect(await page.locator('#model-list details li').allTextContents()).toEqual(['onnx/config.json']);
    await page.click('#model-list .paths a >> text=my-bert/config.json');
    expect(await page.evaluate(() => document.activeElement?.querySelector('.file-path')?.textContent)).toBe(
      'my-bert/config.json',
    );
  });

  test('finds two models in one folder', async () => {
    const copy = models['acme/tiny-copy']!;
    const both = Object.fromEntries([
      ...Object.entries(bert).map(([path, bytes]) => [`one/${path}`, bytes]),
      ...Object.entries(copy).map(([path, bytes]) => [`other/${path}`, bytes]),
    ]) as Record<string, Buffer>;
    await drop(onDisk('models', both));
    expect(await outcome()).toBe('9 files: 9 known.');
    expect(await page.locator('#model-list h3').allTextContents()).toEqual(['acme/tiny-bert', 'acme/tiny-copy']);
  });

  test('drops files', async () => {
    const at = onDisk('some', bert);
    await drop(join(at, 'vocab.txt'));
    expect(await outcome()).toBe('1 file: 1 known.');
    await drop(join(at, 'LICENSE'), join(at, 'config.json'));
    await page.locator('#announcer', { hasText: '3 files: 3 known.' }).waitFor();
    expect(await stateOf('vocab.txt')).toBe('Known');
  });

  test('drops a file and two folders at once, and is told what the browser would not open', async () => {
    const file = join(onDisk('one', { 'vocab.txt': bert['vocab.txt']! }), 'vocab.txt');
    await drop(file, onDisk('tiny-bert', bert), onDisk('tiny-copy', models['acme/tiny-copy']!));
    if (isApart) return void expect(await outcome()).toBe('10 files: 10 known.');
    expect(await outcome()).toBe('1 file: 1 known.');
    expect(await page.textContent('#left-out')).toBe(
      'Your browser would not open tiny-bert, tiny-copy. Drop one folder at a time, and nothing beside it.',
    );
  });

  test('drops more while the first is under way, and the same again', async () => {
    const [one, other] = [onDisk('tiny-bert', bert), onDisk('tiny-copy', models['acme/tiny-copy']!)];
    await drop(one);
    await drop(other);
    await drop(one);
    await page.locator('#announcer', { hasText: '9 files: 9 known.' }).waitFor();
    expect(await page.locator('.file').count()).toBe(9);
  });

  test('has what tools put beside a model passed over, and is told so', async () => {
    await drop(onDisk('tiny-bert', { ...bert, '.git/HEAD': Buffer.from('ref'), SHA256SUMS: Buffer.from('') }));
    expect(await outcome()).toBe('6 files: 6 known.');
    expect(await page.textContent('#left-out')).toBe(
      '2 files that tools put beside a model passed over: tiny-bert/.git/HEAD, tiny-bert/SHA256SUMS.',
    );
  });

  test('does all of it by keyboard, and empties the list', async () => {
    // Long before the key that opens it: the browser must know by then that the chooser is ours.
    const asked = page.waitForEvent('filechooser');
    expect(await tabTo(page, '#files')).toBe(true);
    const ring = await page.evaluate(() => getComputedStyle(document.activeElement!.parentElement!).outline);
    expect(ring).toMatch(/solid 2px/);
    await page.keyboard.press('Enter');
    await (await asked).setFiles(join(onDisk('one', { 'notes.txt': faulty['notes.txt']! }), 'notes.txt'));
    expect(await outcome()).toBe('1 file: 1 unknown.');
    expect(await tabTo(page, '#clear')).toBe(true);
    await page.keyboard.press('Enter');
    expect(await page.locator('.file').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('files');
  });

  test('has the outcome on the page when it is said, in a tab that gets no frames too', async () => {
    await page.evaluate(() => {
      window.requestAnimationFrame = () => 0;
    });
    await page.setInputFiles('#files', join(onDisk('one', { 'notes.txt': faulty['notes.txt']! }), 'notes.txt'));
    expect(await outcome()).toBe('1 file: 1 unknown.');
    expect(await page.textContent('#tally')).toBe('1 file: 1 unknown.');
    expect(await page.locator('#clear').isVisible()).toBe(true);
  });

  test('stops a large file, and goes on where it was; where the app has an origin, on another visit too', async () => {
    const path = join(onDisk('large', { 'large.bin': Buffer.alloc(0) }), 'large.bin');
    truncateSync(path, 800 * 1024 * 1024);
    // Stopped by the page itself when it first shows progress: on a busy machine a message from here may come too late.
    await page.evaluate(() => {
      const total = document.querySelector<HTMLProgressElement>('#total')!;
      const value = Object.getOwnPropertyDescriptor(HTMLProgressElement.prototype, 'value')!;
      const stop = document.querySelector<HTMLButtonElement>('#stop')!;
      Object.defineProperty(total, 'value', {
        configurable: true,
        get: () => value.get!.call(total),
        set: (now: number) => {
          value.set!.call(total, now);
          if (now === 0) return;
          Reflect.deleteProperty(total, 'value');
          queueMicrotask(() => {
            stop.focus();
            stop.click();
          });
        },
      });
    });
    await page.setInputFiles('#files', path);
    expect(await outcome()).toBe('1 file: 1 stopped.');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('resume');
    expect(await page.textContent('#kept')).toContain(
      isApart ? 'kept in this browser' : 'kept while this page is open',
    );
    if (isApart) {
      await page.reload();
      await page.setInputFiles('#files', path);
    } else await page.click('#resume');
    expect(await outcome()).toBe('1 file: 1 unknown.');
    const text = await row('large.bin').textContent();
    expect(text).toMatch(/The first [\d.]+ MB were hashed earlier/);
    if (isApart) expect(await page.evaluate(() => localStorage.length)).toBe(0);
  }, 120_000);
});

describe('proofs', () => {
  const by = signer('hub.example/log');
  const sums = Object.entries(bert)
    .map(([path, bytes]) => `${createHash('sha256').update(bytes).digest('hex')}  ${path}\n`)
    .join('');
  const leaf = modelLeaf('acme/tiny-bert', {
    revision: revisionOf('acme/tiny-bert'),
    sums: createHash('sha256').update(sums).digest('hex'),
  });
  const key = formatVerifierKey(by.key);
  let proof: string;
  beforeAll(async () => {
    const { read } = logOf([modelLeaf('acme/other'), leaf], by, { expires: '2999-01-01T00:00:00Z' });
    proof = JSON.stringify(await makeProof(read, (await newestDay(read))!, { id: 'acme/tiny-bert', sums }));
  });
  const verdict = (word: RegExp) => page.locator('.proof .state', { hasText: word });
  const askedFor = () =>
    page.route('**/models/acme/tiny-bert/proof.json', (route) =>
      route.fulfill({ body: proof, headers: { 'Access-Control-Allow-Origin': '*' } }),
    );

  test.each(['shared', 'apart'] as const)('are asked for, and held against a key: app %s', async (which) => {
    await open(which === 'apart' ? apart : shared);
    await askedFor();
    await drop(onDisk('tiny-bert', bert));
    await outcome();
    await page.click('text=Check the proof');
    await verdict(
      /^Not proved: 6 of 6 files of acme.tiny-bert matched the proof, and nobody checked who signed it\.$/,
    ).waitFor();
    await page.click('text=Whose signature do you trust?');
    await page.fill('#keys', key);
    await page.locator('#keys').blur();
    await verdict(/^Proved: 6 of 6 files of acme.tiny-bert matched what the log says\.$/).waitFor();
    expect(await page.locator('#announcer').textContent()).toContain('Proved: 6 of 6 files');
    expect(complaints).toEqual([]);
  });

  test('that lie beside the files are taken as such, and a wrong name is told', async () => {
    await open(shared);
    const { 'vocab.txt': vocabulary, ...rest } = bert;
    await drop(onDisk('tiny-bert', { ...rest, 'words.txt': vocabulary!, 'proof.json': Buffer.from(proof) }));
    await verdict(/words\.txt has the bytes of vocab\.txt and not its name/).waitFor();
    expect(await page.locator('.file').count()).toBe(6);
  });

  test('are known by their format, and named; what is missing and what is strange stands in the headline', async () => {
    await open(shared);
    const { 'vocab.txt': _, ...rest } = bert;
    await drop(onDisk('tiny-bert', { ...rest, 'evil.py': Buffer.from('boo'), 'proof (1).json': Buffer.from(proof) }));
    await page.click('text=Whose signature do you trust?');
    await page.fill('#keys', key);
    await page.locator('#keys').blur();
    await verdict(
      /^Proved: 5 of 6 files .* Not here: vocab\.txt\. Not of the model, and not proved: evil\.py\.$/,
    ).waitFor();
    await page
      .locator('.proof .note', { hasText: /^Checked by proof \(1\)\.json, which came with the files\.$/ })
      .waitFor();
    expect(await page.locator('.proof .state-good').count()).toBe(0);
  });

  test('of files that were chosen one by one say so once', async () => {
    await open(shared);
    const folder = onDisk('flat', { ...bert, 'proof.json': Buffer.from(proof) });
    const names = ['LICENSE', 'config.json', 'vocab.txt', 'model.safetensors', 'onnx/model.onnx', 'proof.json'];
    await page.setInputFiles(
      '#files',
      names.map((name) => join(folder, name)),
    );
    await verdict(/model\.onnx has the bytes of onnx\/model\.onnx .*: choose the folder that they lie in\.$/).waitFor();
    expect(await page.locator('.proof .state').count()).toBe(1);
  });

  test('are no use of a hub that is away, or has none', async () => {
    await open(shared);
    await page.route('**/proof.json', (route) => route.fulfill({ status: 404 }));
    await drop(onDisk('tiny-bert', bert));
    await outcome();
    await page.click('text=Check the proof');
    await page.locator('.proof .note', { hasText: 'rests on the word of the hub' }).waitFor();
    await page.route('**/hashes/*', (route) => route.abort());
    await page.click('#clear');
    await drop(onDisk('tiny-bert', { ...bert, 'acme.proof.json': Buffer.from(proof) }));
    await verdict(/^Not proved: 6 of 6 files/).waitFor();
  });

  test('load what checks them when they are asked for', async () => {
    await open(shared);
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await drop(onDisk('tiny-bert', bert));
    await outcome();
    expect(loaded.filter((url) => url.includes('proof'))).toEqual([]);
    await askedFor();
    await page.click('text=Check the proof');
    await verdict(/^Not proved/).waitFor();
    expect(loaded.filter((url) => /proof-check-.*\.js$/.test(url))).toHaveLength(1);
  });

  test.each(
    ['light', 'dark'].flatMap((theme) => [320, 1280].map((width) => [theme as 'light' | 'dark', width] as const)),
  )('fit, %s at %i px', async (theme, width) => {
    await open(shared, width, theme);
    await askedFor();
    await page.setInputFiles('#folder', onDisk('tiny-bert', bert));
    await outcome();
    await page.click('text=Check the proof');
    await page.click('text=Whose signature do you trust?');
    const picture = (name: string) =>
      pictures && page.screenshot({ path: join(pictures, `proof-${name}-${theme}-${width}.png`), fullPage: true });
    for (const [name, keys, word] of [
      ['open', '', /^Not proved: 6 of 6 files/],
      ['proved', key, /^Proved/],
      ['refused', formatVerifierKey(signer('hub.example/log').key), /^Not proved\. The checkpoint is not signed/],
    ] as const) {
      await page.fill('#keys', keys);
      await page.locator('#keys').blur();
      await verdict(word).waitFor();
      expect(await overflowing(page)).toEqual([]);
      await picture(name);
    }
  });
});

test('what can’t be looked up is said, and tried again', async () => {
  await open(shared);
  await page.route('**/hashes/*', (route) => route.fulfill({ status: 503 }));
  await drop(onDisk('tiny-bert', { LICENSE: bert.LICENSE! }));
  expect(await outcome()).toBe('1 file: 1 not checked.');
  expect(await row('tiny-bert/LICENSE').textContent()).toMatch(
    /could not be checked: the hub answered 503 to \/hashes\/\w{3}\.json/,
  );
  await page.unroute('**/hashes/*');
  await page.click('#resume');
  await page.locator('#announcer', { hasText: '1 known' }).waitFor();
});

describe.each(['light', 'dark'] as const)('%s', (theme) => {
  test.each([320, 375, 768, 1280])('fits %i px, empty and full', async (width) => {
    await open(shared, width, theme);
    expect(await overflowing(page)).toEqual([]);
    const paper = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    expect(Number(/\d+/.exec(paper)?.[0]) > 128).toBe(theme === 'light');
    const picture = (name: string) =>
      pictures && page.screenshot({ path: join(pictures, `verify-${name}-${theme}-${width}.png`), fullPage: true });
    await picture('empty');
    await page.setInputFiles('#folder', onDisk('tiny-bert', faulty));
    await outcome();
    expect(await overflowing(page)).toEqual([]);
    await picture('full');
  });
});
