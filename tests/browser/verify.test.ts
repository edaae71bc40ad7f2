// Tests the verify app: a visitor chooses or drops files and folders, the browser hashes them, and the index names
// them.
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { inAll } from '../fixtures/in-all.ts';
import { drop, models, outcomeOf, revisionOf, useVerifyApp } from './verify-hub.ts';
import { isLight, looksAt, overflowing, tabTo } from './visit.ts';

// The limit is high because a browser is slow on a busy machine; only a hang exceeds it.
vi.setConfig({ testTimeout: 30_000 });

const bert = models['acme/tiny-bert']!;
const app = useVerifyApp();
let page: Page;
let complaints: string[];

const row = (path: string) => page.locator('.file', { has: page.locator(`.file-path:text-is("${path}")`) });
const stateOf = (path: string) => row(path).locator('.state').textContent();

/** The files of a download: one is changed, one is cut short, one does not belong to the model. */
const faulty: Record<string, Buffer> = {
  ...bert,
  'config.json': Buffer.from('{"hidden_size": 256}\n'),
  'model.safetensors': bert['model.safetensors']!.subarray(0, 2_999_000),
  'notes.txt': Buffer.from('my own\n'),
};

describe.each(['without an origin', 'at another address'] as const)('a visitor of an app %s', (which) => {
  const isApart = which === 'at another address';
  /** The options of a test that only `npm run test:all` repeats for an app at another address. */
  const again = inAll(isApart);
  /** Drops a folder, or chooses it where the browser opens no dropped folder. */
  const take = async (folder: string) => {
    if (isApart) await drop(page, folder);
    else await page.setInputFiles('input[name=folder]', folder);
  };
  beforeEach(async () => {
    ({ page, complaints } = await app.open(isApart ? 'apart' : 'shared'));
  });
  afterEach(() => expect(complaints).toEqual([]));

  test('chooses a file that the index knows', async () => {
    await page.setInputFiles(
      'input[name=files]',
      join(app.onDisk('one', { 'model.safetensors': bert['model.safetensors']! }), 'model.safetensors'),
    );
    expect(await outcomeOf(page)).toBe('1 file: 1 known.');
    const text = await row('model.safetensors').textContent();
    expect(text).toContain(
      `Known as acme/tiny-bert, model.safetensors, revision ${revisionOf('acme/tiny-bert').slice(0, 12)}`,
    );
    const leadsTo = await row('model.safetensors').locator('a').getAttribute('href');
    expect(leadsTo).toBe(`${isApart ? app.apart.baseUrl : ''}/models/acme/tiny-bert/`);
    expect(await page.locator('#model-list .state').textContent()).toBe('1 of 6 files is here, and matches');
  });

  test('takes a folder in which every byte is right', async () => {
    await take(app.onDisk('tiny-bert', bert));
    expect(await outcomeOf(page)).toBe('6 files: 6 known.');
    expect(await page.locator('#model-list .state').textContent()).toBe('Complete: all 6 files match');
    expect(await page.locator('#model-list h3').allTextContents()).toEqual(['acme/tiny-bert']);
    expect(await row('tiny-bert/LICENSE').locator('.matches li').allTextContents()).toHaveLength(2);
  });

  test('sees which files of a folder differ, which are unknown, and which are missing', again, async () => {
    const { 'onnx/config.json': _, ...rest } = faulty;
    expect(await page.isVisible('.folder-choice')).toBe(true);
    await page.setInputFiles('input[name=folder]', app.onDisk('my-bert', rest));
    expect(await outcomeOf(page)).toBe('6 files: 3 known, 2 differ, 1 unknown.');
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

  test('drops a file and two folders at once, and sees which ones the browser did not open', async () => {
    const file = join(app.onDisk('one', { 'vocab.txt': bert['vocab.txt']! }), 'vocab.txt');
    await drop(page, file, app.onDisk('tiny-bert', bert), app.onDisk('tiny-copy', models['acme/tiny-copy']!));
    if (isApart) return void expect(await outcomeOf(page)).toBe('10 files: 10 known.');
    expect(await outcomeOf(page)).toBe('1 file: 1 known.');
    expect(await page.textContent('#left-out')).toBe(
      'Your browser would not open tiny-bert, tiny-copy: choose it with the button.',
    );
  });

  test('takes other files while the first are hashed, and sees only those', again, async () => {
    await take(app.onDisk('tiny-bert', bert));
    await take(app.onDisk('tiny-copy', models['acme/tiny-copy']!));
    await page.locator('#announcer', { hasText: '3 files: 3 known.' }).waitFor();
    expect(await page.locator('.file').count()).toBe(3);
  });

  test('does all of it by keyboard', again, async () => {
    // Playwright must listen before the key is pressed, or the browser opens its own chooser.
    const asked = page.waitForEvent('filechooser');
    expect(await tabTo(page, 'input[name=files]')).toBe(true);
    const ring = await page.evaluate(() => getComputedStyle(document.activeElement!.parentElement!).outline);
    expect(ring).toMatch(/solid 2px/);
    await page.keyboard.press('Enter');
    await (await asked).setFiles(join(app.onDisk('one', { 'notes.txt': faulty['notes.txt']! }), 'notes.txt'));
    expect(await outcomeOf(page)).toBe('1 file: 1 unknown.');
  });

  test('stops a large file', again, async () => {
    const path = join(app.onDisk('large', { 'large.bin': Buffer.alloc(0) }), 'large.bin');
    truncateSync(path, 300 * 1024 * 1024);
    // The page itself presses Stop when the first file is announced, since a click from the test may come too late.
    await page.evaluate(() => {
      const announcer = document.querySelector('#announcer')!;
      const stop = document.querySelector<HTMLButtonElement>('#stop')!;
      const press = new MutationObserver(() => {
        press.disconnect();
        stop.focus();
        stop.click();
      });
      press.observe(announcer, { childList: true });
    });
    await page.setInputFiles('input[name=files]', path);
    expect(await outcomeOf(page)).toBe('1 file: 1 stopped.');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('tally');
  });
});

test('a failed look-up shows an error, and the files can be chosen again', async () => {
  ({ page } = await app.open());
  await page.route('**/hashes/*', (route) => route.fulfill({ status: 503 }));
  const folder = app.onDisk('tiny-bert', { LICENSE: bert.LICENSE! });
  await page.setInputFiles('input[name=folder]', folder);
  expect(await outcomeOf(page)).toBe('1 file: 1 not checked.');
  expect(await row('tiny-bert/LICENSE').textContent()).toMatch(
    /could not be checked: the hub answered 503 to \/hashes\/\w{3}\.json/,
  );
  await page.unroute('**/hashes/*');
  await page.setInputFiles('input[name=folder]', folder);
  await page.locator('#announcer', { hasText: '1 known' }).waitFor();
});

for (const { name, visitor, isRepeat } of looksAt(320, 375, 768, 1280).filter((look) => look.visitor.script))
  test(`the app fits the window, empty and full: ${name}`, inAll(isRepeat), async () => {
    const { width, theme } = visitor;
    ({ page } = await app.open('shared', { width, theme }));
    expect(await overflowing(page)).toEqual([]);
    expect(await isLight(page)).toBe(theme === 'light');
    await page.setInputFiles('input[name=folder]', app.onDisk('tiny-bert', faulty));
    await outcomeOf(page);
    expect(await overflowing(page)).toEqual([]);
  });
