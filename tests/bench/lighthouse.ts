// Runs Lighthouse over pages of the shipped hub, with its mobile preset and simulated throttling. Takes the median of
// five runs per page.
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pid } from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { launchChromium } from '../browser/chromium.ts';
import { failure } from '../clients/installation.ts';
import { serveShipped } from '../demo/shipped-hub.ts';
import { freePort } from '../fixtures/free-port.ts';
import { median } from './rounds.ts';
import { type Bench, type BenchSettings, type Row, rowOf } from './row.ts';

/**
 * The version of Lighthouse. It has two hundred packages that nothing else needs, so this benchmark installs them from
 * the registry and keeps them.
 */
const VERSION = '13.5.0';
const cache = fileURLToPath(new URL('../../node_modules/.cache/model-hub-bench/', import.meta.url));

const PAGES = {
  home: '/',
  browse: '/models/',
  model: '/models/stabilityai/stable-code-3b/',
  compare:
    '/models/compare/?models=sentence-transformers/all-MiniLM-L6-v2,stabilityai/stable-code-3b,openai/whisper-large-v3',
  archive: '/archive/',
  docs: '/docs/quickstart/',
  reference: '/docs',
};

/** The scores, out of 100, that each page must reach. */
const TARGETS = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 } as const;

type Category = keyof typeof TARGETS;

/** The parts of a report that this benchmark reads. */
interface Report {
  categories: Record<Category, { score: number | null }>;
  audits: Record<string, { score: number | null; title: string; numericValue?: number }>;
}

type Lighthouse = (url: string, flags: { port: number; logLevel: 'error' }) => Promise<{ lhr: Report }>;

export const lighthouse: Bench = async (settings) => {
  const installed = await install(settings);
  if (installed.missing !== undefined) {
    settings.say(`no Lighthouse: ${installed.missing}`);
    return [];
  }
  const { default: run } = (await import(installed.module)) as { default: Lighthouse };
  settings.say('building the hub of the shipped catalog');
  const hub = await serveShipped(join(settings.folder, 'lighthouse'));
  const port = await freePort();
  const browser = await launchChromium([`--remote-debugging-port=${port}`]);
  const rows: Row[] = [];
  try {
    for (const [name, path] of Object.entries(PAGES)) {
      const reports: Report[] = [];
      for (let left = settings.quick ? 1 : 5; left > 0; left--) {
        const { lhr } = await run(hub.base + path, { port, logLevel: 'error' });
        reports.push(lhr);
      }
      rows.push(...rowsOf(name, reports));
      settings.say(`${name}: ${faultsOf(reports.at(-1)!).join('; ') || 'every audit passed'}`);
    }
  } finally {
    await browser.close();
    await hub.stop();
  }
  return rows;
};

/**
 * Installs Lighthouse into the cache, completely or not at all. Returns the URL of its module, or the reason why that
 * failed.
 */
async function install({ say }: BenchSettings): Promise<{ module: string; missing?: never } | { missing: string }> {
  const folder = join(cache, `lighthouse-${VERSION}`);
  if (!existsSync(folder)) {
    say(`installing lighthouse ${VERSION}`);
    const staging = `${folder}.${pid}`;
    await mkdir(staging, { recursive: true });
    const words = [
      'install',
      '--prefix',
      staging,
      '--no-audit',
      '--no-fund',
      '--ignore-scripts',
      `lighthouse@${VERSION}`,
    ];
    const missing = await failure('npm', words, { environment: { npm_config_global: 'false' } });
    if (missing !== undefined) {
      await rm(staging, { recursive: true, force: true });
      return { missing };
    }
    await rename(staging, folder);
  }
  return { module: pathToFileURL(join(folder, 'node_modules/lighthouse/core/index.js')).href };
}

function rowsOf(name: string, reports: Report[]): Row[] {
  const rows = (Object.keys(TARGETS) as Category[]).map((category) => {
    const scores = reports.map(({ categories }) => Math.round((categories[category].score ?? 0) * 100));
    return scoreRow(`${name} page, ${category}`, median(scores), TARGETS[category], scores);
  });
  const shifts = reports.map(({ audits }) => audits['cumulative-layout-shift']?.numericValue ?? Number.NaN);
  rows.push(rowOf(`${name} page, layout shift`, 'CLS', { ours: median(shifts), yardstick: 1 }, ['most', 0]));
  return rows;
}

function scoreRow(name: string, score: number, target: number, scores: number[]): Row {
  return rowOf(
    name,
    'points',
    { ours: score, yardstick: 100 },
    ['least', target / 100],
    `Lighthouse ${VERSION}, mobile preset, simulated throttling, of a hundred points; runs: ${scores.join(', ')}`,
  );
}

/** Lists the audits with a score below 0.9. */
function faultsOf({ audits }: Report): string[] {
  return Object.entries(audits)
    .filter(([, { score }]) => score !== null && score < 0.9)
    .map(([id, { score, title }]) => `${id} ${score} (${title})`);
}
