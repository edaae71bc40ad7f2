// Tests the page of an archived day: long lists are folded, and the page is short on a phone.
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { overflowing } from './visit.ts';
import { useSite } from './visited-site.ts';

/** The busiest made-up day: 2,130 new models, and 40 files of three models with new bytes. */
const BUSY = '/archive/2026-08-22/';

const site = useSite();

async function opened(width: number): Promise<Page> {
  const { page } = await site.visit({ width, theme: 'light', script: false });
  await page.goto(site.baseUrl + BUSY);
  return page;
}

test('each change has its details: sizes, tasks, how many files, and how a size changed', async () => {
  const page = await opened(1440);
  const lists = await page.locator('.day-list').allTextContents();
  const [added, removed, revised, rewritten] = lists.map((text) => text.replace(/\s+/g, ' '));
  expect(added).toContain('acme-research/new-model-0 Text generation · 14.5 GB · 7.24B parameters');
  expect(removed).toContain('tidepool/withdrawn Text generation · 14.5 GB');
  expect(revised).toContain('Northlight/moved-1 13 files changed · one copy 5.59 GB, was 5.66 GB');
  expect(rewritten).toContain('model-1.onnx same revision 12.1 kB');
});

test('a phone shows the busiest day on a few screens, with long lists folded', async () => {
  const page = await opened(390);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(3_000);
  expect(await overflowing(page)).toEqual([]);
  const folded = page.locator('.day-list:not([open]) h2');
  expect(await folded.allTextContents()).toEqual(['New models 2,130', 'Files with new bytes 40']);
});
