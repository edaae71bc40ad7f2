// Tests proofs in the verify app: fetched, or dropped with the files, and checked with a key that the visitor trusts.

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { env } from 'node:process';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { formatVerifierKey } from '../../src/log/note.ts';
import { makeProof, newestDay } from '../../src/log/proof/make-proof.ts';
import { sampled } from '../fixtures/in-all.ts';
import { logOf, modelLeaf, signer } from '../unit/log/memory-log.ts';
import { models, revisionOf } from './verify-hub.ts';
import { drop, outcomeOf, useVerifyApp } from './verify-visit.ts';
import { overflowing } from './visit.ts';

/** The folder for screenshots. Without the environment variable PICTURES, the tests make no screenshots. */
const pictures = env.PICTURES;

// The limit is high because a browser is slow on a busy machine; only a hang exceeds it.
vi.setConfig({ testTimeout: 30_000 });

const bert = models['acme/tiny-bert']!;
const app = useVerifyApp();
let page: Page;

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

  test.each(['shared', 'apart'] as const)('are fetched and checked with a key: app %s', async (which) => {
    const visit = await app.open(which);
    ({ page } = visit);
    await askedFor();
    await drop(page, app.onDisk('tiny-bert', bert));
    await outcomeOf(page);
    await page.click('text=Check the proof');
    await verdict(
      /^Not proved: 6 of 6 files of acme.tiny-bert matched the proof, and nobody checked who signed it\.$/,
    ).waitFor();
    await page.click('text=Whose signature do you trust?');
    await page.fill('#keys', key);
    await page.locator('#keys').blur();
    await verdict(/^Proved: 6 of 6 files of acme.tiny-bert matched what the log says\.$/).waitFor();
    expect(await page.locator('#announcer').textContent()).toContain('Proved: 6 of 6 files');
    expect(visit.complaints).toEqual([]);
  });

  test('beside the files are recognised; a file with a wrong name is reported', async () => {
    ({ page } = await app.open());
    const { 'vocab.txt': vocabulary, ...rest } = bert;
    await drop(page, app.onDisk('tiny-bert', { ...rest, 'words.txt': vocabulary!, 'proof.json': Buffer.from(proof) }));
    await verdict(/words\.txt has the bytes of vocab\.txt and not its name/).waitFor();
    expect(await page.locator('.file').count()).toBe(6);
  });

  test('are recognised by their format and named; the headline names missing and unknown files', async () => {
    ({ page } = await app.open());
    const { 'vocab.txt': _, ...rest } = bert;
    await drop(
      page,
      app.onDisk('tiny-bert', { ...rest, 'evil.py': Buffer.from('boo'), 'proof (1).json': Buffer.from(proof) }),
    );
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

  test('of another day than the files say so, and the newest is one click away', async () => {
    ({ page } = await app.open());
    const changed = { ...bert, 'vocab.txt': Buffer.from('of tomorrow') };
    await drop(page, app.onDisk('tiny-bert', { ...changed, 'proof.json': Buffer.from(proof) }));
    await verdict(/^Not proved\. vocab\.txt has other bytes than the file of that name\.$/).waitFor();
    const day = /^acme\/tiny-bert at revision d82cd79b9b7c is in the index of \d{4}-\d\d-\d\d, good until/;
    await page.locator('.proof .note', { hasText: day }).waitFor();
    await askedFor();
    await page.click('text=Check the newest proof');
    await page.locator('.proof .note', { hasText: 'Checked by the proof that this hub gives.' }).waitFor();
  });

  test.each([
    ['cut short', () => proof.slice(0, 600), 'It is not JSON, and so no proof.'],
    [
      'of a later format',
      () => proof.replace('proof/v1', 'proof/v2'),
      'It is not a proof of the format hub.model-hub.proof/v1.',
    ],
    [
      'without its leaf',
      () => proof.replace('"leaf"', '"left"'),
      'It is not a proof of the format hub.model-hub.proof/v1.',
    ],
  ])('that are %s get a message that says so', async (_, change, why) => {
    ({ page } = await app.open());
    await drop(page, app.onDisk('tiny-bert', { ...bert, 'proof.json': Buffer.from(change()) }));
    await outcomeOf(page);
    expect(await page.locator('#left-out').textContent()).toBe(`proof.json is a proof that can’t be read. ${why}`);
  });

  test('of files that were chosen one by one say so once', async () => {
    ({ page } = await app.open());
    const folder = app.onDisk('flat', { ...bert, 'proof.json': Buffer.from(proof) });
    const names = ['LICENSE', 'config.json', 'vocab.txt', 'model.safetensors', 'onnx/model.onnx', 'proof.json'];
    await page.setInputFiles(
      'input[name=files]',
      names.map((name) => join(folder, name)),
    );
    await verdict(/model\.onnx has the bytes of onnx\/model\.onnx .*: choose the folder that they lie in\.$/).waitFor();
    expect(await page.locator('.proof .state').count()).toBe(1);
  });

  test('need no hub when dropped; without a proof, the result rests on the word of the hub', async () => {
    ({ page } = await app.open());
    await page.route('**/proof.json', (route) => route.fulfill({ status: 404 }));
    await drop(page, app.onDisk('tiny-bert', bert));
    await outcomeOf(page);
    await page.click('text=Check the proof');
    await page.locator('.proof .note', { hasText: 'rests on the word of the hub' }).waitFor();
    await page.route('**/hashes/*', (route) => route.abort());
    await page.click('#clear');
    await drop(page, app.onDisk('tiny-bert', { ...bert, 'acme.proof.json': Buffer.from(proof) }));
    await verdict(/^Not proved: 6 of 6 files/).waitFor();
  });

  test('load the code that checks them on demand', async () => {
    ({ page } = await app.open());
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    await drop(page, app.onDisk('tiny-bert', bert));
    await outcomeOf(page);
    expect(loaded.filter((url) => url.includes('proof'))).toEqual([]);
    await askedFor();
    await page.click('text=Check the proof');
    await verdict(/^Not proved/).waitFor();
    expect(loaded.filter((url) => /proof-check-.*\.js$/.test(url))).toHaveLength(1);
  });

  for (const [[theme, width], options] of sampled(
    ['light', 'dark'].flatMap((theme) => [320, 1280].map((width) => [theme as 'light' | 'dark', width] as const)),
  ))
    test(`fit, ${theme} at ${width} px`, options, async () => {
      ({ page } = await app.open('shared', { width, theme }));
      await askedFor();
      await page.setInputFiles('input[name=folder]', app.onDisk('tiny-bert', bert));
      await outcomeOf(page);
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
