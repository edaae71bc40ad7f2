// Tests the page that a web server shows while the hub is away: it needs no other file, fits, is accessible, and has
// the site's colours.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { env } from 'node:process';
import { expect, test } from 'vitest';
import { AWAY_PAGE } from '../../src/edge/away.ts';
import { axeFindings } from './axe.ts';
import { overflowing } from './visit.ts';
import { useVisits } from './visited-site.ts';

const ADDRESS = 'http://hub.example';
/** The folder for screenshots. Without the environment variable PICTURES, the tests make no screenshots. */
const pictures = env.PICTURES;

const front = useVisits(
  async () => ({ close: async () => {} }),
  () => ADDRESS,
);

test.each(['light', 'dark'] as const)('the page needs no other file, fits and is accessible: %s', async (theme) => {
  for (const width of [320, 1280]) {
    const { page, complaints, context } = await front.visit({ width, theme, script: true });
    const headers = AWAY_PAGE.headers.flatMap((name, at, all) => (at % 2 === 0 ? [[name, all[at + 1]!] as const] : []));
    let asked = 0;
    await page.route('**/*', (route) => {
      asked++;
      const { status, type: contentType, body } = AWAY_PAGE;
      return route.fulfill({ status, contentType, body, headers: Object.fromEntries(headers) });
    });
    await page.goto(`${ADDRESS}/models/?search=bert`);
    expect(await page.locator('main').textContent()).toContain('Try again in 5 seconds.');
    expect(await overflowing(page)).toEqual([]);
    if (pictures) await page.screenshot({ path: join(pictures, `away-${theme}-${width}.png`) });
    expect(asked).toBe(1);
    await page.getByRole('link', { name: 'Try again' }).click();
    expect([asked, page.url()]).toEqual([2, `${ADDRESS}/models/?search=bert`]);
    expect(await axeFindings(page)).toEqual([]);
    // The browser reports the status 502 once per visit; every other complaint fails the test.
    expect(complaints.filter((one) => !one.includes('502'))).toEqual([]);
    await context.close();
  }
});

test('the colours of the page are the site’s', () => {
  const tokens = readFileSync(join(import.meta.dirname, '../../src/styles/tokens.css'), 'utf8').replaceAll(', ', ',');
  const colours = AWAY_PAGE.body.match(/light-dark\([^)]+\)/g)!;
  expect(colours.length).toBeGreaterThan(6);
  for (const colour of colours) expect(tokens).toContain(colour);
});
