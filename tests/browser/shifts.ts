// Measures the layout shifts of a page while it loads, as the browser reports them:
// https://wicg.github.io/layout-instability/.
import type { Page } from 'playwright';

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
export const shiftsOf = (page: Page) => page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts);

/** Returns the sum of all layout shifts of the document so far. */
export const shiftOf = async (page: Page) => (await shiftsOf(page)).reduce((sum, each) => sum + each, 0);
