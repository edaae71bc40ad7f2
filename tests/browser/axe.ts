// Checks a page for accessibility with axe-core.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright';

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** Turns on target-size, a rule for WCAG 2.2 AA that axe leaves off by default. */
const RUN = `axe.run({ rules: { 'target-size': { enabled: true } } })`;

/** Lists axe's findings, one line each: the rule, and the elements that break it. Scripts must run on the page. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(source);
  const { violations } = (await page.evaluate(RUN)) as AxeResults;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
