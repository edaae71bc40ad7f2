// Takes the README's picture from a hub of the shipped catalog: `node tests/browser/readme-pictures.ts`.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveShipped } from '../demo/shipped-hub.ts';
import { launchChromium } from './chromium.ts';

/** The path of the page that each picture shows, by the name of the picture. */
const PICTURES = { model: '/models/stabilityai/stable-code-3b/' };

const target = fileURLToPath(new URL('../../.github/pictures/', import.meta.url));
const home = mkdtempSync(join(tmpdir(), 'model-hub-pictures-'));
const hub = await serveShipped(home, 4321);
const browser = await launchChromium();
try {
  mkdirSync(target, { recursive: true });
  const page = await browser.newPage({ viewport: { width: 1280, height: 860 }, colorScheme: 'light' });
  for (const [name, path] of Object.entries(PICTURES)) {
    await page.goto(hub.base + path, { waitUntil: 'networkidle' });
    writeFileSync(join(target, `${name}.png`), await page.screenshot());
  }
} finally {
  await browser.close();
  await hub.stop();
  rmSync(home, { recursive: true });
}
