// Checks a page for accessibility with axe-core.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright';

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** All rules that are on by default, and those of WCAG 2.2 AA, which are not. */
const RUN = `axe.run({ rules: { 'target-size': { enabled: true } } })`;

/** Lists axe's findings, a line each: the rule, and the elements. The page must run script. */
export async function axeFindings(page: Page): Promise<string[]> {
  await page.evaluate(source);
  const { violations } = (await page.evaluate(RUN)) as AxeResults;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`);
}
