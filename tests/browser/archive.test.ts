// Tests the page of an archived day: long lists are folded, a filter finds lines, and the page is short on a phone.
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { overflowing } from './visit.ts';
import { useSite } from './visited-site.ts';

/** The busiest made-up day: 2,130 new models, and 40 files of three models with new bytes. */
const BUSY = '/archive/2026-08-22/';

const site = useSite();

async function opened(width: number, script: boolean): Promise<Page> {
  const { page } = await site.visit({ width, theme: 'light', script });
  await page.goto(site.baseUrl + BUSY);
  return page;
}

test('each change has its details: sizes, tasks, how many files, and how a size changed', async () => {
  const page = await opened(1440, false);
  const lists = await page.locator('.day-list').allTextContents();
  const [added, removed, revised, rewritten] = lists.map((text) => text.replace(/\s+/g, ' '));
  expect(added).toContain('acme-research/new-model-0 Text generation · 14.5 GB · 7.24B parameters');
  expect(removed).toContain('tidepool/withdrawn Text generation · 14.5 GB');
  expect(revised).toContain('Northlight/moved-1 13 files changed · one copy 5.59 GB, was 5.66 GB');
  expect(rewritten).toContain('model-1.onnx 12.1 kB, was 11.8 kB');
});

test('a phone shows the busiest day on a few screens, with long lists folded', async () => {
  const page = await opened(390, false);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3_000);
  expect(await overflowing(page)).toEqual([]);
  const folded = page.locator('.day-list:not([open])');
  expect(await folded.locator('h2').allTextContents()).toEqual(['Files with new bytes 40']);
  const news = page.locator('.day-list').first();
  expect(await news.locator('.new-model:visible').count()).toBe(12);
});

test('the filter keeps the lines with a word, also those of a model’s files, and opens the parts around them', async () => {
  const page = await opened(1440, true);
  const shown = () => page.locator('.day-list li:not(.of-files):visible').allTextContents();
  await page.fill('#day-filter', 'MOVED-1');
  // The filter keeps a line for the revision, and a line for each of the model's thirteen files.
  expect(await shown()).toHaveLength(1 + 13);
  expect(await page.locator('.of-files:visible').count()).toBe(1);
  expect(await page.locator('[role=status]:visible').last().textContent()).toContain('14 lines');
  await page.fill('#day-filter', 'model-39.onnx');
  expect(await shown()).toHaveLength(1);
  await page.fill('#day-filter', 'withdrawn');
  expect(await shown()).toHaveLength(1);
  await page.fill('#day-filter', '');
  expect(await page.locator('.day-list[open]').count()).toBe(5);
});
