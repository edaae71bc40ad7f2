// Tests what a visitor chooses and copies on a model's page: all commands follow the chosen version and tool.
import type { Page } from 'playwright';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeHub, pageOf } from './fake-hub.ts';
import { GGUF, PLAIN } from './fake-models.ts';
import { useSite } from './site.ts';
import { shownIds, type Visit } from './visit.ts';

// The limit is high because a browser is slow on a busy machine; only a hang exceeds it.
vi.setConfig({ testTimeout: 90_000 });

const hub = fakeHub();
const site = useSite(hub);
let open: Visit;
let page: Page;

const show = (id: string) => page.goto(`${site.baseUrl}/models/${id}/`);
const panels = () => shownIds(page, '.way');

describe('with script', () => {
  beforeEach(async () => {
    site.use(hub);
    open = await site.visit({ width: 1280, theme: 'light', script: true });
    page = open.page;
  });

  test('the tab that was chosen last is open on the next model, unless it has nothing for that model', async () => {
    await show(GGUF);
    await page.click('label[for=get-ollama]');
    await show(pageOf(hub, GGUF).id);
    expect(await panels()).toEqual(['way-ollama']);
    await show(PLAIN);
    expect(await panels()).toEqual(['way-hf']);
  });

  test('the commands follow the version, which the address names, and the tool stays open', async () => {
    await show(GGUF);
    await page.click('label[for=get-llama-cpp]');
    await page.click('label[for=shell-powershell]');
    await page.click('.versions > summary');
    await page.click('.choices a:text-is("Q8_0")');
    await page.waitForSelector('.chosen:has-text("Q8_0")');
    const isShown = async () => {
      expect(new URL(page.url()).search).toBe('?v=q8_0');
      expect(await page.locator('.needs').textContent()).toContain('Needs 34.4 GB of memory');
      expect(await panels()).toEqual(['way-llama-cpp']);
      expect(await page.locator('#way-llama-cpp pre:visible').textContent()).toContain(':Q8_0');
      expect(await page.locator('#shell-powershell').isChecked()).toBe(true);
    };
    await isShown();
    await page.reload();
    await isShown();
    // Ollama can't load shards.
    await page.click('.choices a:text-is("BF16")');
    await page.waitForSelector('.chosen:has-text("BF16")');
    expect(await page.locator('label[for=get-ollama]').count()).toBe(0);
    expect(await page.locator('#way-ollama').count()).toBe(0);
    expect(open.complaints).toEqual([]);
  });

  test('a button copies the whole block', async () => {
    await open.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await show(PLAIN);
    await page.click('#way-hf .copy >> nth=0');
    await page.waitForSelector('#way-hf .copy:has-text("Copied")');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(await page.locator('#way-hf .form-unix code').first().textContent());
    await page.check('.files .unfold:not(:checked)');
    const { files, revision } = pageOf(hub, PLAIN);
    const config = files.find(({ path }) => path === 'config.json')!;
    const row = page.locator('.files tr:has(summary bdi:text-is("config.json"))');
    await row.locator('summary').click();
    await row.locator('button:has-text("Copy hash")').click();
    await row.locator('.copy:has-text("Copied")').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(config.sha256);
    await row.locator('button:has-text("Copy curl")').click();
    await row.locator('.copy:has-text("Copied") >> nth=1').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `curl -fL -o config.json \\\n  ${hub.baseUrl}/${PLAIN}/resolve/${revision}/config.json &&\necho '${config.sha256} ` +
        ` config.json' |\n  sha256sum --strict -c`,
    );
    await page.click('.for-programs > summary');
    await page.click('.for-programs .copy >> nth=1');
    await page.waitForSelector('.for-programs .copy:has-text("Copied")');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(pageOf(hub, PLAIN).object);
  });

  test('each source shows its state and the reason', async () => {
    await show(GGUF);
    const rows = await page.locator('.trust li:has(.state)').allTextContents();
    expect(rows).toEqual(['source-a.example Verified', 'source-b.example some files Down']);
    const held = await page.locator('.sources li').allTextContents();
    expect(held[0]).toMatch(/source-a\.example.*listed as Source A.*Sent a test file whose hash was right/);
    expect(held[1]).toMatch(/source-b\.example.*Did not answer in time.*Holds 2 of 12 files/);
  });
});
