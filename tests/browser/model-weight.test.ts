// Measures the compressed bytes that a browser loads for the page of a model.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { nodeCompress } from '../../functions/rim/node-compress.ts';
import { CARD_PATH, formatObject } from '../../src/catalog/catalog-object.ts';
import { renderCard } from '../../src/model-card/render-card.ts';
import { CARD_FORMAT } from '../../src/shapes/formats.ts';
import { fakeHub, pageOf } from './fake-hub.ts';
import { GGUF, MANY, THIRTY } from './fake-models.ts';
import { useSite } from './site.ts';
import { countShifts, SETTLING, shiftOf } from './visit.ts';

vi.setConfig({ testTimeout: 90_000 });

const BUDGET = 60_000;
/** An estimate of the bytes of each answer's headers. */
const HEADERS = 300;

const plain = fakeHub();
const site = useSite(plain);

/** Makes a hub whose model has a long card with tables and code: the README of this repository. */
function carded() {
  const hub = fakeHub();
  const text = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
  const model = pageOf(hub, GGUF);
  const { id, revision, files } = model;
  const written = { format: CARD_FORMAT, id, path: CARD_PATH, sha256: '', license: 'mit', text } as const;
  const place = { home: `https://source-a.example/${id}`, revision, files: files.map(({ path }) => path) };
  const card = renderCard({ object: model.object, text: formatObject(written), place });
  return fakeHub(undefined, { model: () => ({ ...model, card }) });
}

/**
 * Opens the page of `id`. Returns the compressed bytes of everything that the page loads, as a total and by path, and
 * the open page with its complaints.
 */
async function load(id: string, script: boolean) {
  const { page, complaints, context } = await site.visit({ width: 390, theme: 'light', script });
  await countShifts(page);
  const bodies: Promise<[string, Buffer]>[] = [];
  page.on('response', (response) => bodies.push(response.body().then((body) => [response.url(), body])));
  await page.goto(`${site.baseUrl}/models/${id}/`, { waitUntil: 'networkidle' });
  const weights = await Promise.all(
    bodies.map(async (loaded) => {
      const [url, body] = await loaded;
      return [new URL(url).pathname, (await nodeCompress.br!(body)).length + HEADERS] as const;
    }),
  );
  const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
  return { page, complaints, context, total, weights: JSON.stringify(weights) };
}

test.each([true, false])(
  'a page with a card weighs 60 KB at most with everything that it loads, with script: %s',
  async (script) => {
    site.use(carded());
    const { page, complaints, total, weights } = await load(GGUF, script);
    expect(total, weights).toBeLessThan(BUDGET);
    // A request to a third party would be among the complaints.
    expect(complaints).toEqual([]);
    if (script) expect(await shiftOf(page)).toBeLessThan(SETTLING);
    for (const part of ['.way pre', '.of-sources li', '.files tbody code', '.model-card .prose table'])
      expect(await page.locator(part).count(), part).toBeGreaterThan(0);
  },
);

test.each([
  [THIRTY, 70_000],
  [MANY, 90_000],
])('the first load of %s takes %i bytes at most', async (id, most) => {
  site.use(plain);
  const { page, total, weights } = await load(id, true);
  expect(total, weights).toBeLessThan(most);
  expect(await shiftOf(page)).toBeLessThan(SETTLING);
});
