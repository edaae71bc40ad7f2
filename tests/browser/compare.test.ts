// Tests the comparison of models, chosen in the list or by their ids.
import type { Page } from 'playwright';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { GATED, GGUF, PLAIN } from './fake-models.ts';
import { useSite } from './site.ts';
import type { Visit } from './visit.ts';

// The limit is high because a browser is slow on a busy machine; only a hang exceeds it.
vi.setConfig({ testTimeout: 60_000 });

const SMALL = 'openshelf-community/pebble-small-en-v1.5';
const WHISPER = 'acme-research/whisper-nano';
const FIVE = [WHISPER, PLAIN, GGUF, SMALL, 'acme-research/harbour-xl-turbo'];

const site = useSite();
let open: Visit;
let page: Page;

const columns = () => page.locator('.compare thead bdi').allTextContents();
const rowOf = (label: string) =>
  page.locator('.compare tbody tr', { has: page.locator('th', { hasText: new RegExp(`^${label}$`) }) });
const compared = (...ids: string[]) => `${site.baseUrl}/models/compare/?models=${ids.join(',')}`;
const visitAs = async (script: boolean) => {
  open = await site.visit({ width: 1280, theme: 'light', script });
  page = open.page;
};

describe('without script', () => {
  beforeEach(() => visitAs(false));

  test('a column answers a visitor’s first questions', async () => {
    await page.goto(compared(GGUF, SMALL));
    expect(await columns()).toEqual([GGUF, SMALL]);
    expect(await rowOf('Licence').textContent()).toContain('apache-2.0');
    expect(await rowOf('One copy').locator('td').allTextContents()).toEqual(['507 GB', '133 MB']);
    expect(await rowOf('Quantisations').locator('td').first().textContent()).toMatch(/^Q2_K 11\.3 GB, /);
    expect(await rowOf('Task').textContent()).toContain('Sentence similarity');
    expect(await rowOf('Updated').textContent()).toContain('2026-06-01');
  });

  test('models are ticked in the list, removed, and named by their address too', async () => {
    await page.goto(`${site.baseUrl}/models/`);
    await page.getByLabel(`Compare ${WHISPER}`, { exact: true }).check();
    await page.getByLabel(`Compare ${GGUF}`, { exact: true }).check();
    await page.click('.compare-bar button');
    expect(await columns()).toEqual([WHISPER, GGUF]);
    await page.click(`text=Remove ${GGUF}`);
    expect(page.url()).toBe(compared(WHISPER));
    await page.goto(`${site.baseUrl}/models/${WHISPER}/`);
    await page.locator('main').getByRole('link', { name: 'Compare' }).click();
    expect(page.url()).toBe(compared(WHISPER));
    expect(await page.getByText('tick up to four in the list').getAttribute('href')).toBe('/models/');
    await page.fill('#compare-id', `https://hub.example/${SMALL}/tree/main`);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    expect(await columns()).toEqual([WHISPER, SMALL]);
  });

  test('a model that can’t be shown is named', async () => {
    await page.goto(compared(...FIVE, 'no id'));
    expect(await columns()).toHaveLength(4);
    expect(await page.locator('.notice').textContent()).toContain(`${FIVE[4]}, no id.`);
    await page.goto(compared('tidepool/nothing', GATED, SMALL));
    expect(await page.locator('.notice').textContent()).toContain(`Not shown: tidepool/nothing, ${GATED}.`);
    expect(await columns()).toEqual([SMALL]);
  });
});
