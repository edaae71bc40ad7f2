// Opens a page as a visitor with a given width and theme, records everything that the page should not do, and checks
// it for accessibility and layout shifts.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright';

/** The settings of the visitor's browser; `width` is in CSS pixels. */
export interface Visitor {
  width: number;
  theme: 'light' | 'dark';
  /** True if scripts run. */
  script?: boolean;
}

/**
 * A browser window. `complaints` lists what the page did wrong so far: console errors, failed requests, requests to
 * third parties.
 */
export interface Visit {
  page: Page;
  complaints: string[];
  context: BrowserContext;
}

/**
 * Opens a window with an empty page. A request to an origin other than `origin` is a complaint; script is off by
 * default.
 */
export async function visit(browser: Browser, origin: string, { width, theme, script }: Visitor): Promise<Visit> {
  const context = await browser.newContext({
    javaScriptEnabled: script ?? false,
    colorScheme: theme,
    reducedMotion: 'reduce',
    viewport: { width, height: width < 500 ? 740 : 900 },
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('requestfailed', (request) => complaints.push(`failed: ${request.url()}`));
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== origin) complaints.push(`third party: ${request.url()}`);
  });
  return { page, complaints, context };
}

/**
 * Lists the elements that reach past the right edge of the window, except those in a part with its own scroll bar. The
 * list should be empty.
 */
export function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const edge = document.documentElement.clientWidth;
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) =>
        // Elements in folded parts also have a position, but are not visible.
        element.checkVisibility() &&
        element.getBoundingClientRect().right > edge + 0.5 &&
        !element.parentElement?.closest('.scroller'),
    );
    const scrolls = document.documentElement.scrollWidth > edge ? ['the page scrolls sideways'] : [];
    return [...scrolls, ...wide.map((element) => element.outerHTML.slice(0, 120))];
  });
}

/** Presses Tab until `selector` has the focus; returns false if it does not after `presses` presses. */
export async function tabTo(page: Page, selector: string, presses = 40): Promise<boolean> {
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return true;
  }
  return false;
}

/** Returns true if the page has a light background. */
export async function isLight(page: Page): Promise<boolean> {
  const paper = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  return Number(/\d+/.exec(paper)?.[0]) > 128;
}

/** Lists the ids of the visible elements that match `selector`. */
export function shownIds(page: Page, selector: string): Promise<string[]> {
  return page.locator(`${selector}:visible`).evaluateAll((shown) => shown.map(({ id }) => id));
}

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Turns on target-size, a rule for WCAG 2.2 AA that axe leaves off by default. */
const RUN = `axe.run({ rules: { 'target-size': { enabled: true } } })`;

/** Lists axe's findings, one line each: the rule, and the elements that break it. Scripts must run on the page. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(source);
  const { violations } = (await page.evaluate(RUN)) as AxeResults;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}

interface Look {
  name: string;
  visitor: Required<Visitor>;
  /** True for a look that only `npm run test:all` tries. */
  isRepeat: boolean;
}

/** Lists the looks of each width, in both themes, with script and without. */
export function looksAt(...widths: number[]): Look[] {
  const sample = `${widths[0]} px, dark, with script`;
  return widths
    .flatMap((width) => (['light', 'dark'] as const).map((theme) => ({ width, theme })))
    .flatMap((look) => [true, false].map((script) => ({ ...look, script })))
    .map((visitor) => {
      const name = `${visitor.width} px, ${visitor.theme}, ${visitor.script ? 'with script' : 'without script'}`;
      return { name, visitor, isRepeat: name !== sample };
    });
}

/**
 * The limit for the sum of layout shifts. On a busy machine a table that arrives in parts may shift by almost this
 * much; a moved line shifts a hundred times more.
 */
export const SETTLING = 0.000_01;

/** Counts the layout shifts of every document that `page` opens from now on. */
export function countShifts(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** Lists the layout shifts of the document so far, each as the moved share of the window times the distance. */
const shiftsOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts);

/** Returns the sum of all layout shifts of the document so far. */
export const shiftOf = async (page: Page) => (await shiftsOf(page)).reduce((sum, each) => sum + each, 0);
