// Tests the page of a model without script, for small and large models.
import type { Page } from 'playwright';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeHub, pageOf } from './fake-hub.ts';
import { GGUF, LARGE, PLAIN } from './fake-models.ts';
import { useSite } from './site.ts';
import { shownIds, tabTo, type Visit } from './visit.ts';

// The limit is high because a browser is slow on a busy machine; only a hang exceeds it.
vi.setConfig({ testTimeout: 90_000 });

const hub = fakeHub();
const site = useSite(hub);
let open: Visit;
let page: Page;

async function visitAs(script: boolean, width = 1280, theme: 'light' | 'dark' = 'light'): Promise<void> {
  site.use(hub);
  open = await site.visit({ width, theme, script });
  page = open.page;
}

const show = (id: string, query = '') => page.goto(`${site.baseUrl}/models/${id}/${query}`);
const panels = () => shownIds(page, '.way');

describe('without script', () => {
  beforeEach(() => visitAs(false));

  test('the arrow keys lead from tab to tab, and each tab shows its commands', async () => {
    await show(PLAIN);
    expect(await tabTo(page, '#get-hf')).toBe(true);
    const outline = await page.evaluate(() => getComputedStyle(document.querySelector('label[for=get-hf]')!).outline);
    expect(outline).toMatch(/solid 2px/);
    const seen = await panels();
    for (let press = 1; press < 4; press += 1) {
      await page.keyboard.press('ArrowRight');
      seen.push(...(await panels()));
    }
    expect(seen).toEqual(['hf', 'transformers', 'vllm', 'curl'].map((key) => `way-${key}`));
    expect(await page.locator('button.copy:visible').count()).toBe(0);
  });

  test('what it does, licence and size come first, terms and origin after them; tags are folded', async () => {
    await show(PLAIN);
    const about = (await page.locator('.model-head').textContent())!;
    expect(about).toMatch(/A model .* that writes text: .*Listed at one source/s);
    expect(await page.locator('.figures').first().textContent()).toMatch(/^Licenceapache-2\.0Parameters/);
    expect(await page.locator('.chosen').textContent()).toBe('16.4 GB safetensors');
    const terms = (await page.locator('.about').textContent())!;
    expect(terms).toContain('apache-2.0');
    expect(await page.locator('.about a[href^="https://source-a.example/"]').first().textContent()).toContain(PLAIN);
    expect(await page.locator('.tags .chip:visible').count()).toBe(0);
  });

  test('each version has its size, the memory it needs and its command', async () => {
    await show(GGUF);
    const rows = await page.locator('.choices tbody tr').allTextContents();
    expect(rows[0]).toMatch(/^Q4_K_M recommended/);
    expect(rows.at(-1)).toMatch(/^Everything/);
    // The weights are 30.5 billion values of 5 bits; the context is 8,192 tokens × 48 layers × 4 heads × 128 values × 4.
    expect(await page.locator('.needs').textContent()).toBe(
      'Needs 21 GB of memory: its weights, and 805 MB for a context of 8,192 tokens.',
    );
    await page.click('.versions > summary');
    await page.click('.choices a:text-is("Q8_0")');
    expect(new URL(page.url()).search).toBe('?v=q8_0');
    expect(await page.locator('.choices [aria-current]').textContent()).toBe('Q8_0');
    expect(await page.locator('#way-ollama code').first().textContent()).toMatch(/^ollama run \S+ \S+:Q8_0$/);
    await show(PLAIN);
    expect(await page.locator('.needs').textContent()).toMatch(/^Needs 19\.7 GB of memory or so: its weights and 20 %/);
  });

  test('a visitor who chooses PowerShell sees the commands for it', async () => {
    await show(PLAIN);
    expect(await page.locator('#way-hf .form-powershell:visible').count()).toBe(0);
    await page.click('label[for=shell-powershell]');
    expect(await page.locator('#way-hf pre:visible').allTextContents()).toEqual([
      expect.stringContaining('$env:HF_ENDPOINT'),
    ]);
    // The commands of vLLM are for Linux alone.
    await page.click('label[for=get-vllm]');
    expect(await page.locator('label[for=shell-powershell]').isVisible()).toBe(false);
    await page.click('label[for=get-hf]');
    expect(await page.locator('label[for=shell-powershell]').isVisible()).toBe(true);
  });

  test('every file is a row of one line, which opens to its whole hash, its sources and a command', async () => {
    for (const id of [PLAIN, GGUF]) {
      const { files, sources, revision } = pageOf(hub, id);
      await show(id);
      await page.check('.files .unfold:not(:checked)');
      const rows = await page.locator('.files tbody tr:not(.group)').evaluateAll((all) =>
        all.map((row) => ({
          height: row.getBoundingClientRect().height,
          hashes: [...row.querySelectorAll('code')].map((code) => code.textContent).slice(0, 1),
          size: Number(row.querySelector('data')?.value),
          links: [...row.querySelectorAll('a')].map((link) => link.getAttribute('href')),
          command: row.querySelector('.more pre')?.textContent ?? '',
        })),
      );
      const lines = new Set(rows.map(({ height }) => Math.round(height)));
      expect([...lines]).toHaveLength(1);
      expect([...lines][0]).toBeLessThan(48);
      const of = (path: string) => `/${id}/resolve/${revision}/${path}`;
      for (const { path, size, sha256 } of files) {
        const row = rows.find(({ hashes }) => hashes[0] === sha256)!;
        const held = sources.filter((source) => source.files?.includes(path) ?? true);
        expect(row.size).toBe(size);
        const pinned = held.map(({ token }) => `/via/${token}${of(path)}`);
        expect(row.links).toEqual([expect.stringMatching(/^\/hashes\//), ...pinned, of(path)]);
        expect(row.command).toContain(`${hub.baseUrl}${of(path)}`);
        expect(row.command).toContain(sha256);
      }
      const total = files.reduce((sum, { size }) => sum + size, 0);
      expect(await page.locator('.files tfoot data').getAttribute('value')).toBe(String(total));
      await page.locator('.files summary').last().click();
      expect(await page.locator('.files details[open] .more code').first().isVisible()).toBe(true);
    }
  });

  test('all 5,000 files are there', async () => {
    const { files, revision } = pageOf(hub, LARGE);
    await show(LARGE);
    const hashes = await page.locator('.files tbody td code').allTextContents();
    expect(new Set(hashes)).toEqual(new Set(files.map(({ sha256 }) => sha256)));
    expect(hashes).toHaveLength(5_000);
    expect(await page.locator('.files tr:has-text("README.md") .fetch').getAttribute('href')).toBe(
      `/${LARGE}/resolve/${revision}/README.md`,
    );
    expect(await page.locator('.files tbody .fetch').count()).toBe(5_000);
  });
});
