// Measures the page of a model with a card for a visitor: everything it loads, compressed as the hub sends it, from
// one place.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { nodeCompress } from '../../functions/rim/node-compress.ts';
import { CARD_PATH, formatCardObject } from '../../src/catalog/card-object.ts';
import { renderCard } from '../../src/model-card/render-card.ts';
import { CARD_FORMAT } from '../../src/shapes/formats.ts';
import { fakeHub, pageOf } from './fake-hub.ts';
import { tellLive } from './fake-live.ts';
import { GGUF } from './fake-models.ts';
import { countShifts, SETTLING, shiftOf } from './shifts.ts';
import { useSite } from './visited-site.ts';

vi.setConfig({ testTimeout: 90_000 });

const BUDGET = 60_000;
/** The bytes of header names and checksums that each answer has. */
const HEADERS = 300;

const site = useSite(carded());

/** A hub whose model has a long card with tables and code: the README of this repository. */
function carded() {
  const hub = fakeHub();
  const text = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
  const model = pageOf(hub, GGUF);
  const { id, revision, files } = model;
  const written = { format: CARD_FORMAT, id, path: CARD_PATH, sha256: '', license: 'mit', text } as const;
  const place = { home: `https://source-a.example/${id}`, revision, files: files.map(({ path }) => path) };
  const card = renderCard({ object: model.object, text: formatCardObject(written), place });
  return fakeHub(undefined, { model: () => ({ ...model, card }) });
}

test.each([true, false])(
  'a page with a card weighs 60 KB at most with all that it loads, with script: %s',
  async (script) => {
    const { page, complaints } = await site.visit({ width: 390, theme: 'light', script });
    if (script) await tellLive(page);
    await countShifts(page);
    const bodies: Promise<[string, Buffer]>[] = [];
    page.on('response', (response) => bodies.push(response.body().then((body) => [response.url(), body])));
    await page.goto(`${site.baseUrl}/models/${GGUF}/`, { waitUntil: 'networkidle' });
    expect(await page.locator('.model-card .prose table').count()).toBeGreaterThan(0);
    const weights = await Promise.all(
      bodies.map(async (loaded) => {
        const [url, body] = await loaded;
        return [new URL(url).pathname, (await nodeCompress.br!(body)).length + HEADERS] as const;
      }),
    );
    const total = weights.reduce((sum, [, weight]) => sum + weight, 0);
    expect(total, JSON.stringify(weights)).toBeLessThan(BUDGET);
    // Requests to third parties would be among the complaints.
    expect(complaints).toEqual([]);
    if (script) expect(await shiftOf(page)).toBeLessThan(SETTLING);
    for (const part of ['.way pre', '.of-sources li', '.files tbody code', '.model-card .prose'])
      expect(await page.locator(part).count(), part).toBeGreaterThan(0);
  },
);
