// Tests a model's page for accessibility: large text, forced colours, and names in both directions.
import type { Page } from 'playwright';
import { describe, expect, test, vi } from 'vitest';
import { inAll } from '../fixtures/in-all.ts';
import { fakeHub, pageOf } from './fake-hub.ts';
import { GATED, GGUF, LARGE, PLAIN } from './fake-models.ts';
import { useSite } from './site.ts';
import { overflowing, type Visit } from './visit.ts';

vi.setConfig({ testTimeout: 90_000 });

const hub = fakeHub();

const site = useSite(hub);
let open: Visit;
let page: Page;

async function visitAs({ width = 1280, script = true } = {}): Promise<void> {
  site.use(hub);
  open = await site.visit({ width, theme: 'light', script });
  page = open.page;
}

const show = (id: string, more = '') => page.goto(`${site.baseUrl}/models/${id}/${more}`, { waitUntil: 'networkidle' });

/** Doubles the size of the text, as a reader can in the browser. */
const enlarge = () =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html { font-size: 200% }');
    document.adoptedStyleSheets = [sheet];
  });

describe('text of twice the size', () => {
  const paths = [
    ...['/', '/archive/', '/archive/2026-08-22/', '/health/', '/docs/'],
    ...[PLAIN, GGUF, LARGE, GATED].map((id) => `/models/${id}/`),
  ];
  const cases = [360, 390, 1440].map((width) => [width, inAll(width !== 390)] as const);
  for (const [width, options] of cases)
    test(`at ${width} pixels no page needs scrolling sideways`, options, async () => {
      await visitAs({ width });
      for (const path of paths) {
        await page.setViewportSize({ width, height: 740 });
        await page.goto(site.baseUrl + path);
        // A page that the reader zooms to 200% has half the width.
        if (width === 390) {
          await page.setViewportSize({ width: width / 2, height: 400 });
          expect(await overflowing(page), `${path}, zoomed`).toEqual([]);
          await page.setViewportSize({ width, height: 740 });
        }
        await enlarge();
        expect(await overflowing(page), path).toEqual([]);
      }
    });
});

describe('forced colours', () => {
  test('the choice and the focus differ from the rest', async () => {
    await visitAs();
    await page.emulateMedia({ forcedColors: 'active' });
    await show(GGUF);
    await page.click('label[for=get-ollama]');
    await page.click('label[for=shell-powershell]');
    const ground = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element).backgroundColor);
    const pairs = [
      ['label[for=get-ollama]', 'label[for=get-pull]'],
      ['label[for=shell-powershell]', 'label[for=shell-unix]'],
      ['.theme label:has([value=system])', '.theme label:has([value=dark])'],
      ['.site-nav a[aria-current]', '.site-nav a:not([aria-current])'],
    ];
    for (const [chosen, other] of pairs) expect(await ground(chosen!), chosen!).not.toBe(await ground(other!));
    const mark = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => getComputedStyle(element, '::before').backgroundColor);
    expect(await mark('.state-good')).not.toBe(await mark('.state-unknown'));
  });
});

describe('names in both directions', () => {
  const HEBREW = 'מודל/משקולות.safetensors';

  async function showHebrew(more = ''): Promise<void> {
    const facts = pageOf(hub, PLAIN);
    const weights = { path: HEBREW, size: 4_400_000_000, sha256: 'a'.repeat(64) };
    const copy = { format: 'safetensors' as const, files: [weights], bytes: weights.size };
    site.use(fakeHub([], { model: () => ({ ...facts, files: [weights, ...facts.files], copy }) }));
    await show(PLAIN, more);
  }

  /**
   * Returns the letters of `text` in the order in which the screen shows them, from left to right; undefined if it is
   * absent.
   */
  const drawn = (selector: string, text: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, wanted) => {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const at = node.textContent!.indexOf(wanted);
          if (at < 0) continue;
          const places = [...wanted].map((letter, index) => {
            const range = document.createRange();
            range.setStart(node, at + index);
            range.setEnd(node, at + index + 1);
            return { letter, left: range.getBoundingClientRect().left };
          });
          return places
            .sort((one, other) => one.left - other.left)
            .map(({ letter }) => letter)
            .join('');
        }
        return undefined;
      }, text);

  test.each(['ltr', 'rtl'])('sizes and ids read as they are written on a page that is %s', async (direction) => {
    await visitAs();
    await showHebrew();
    await page.evaluate((dir) => {
      document.documentElement.dir = dir;
    }, direction);
    expect((await drawn('.chosen', ' MB')) ?? (await drawn('.chosen', ' GB'))).toMatch(/^ [MG]B$/);
    expect(await drawn(`.files tbody tr:has(bdi:text-is("${HEBREW}"))`, '4.4 GB')).toBe('4.4 GB');
    expect((await drawn('.choices', ' MB')) ?? (await drawn('.choices', ' GB'))).toMatch(/^ [MG]B$/);
    // Both places are read at once: figures that arrive later may move them.
    const [owner, name] = await page
      .locator('h1 :is(a.owner, bdi)')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x));
    expect(owner).toBe(name);
    expect(await page.locator('.files summary bdi', { hasText: HEBREW }).count()).toBe(1);
  });
});
