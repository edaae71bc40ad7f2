// Draws the pictures that other sites show beside links to us, one for each task and one for everything else: `node
// tests/browser/link-pictures.ts`. They are committed, because a build has no browser.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Html, html } from '../../src/basics/html.ts';
import { doesWhat, TASKS_WITH_WORDS, taskTitle } from '../../src/nouns/tasks.ts';
import { fileOf } from '../../src/table/route.ts';
import { routes } from '../../src/table/routes.ts';
import { launchChromium } from './chromium.ts';

const target = fileURLToPath(new URL('../../public/', import.meta.url));
const icon = readFileSync(join(target, 'favicon.svg')).toString('base64');

/** The usual size of link previews, in pixels. */
const SIZE = { width: 1200, height: 630 };

const STYLE = `
  body { margin: 0; width: 1200px; height: 630px; padding: 72px 80px; box-sizing: border-box; display: flex; flex-direction: column;
    justify-content: space-between; background: #0d3b35; color: #fff; font: 38px DejaVu Sans, sans-serif; }
  header { display: flex; gap: 24px; align-items: center; font-weight: 700; }
  img { width: 72px; height: 72px; }
  h1 { margin: 0; font-size: 76px; line-height: 1.12; letter-spacing: -0.01em; }
  p { margin: 20px 0 0; font-size: 38px; line-height: 1.3; color: #c9ece2; }
  footer { font: 24px DejaVu Sans Mono, monospace; color: #7ad3bb; }`;

const picture = (
  title: string,
  more: string | undefined,
): Html => html`<!doctype html><meta charset="utf-8"><style>${STYLE}</style>
<header><img src="data:image/svg+xml;base64,${icon}" alt="">Model Hub</header>
<main><h1>${title}</h1>${more === undefined ? '' : html`<p>${more}</p>`}</main>
<footer>one id · several sources · a hash that comes from none of them</footer>`;

const browser = await launchChromium();
try {
  const page = await browser.newPage({ viewport: SIZE, colorScheme: 'dark' });
  const draw = async (file: string, title: string, more?: string) => {
    await page.setContent(picture(title, more).text);
    writeFileSync(join(target, file), await page.screenshot());
  };
  const folder = join(target, fileOf(routes.taskImage, { task: 'x' }), '..');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await draw(fileOf(routes.socialImage, {}), 'Open models, checked to the last byte');
  for (const task of TASKS_WITH_WORDS)
    await draw(fileOf(routes.taskImage, { task }), taskTitle(task), `A model that ${doesWhat(task)}.`);
} finally {
  await browser.close();
}
