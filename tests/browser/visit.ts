// One look at a page as a given visitor: width, theme, and everything the page did that it should not have.
import type { Browser, BrowserContext, Page } from 'playwright';

/** The visitor's browser. */
export interface Visitor {
  width: number;
  theme: 'light' | 'dark';
  /** True: scripts run. */
  script?: boolean;
}

/** A page being looked at. `complaints` grows: console errors, failed requests, requests to third parties. */
export interface Visit {
  page: Page;
  complaints: string[];
  context: BrowserContext;
}

/** Opens a page, with script switched off unless asked for, on a site whose own origin is `origin`. */
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
 * Lists elements that reach past the right edge of the window; should be empty. Elements with their own scroll bar
 * may.
 */
export function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const edge = document.documentElement.clientWidth;
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > edge + 0.5 && !element.parentElement?.closest('.scroller'),
    );
    const scrolls = document.documentElement.scrollWidth > edge ? ['the page scrolls sideways'] : [];
    return [...scrolls, ...wide.map((element) => element.outerHTML.slice(0, 120))];
  });
}

/** Presses Tab until `selector` has the focus; true when it got there within `presses`. */
export async function tabTo(page: Page, selector: string, presses = 40): Promise<boolean> {
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return true;
  }
  return false;
}

/** Tells whether the page has a light background: more than half of white. */
export async function isLight(page: Page): Promise<boolean> {
  const paper = await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  return Number(/\d+/.exec(paper)?.[0]) > 128;
}

/** The ids of what matches `selector` and is to be seen. */
export function shownIds(page: Page, selector: string): Promise<string[]> {
  return page.locator(`${selector}:visible`).evaluateAll((shown) => shown.map(({ id }) => id));
}
