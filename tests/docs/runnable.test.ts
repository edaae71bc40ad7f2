/** Runs the documentation's commands unchanged, if they need only what a usual machine has. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoHub, startDemoHub } from '../demo/demo-hub.ts';
import { commandMissing } from '../fixtures/needs.ts';
import { runnablePages, runnableWith, runPage } from './runnable.ts';

/** Commands that usual machines may have. All other commands are clients that `npm run install:clients` installs. */
const COMMON = ['curl', 'wget', 'aria2c', 'sha256sum', 'shasum', 'cmp', 'grep', 'node'];

const pages = runnablePages();
const common = runnableWith((tool) => COMMON.includes(tool));

let hub: DemoHub;
beforeAll(async () => {
  hub = await startDemoHub({ probe: 'off' });
}, 120_000);
afterAll(() => hub?.close());

test('pages have commands to run', () => {
  expect(common.length).toBeGreaterThan(8);
  expect(pages.some(({ tools }) => tools.includes('hf'))).toBe(true);
});

test.for(common)('the commands of $slug succeed', { timeout: 60_000 }, async (page, context) => {
  const missing = page.tools.map((tool) => commandMissing(tool)).find((reason) => reason !== undefined);
  context.skip(missing !== undefined, missing);
  const { code, output, errors } = await runPage(page, { base: hub.base, folder: `${await hub.folder()}/page` });
  expect(code, errors + output).toBe(0);
});
