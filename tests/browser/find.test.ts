// Tests the search in the header: the texts that visitors type, and the results.
import type { Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import { INDEXED_HASH } from './fake-index.ts';
import { useSite } from './site.ts';

// The limit is high because a browser is slow on a busy machine; only a hang exceeds it.
vi.setConfig({ testTimeout: 60_000 });

const site = useSite();
let page: Page;

const visitAs = async (script: boolean) => {
  ({ page } = await site.visit({ width: 1024, theme: 'light', script }));
};

const find = async (text: string) => {
  await page.goto(`${site.baseUrl}/health/`);
  await page.fill('#find', text);
  await page.press('#find', 'Enter');
};

test('a pasted id or hash leads to its page, and so does the name of a model', async () => {
  await visitAs(true);
  await find('lantern-30b-a3b-instruct-gguf');
  await page.waitForURL('**/models/tidepool/Lantern-30B-A3B-Instruct-GGUF/');
  await find('openai/gpt-oss-20b VS google-bert/bert-base-uncased,');
  await page.waitForURL('**/models/compare/?models=openai/gpt-oss-20b,google-bert/bert-base-uncased');
  await find('hf.co/Tidepool/fell-off-the-list:Q4_K_M');
  await page.waitForURL('**/models/tidepool/fell-off-the-list/?v=Q4_K_M');
  await find(`${INDEXED_HASH}  model.safetensors`);
  await page.waitForURL(`**/hashes/${INDEXED_HASH}/`);
  await page.goBack();
  expect(page.url()).toContain('/health/');
});

test('words lead to the list of models, and to pages of the docs', async () => {
  for (const script of [true, false]) {
    await visitAs(script);
    await page.goto(`${site.baseUrl}/health/`);
    await page.fill('#find', 'lantern');
    await page.locator('.find').getByRole('button', { name: 'Search' }).click();
    await page.waitForURL('**/models/?search=lantern&go=1');
    expect(await page.locator('.model-id').first().textContent()).toMatch(/lantern/i);
    await find('plain files');
    const link = page.locator('main').getByRole('link', { name: /Plain files/ });
    // No model matches, so the page of the docs opens at once where script runs.
    if (!script) await link.first().click();
    await page.waitForURL('**/docs/static/**');
  }
});

test('without script the list links the page of a pasted hash, and of a pasted id', async () => {
  await visitAs(false);
  await find(INDEXED_HASH);
  await page.click('text=What is known of this hash');
  await page.waitForURL(`**/hashes/${INDEXED_HASH}/`);
  await find('https://elsewhere.example/Tidepool/fell-off-the-list');
  await page.click('.meant');
  await page.waitForURL('**/models/tidepool/fell-off-the-list/');
});

test('the list says what to do about a model that the index lacks', async () => {
  await visitAs(true);
  await find('nobody/nothing');
  await page.getByRole('heading', { name: 'No such model here' }).waitFor();
  await page.click('text=Models with some of its words');
  await page.waitForURL('**/models/?search=nobody+nothing');
});
