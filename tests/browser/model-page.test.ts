// The page of a model as visitors meet it: with and without script, of every size, and when there is no model to show.
import { createHash } from 'node:crypto';
import type { Browser, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { nodeCompress } from '../../functions/hosts/node/node-compress.ts';
import type { ModelPage } from '../../src/model-page/model-page.ts';
import { atOnce } from '../fixtures/at-once.ts';
import { axeFindings } from './axe.ts';
import { launchChromium } from './chromium.ts';
import { fakeHub } from './fake-hub.ts';
import { tellLive } from './fake-live.ts';
import { BARE, GATED, LARGE } from './fake-models.ts';
import { type Site, startSite } from './site.ts';
import { overflowing, tabTo, type Visit, visit } from './visit.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

// A browser on a busy machine is slow; the time limit is there for a hang.
vi.setConfig({ testTimeout: 90_000 });

const PLAIN = 'Northlight/lantern-8b-instruct';
const GGUF = 'tidepool/Lantern-30B-A3B-Instruct-GGUF';
const LONG = `${'long-owner-'.repeat(8)}name/${'a-very-long-model-name-'.repeat(4)}end`;
const BUDGET = 30_000;
const EACH_FURTHER_FILE = 40;

let site: Site;
let browser: Browser;
let open: Visit;
let page: Page;

const hub = fakeHub();

beforeAll(async () => {
  [site, browser] = await Promise.all([startSite(hub), launchChromium()]);
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await site?.close();
});

/** What the hub tells of a model. */
function factsOf(id: string): ModelPage {
  const found = atOnce(hub.model(id.slice(0, id.indexOf('/')), id.slice(id.indexOf('/') + 1)));
  if ('why' in found) throw new Error(`${id} has no page`);
  return found;
}

async function visitAs(script: boolean, width = 1280, theme: 'light' | 'dark' = 'light'): Promise<void> {
  site.use(hub);
  open = await visit(browser, site.baseUrl, { width, theme, script });
  page = open.page;
  await tellLive(page);
}

const show = (id: string, query = '') => page.goto(`${site.baseUrl}/models/${id}/${query}`);
const panels = () => page.locator('.way:visible').evaluateAll((ways) => ways.map(({ id }) => id));

describe.each([320, 768, 1440])('at %i px', (width) => {
  const cases: [name: string, id: string, status: number][] = [
    ['shards', PLAIN, 200],
    ['quantisations', GGUF, 200],
    ['none of the optional facts', BARE, 200],
    ['the longest id', LONG, 200],
    ['a gated one', GATED, 403],
    ['an unknown one', 'nobody/whisper-mini-GGUF', 404],
    ['one in other capitals', PLAIN.toLowerCase(), 404],
  ];
  test.each(cases)('%s fits, is quiet and open to all, in both themes', async (_, id, status) => {
    for (const theme of ['light', 'dark'] as const) {
      for (const script of [false, true]) {
        await visitAs(script, width, theme);
        expect((await show(id))?.status()).toBe(status);
        expect(await overflowing(page)).toEqual([]);
        expect(await page.locator('style, [style], script:not([src])').count()).toBe(0);
        if (script) expect(await axeFindings(page)).toEqual([]);
        expect(open.complaints.filter((line) => status === 200 || !line.includes(String(status)))).toEqual([]);
        await open.context.close();
      }
    }
  });
});

describe('without script', () => {
  beforeEach(() => visitAs(false));
  afterEach(() => open.context.close());

  test('the tabs are walked with the arrow keys, and each shows its commands', async () => {
    await show(PLAIN);
    expect(await tabTo(page, '#get-hf')).toBe(true);
    const outline = await page.evaluate(() => getComputedStyle(document.querySelector('label[for=get-hf]')!).outline);
    expect(outline).toMatch(/solid 2px/);
    const seen = await panels();
    for (let press = 1; press < 7; press += 1) {
      await page.keyboard.press('ArrowRight');
      seen.push(...(await panels()));
    }
    expect(seen).toEqual(
      ['hf', 'transformers', 'vllm', 'curl', 'python', 'javascript', 'mcp'].map((key) => `way-${key}`),
    );
    expect(await page.locator('button.copy:visible').count()).toBe(0);
  });

  test('a tool that can’t run the choice stands apart with the reason, and where to look', async () => {
    await show(PLAIN);
    expect(await page.locator('label[for=get-ollama]').count()).toBe(0);
    await page.click('.apart summary');
    expect(await page.locator('#not-ollama').textContent()).toContain('what is chosen is none');
    await page.click('#not-ollama a');
    expect(new URL(page.url()).searchParams.get('filter')).toBe('gguf');
  });

  test('what it is, its licence in full, its origin and what a copy weighs come first; tags are folded', async () => {
    await show(PLAIN);
    const about = (await page.locator('.model-head').textContent())!;
    expect(about).toContain('A model that writes text');
    expect(about).toContain('Apache License 2.0');
    expect(about).toContain('You may use it commercially, change it and pass it on, if you keep');
    expect(await page.locator('.about a[href^="https://source-a.example/"]').first().textContent()).toContain(PLAIN);
    expect(await page.locator('.tags .chip:visible').count()).toBe(0);
  });

  test('each choice has its size, the memory it needs and its command', async () => {
    await show(GGUF);
    const rows = await page.locator('.choices tbody tr').allTextContents();
    expect(rows[0]).toMatch(/^Q4_K_M usual/);
    expect(rows.at(-1)).toMatch(/^Everything/);
    expect(await page.locator('.choice-name').allTextContents()).toContain('Q8_0');
    await page.locator('.choices tr', { hasText: 'Q8_0' }).locator('summary').click();
    expect(await page.locator('.choices tr', { hasText: 'Q8_0' }).locator('code').textContent()).toMatch(
      /hf download \S+ Lantern-30B-A3B-Instruct-Q8_0\.gguf/,
    );
    expect(await page.locator('.memory-note').textContent()).toContain('8,192 × 48 layers × 4 heads');
    await show(PLAIN);
    expect(await page.locator('.memory-note').textContent()).toContain('unknown');
  });

  test('no command that is open at first fetches more than one copy', async () => {
    await show(GGUF);
    for (const key of ['hf', 'curl', 'python', 'javascript', 'llama-cpp'])
      expect(await page.locator(`#way-${key} code`).first().textContent(), key).toContain('Q4_K_M');
  });

  test('what headers say stands in a table', async () => {
    await show(GGUF);
    const text = await page.locator('.header-table').textContent();
    for (const told of ['Q4_K_M', '262,144 tokens', '4,120 characters of Jinja', '48']) expect(text).toContain(told);
    await show(PLAIN);
    expect(await page.locator('.header-table').count()).toBe(0);
  });

  test('the shell is a choice: commands for PowerShell instead', async () => {
    await show(PLAIN);
    expect(await page.locator('#way-hf .form-powershell:visible').count()).toBe(0);
    await page.click('label[for=shell-powershell]');
    expect(await page.locator('#way-hf .form:visible code').allTextContents()).toEqual([
      expect.stringContaining('$env:HF_ENDPOINT = '),
    ]);
  });

  test('every file has its path, its size, its whole hash and a link for each source that holds it', async () => {
    for (const id of [PLAIN, GGUF]) {
      const { files, sources, revision } = factsOf(id);
      await show(id);
      const rows = await page.locator('.files tbody tr:not(.group)').evaluateAll((all) =>
        all.map((row) => ({
          hash: row.querySelector('code')?.textContent,
          size: Number(row.querySelector('data')?.value),
          links: [...row.querySelectorAll('a')].map((link) => link.getAttribute('href')),
        })),
      );
      const of = (path: string) => `/${id}/resolve/${revision}/${path}`;
      const expected = files.map(({ path, size, sha256 }) => ({
        ...{ hash: sha256, size },
        links: [
          of(path),
          ...sources
            .filter((source) => source.files?.includes(path) ?? true)
            .map(({ token }) => `/via/${token}${of(path)}`),
        ],
      }));
      const byHash = (one: { hash?: string | null | undefined }, other: typeof one) =>
        one.hash! < other.hash! ? -1 : 1;
      expect(rows.sort(byHash)).toEqual(expected.sort(byHash));
      const total = files.reduce((sum, { size }) => sum + size, 0);
      expect(await page.locator('.files tfoot').textContent()).toContain(total.toLocaleString('en-US'));
    }
  });

  test('quantisations stand together, the smallest first, and what is none comes last', async () => {
    await show(GGUF);
    const marks = await page.locator('.files .quant').allTextContents();
    expect(marks).toEqual(['Q2_K', 'Q3_K_M', 'Q4_0', 'Q4_K_M', 'Q5_K_M', 'Q6_K', 'Q8_0', 'BF16']);
    expect(await page.locator('.files tbody').last().locator('tr').allTextContents()).toHaveLength(4);
    expect(await page.locator('.files tbody').last().textContent()).toContain('mmproj');
  });

  test('the files are put in order of size by a link', async () => {
    await show(GGUF);
    await page.click('.files [data-sort=size]');
    expect(new URL(page.url()).search).toBe('?sort=size');
    const sizes = await page
      .locator('.files tbody data')
      .evaluateAll((all) => all.map((one) => Number((one as HTMLDataElement).value)));
    expect(sizes).toEqual([...sizes].sort((one, other) => other - one));
    expect(await page.locator('th[aria-sort]').textContent()).toBe('Size');
  });

  test('5,000 files are all there, and links can be bound to a source', async () => {
    const { files, revision } = factsOf(LARGE);
    await show(LARGE);
    const hashes = await page.locator('.files tbody code').allTextContents();
    expect(new Set(hashes)).toEqual(new Set(files.map(({ sha256 }) => sha256)));
    expect(hashes).toHaveLength(5_000);
    await page.click('.leads [data-via=srca]');
    expect(await page.locator('.files tbody a').first().getAttribute('href')).toBe(
      `/via/srca/${LARGE}/resolve/${revision}/README.md`,
    );
    expect(await page.locator('.files-start').textContent()).toBe(`/via/srca/${LARGE}/resolve/${revision}/`);
    expect(await page.locator('.leads [aria-current]').textContent()).toBe('source-a.example');
  });

  test('a query cannot smuggle anything in', async () => {
    await show(PLAIN, `?sort="><b>x&via="><b>x`);
    expect(await page.locator('main b').count()).toBe(0);
    expect(await page.locator('.files tbody a').first().getAttribute('href')).toMatch(/^\/Northlight\//);
  });

  test('how the sources stand is a link, since the page is as old as the model', async () => {
    await show(PLAIN);
    expect(await page.locator('.sources .source-state a').first().getAttribute('href')).toBe('/health/');
    expect(await page.locator('.sources').textContent()).toContain('Holds 12 files');
  });

  test('an id in other capitals leads to the model', async () => {
    await show(PLAIN.toLowerCase());
    await page.click('.steps a.button');
    expect(await page.locator('h1').textContent()).toBe(PLAIN);
  });
});

describe('with script', () => {
  beforeEach(() => visitAs(true));
  afterEach(() => open.context.close());

  test('the tab chosen last is open on the next model, unless that one has nothing for it', async () => {
    await show(GGUF);
    await page.click('label[for=get-ollama]');
    await show(factsOf(GGUF).id);
    expect(await panels()).toEqual(['way-ollama']);
    await show(PLAIN);
    expect(await panels()).toEqual(['way-hf']);
  });

  test.each([320, 1440])(
    'nothing moves when the remembered tab opens and the sources come, at %i px',
    async (width) => {
      await page.setViewportSize({ width, height: 6000 });
      await show(GGUF);
      await page.click('label[for=get-javascript]');
      await page.addInitScript(() => {
        const shifts: number[] = [];
        Object.assign(globalThis, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.reload({ waitUntil: 'networkidle' });
      await page.waitForSelector('.source-state .state');
      expect(await panels()).toEqual(['way-javascript']);
      expect(await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts)).toEqual([]);
    },
  );

  test('the commands of every tool follow the choice, and the memory follows the context', async () => {
    await show(GGUF);
    await page.click('label[for=get-llama-cpp]');
    await page.click('.choice-name:has-text("Q8_0")');
    await page.waitForSelector('.chosen:has-text("Q8_0")');
    expect(await panels()).toEqual(['way-llama-cpp']);
    expect(await page.locator('#way-llama-cpp .form-unix code').textContent()).toContain('-Q8_0.gguf');
    expect(await page.locator('.chosen').textContent()).toContain('Q8_0');
    // Shards are nothing for Ollama, which stands apart then.
    await page.click('.choice-name:has-text("BF16")');
    await page.waitForSelector('.chosen:has-text("BF16")');
    expect(await page.locator('label[for=get-ollama]').count()).toBe(0);
    expect(await page.locator('#not-ollama').textContent()).toContain('shards');
    const memory = page.locator('.choices tr:has-text("Q4_K_M") .memory');
    const before = await memory.textContent();
    await page.fill('input[name=context]', '32768');
    await page.waitForSelector('.context-bytes:has-text("3.22 GB")');
    expect(await memory.textContent()).not.toBe(before);
    // 48 layers × 4 heads × 128 values × 2 × 2 bytes × 32,768 tokens.
    expect(await page.locator('.context-bytes').textContent()).toBe('3.22 GB');
  });

  test('files that a visitor has turn right or wrong, in the list and in the table', async () => {
    const facts = factsOf(PLAIN);
    const right = Buffer.from('{"hidden_size": 8}');
    const files = facts.files.map((file) =>
      file.path === 'config.json' ? { ...file, size: right.length, sha256: sha256(right) } : file,
    );
    site.use(fakeHub([], { model: () => ({ ...facts, files }) }));
    await page.route('**/tree/**', (route) =>
      route.fulfill({ json: files.map(({ path, size, sha256: oid }) => ({ type: 'file', path, size, oid })) }),
    );
    await show(PLAIN);
    const chosen = (name: string, bytes: Buffer) => ({ name, mimeType: 'application/octet-stream', buffer: bytes });
    await page.setInputFiles('input[name=files]', [
      chosen('config.json', right),
      chosen('tokenizer.json', Buffer.from('damaged')),
      chosen('notes.txt', Buffer.from('mine')),
    ]);
    await page.waitForSelector('.check-run .state-bad:has-text("3 files")');
    const lines = await page.locator('.check-list li').allTextContents();
    expect(lines.map((line) => /^(Right|Differs|Not of this model)/.exec(line)?.[0])).toEqual([
      'Right',
      'Not of this model',
      'Differs',
    ]);
    expect(await page.locator('.files tr:has-text("config.json") .state-good').count()).toBe(1);
    expect(await page.locator('.files tr:has-text("tokenizer.json") .state-bad').count()).toBe(1);
    expect(await page.locator('.check-run').textContent()).toContain('1 right, 1 differs, 1 not of this model');
    expect(await page.locator('.check-run :is(button, progress):visible').count()).toBe(0);
    expect(await axeFindings(page)).toEqual([]);
    expect(open.complaints).toEqual([]);
  });

  test('a button copies the whole block', async () => {
    await open.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await show(PLAIN);
    await page.click('#way-hf .copy');
    await page.waitForSelector('#way-hf .copy:has-text("Copied")');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(await page.locator('#way-hf .form-unix code').textContent());
    await page.click('.files tr:has-text("config.json") .copy:has-text("Copy hash")');
    await page.waitForSelector('.files .copy:has-text("Copied")');
    const { files, revision } = factsOf(PLAIN);
    const config = files.find(({ path }) => path === 'config.json')!;
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(config.sha256);
    await page.click('.files tr:has-text("config.json") .copy:has-text("Copy link")');
    await page.waitForSelector('[data-copies=link]:has-text("Copied")');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${site.baseUrl}/${PLAIN}/resolve/${revision}/config.json`,
    );
    await page.click('.files tr:has-text("config.json") .copy:has-text("Copy curl")');
    await page.waitForSelector('[data-copies=curl]:has-text("Copied")');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `curl -fL -o config.json \\\n  ${site.baseUrl}/${PLAIN}/resolve/${revision}/config.json &&\necho '${config.sha256}  config.json' |\n  sha256sum --strict -c`,
    );
    await page.click('.pill .copy >> nth=1');
    await page.waitForSelector('.pill .copy:has-text("Copied")');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(factsOf(PLAIN).object);
  });

  test('each source says how it stands and why', async () => {
    await show(GGUF);
    await page.waitForSelector('.source-state .state-bad');
    const rows = await page.locator('.sources li').allTextContents();
    expect(rows[0]).toMatch(/source-a\.example.*listed as Source A.*Verified.*Sent a test file whose hash was right/);
    expect(rows[1]).toMatch(/source-b\.example.*Down.*Did not answer in time.*Holds 2 of 12 files/);
  });

  test('a click puts the files in order of size, another turns it, and back', async () => {
    await show(GGUF);
    const paths = () => page.locator('.files tbody tr:not(.group) th').allTextContents();
    const sizes = () =>
      page.locator('.files tbody data').evaluateAll((all) => all.map((one) => Number((one as HTMLDataElement).value)));
    const before = await paths();
    await page.click('.files [data-sort=size]');
    const down = await sizes();
    expect(down).toEqual([...down].sort((one, other) => other - one));
    await page.click('.files [data-sort=size]');
    expect(await sizes()).toEqual(down.toReversed());
    expect(await page.locator('th[aria-sort=ascending]').textContent()).toBe('Size');
    await page.click('.files [data-sort=path]');
    expect(await paths()).toEqual(before);
    expect(new URL(page.url()).search).toBe('');
  });

  test('every one of 5,000 paths becomes a link, and all links follow the choice of source', async () => {
    const { files, revision } = factsOf(LARGE);
    await show(LARGE);
    await page.waitForFunction(() => document.querySelectorAll('.files tbody th > a').length === 5_000);
    await page.click('.leads [data-via=srca]');
    const links = await page
      .locator('.files tbody th > a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    const wanted = files.map(({ path }) => `/via/srca/${LARGE}/resolve/${revision}/${path}`);
    expect(links.sort()).toEqual(wanted.sort());
    expect(new URL(page.url()).search).toBe('');
    expect(await page.locator('.files-far').count()).toBe(0);
  });
});

test('the page stays small: 30 KB up to 500 files, then 40 bytes a file', async () => {
  const sizeOf = async (id: string) => {
    const answer = await fetch(`${site.baseUrl}/models/${id}/`);
    return (await nodeCompress.br!(Buffer.from(await answer.arrayBuffer()))).length;
  };
  for (const id of [PLAIN, GGUF, BARE, LONG]) expect(await sizeOf(id), id).toBeLessThan(BUDGET);
  const { files, ...rest } = factsOf(LARGE);
  expect(await sizeOf(LARGE)).toBeLessThan(BUDGET + (files.length - 500) * EACH_FURTHER_FILE);
  // Sizes and names as unlike each other as real ones, and three sources that hold different files.
  const unlike = files.slice(0, 500).map(({ sha256 }, at) => ({
    path: `checkpoints/step-${String((at * 37) % 1000).padStart(6, '0')}/model-${String(at).padStart(5, '0')}.safetensors`,
    ...{ size: Number.parseInt(sha256.slice(0, 8), 16), sha256 },
  }));
  const some = unlike.filter((_, at) => at % 3 > 0).map(({ path }) => path);
  const sources = ['srca', 'srcb', 'ipfs'].map((token) => ({ ...rest.sources[0]!, token }));
  sources[1] = { ...sources[1]!, files: some };
  site.use(fakeHub([], { model: () => ({ ...rest, files: unlike, sources }) }));
  expect(await sizeOf(LARGE)).toBeLessThan(BUDGET);
});
