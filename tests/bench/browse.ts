// Measures the time from a change of a field on the page Browse to its rows on the screen. Hub and browser run on this
// machine, over an index of a million models.
import { join } from 'node:path';
import type { Page } from 'playwright';
import { launchChromium } from '../browser/chromium.ts';
import { endChild, nextMessage, startChild } from './child.ts';
import { type Bench, type Row, rowOf } from './row.ts';
import { writeSearchTree } from './search-tree.ts';

const MOST_MILLISECONDS = 100;
const ROUNDS = 5;

/** A change that a visitor makes on the page: the field, and its new value. */
interface Asked {
  field: string;
  value: string;
}

const typed = (value: string): Asked => ({ field: '#search', value });
const chosen = (name: string, value: string): Asked => ({ field: `input[name=${name}][value="${value}"]`, value });

/** Changes with rare and frequent names, typed letter by letter, and with each kind of filter. */
const questions: Asked[] = [
  ...['q', 'qw', 'qwe', 'qwen', 'qwen3', 'qwen3-8'].map(typed),
  ...['bert', 'bert-base', 'finetuned', 'wav2vec2-large', 'a', 'no model is called so'].map(typed),
  typed(''),
  chosen('pipeline_tag', 'text-generation'),
  chosen('license', 'mit'),
  chosen('license', 'mit'),
  chosen('pipeline_tag', 'text-generation'),
  { field: '#fits', value: '8' },
  { field: '#fits', value: '24 GB' },
  { field: '#fits', value: '' },
  { field: '#sort', value: 'downloads' },
  { field: '#sort', value: 'trendingScore' },
];

export const browse: Bench = async ({ quick, folder, say }) => {
  const count = quick ? 50_000 : 1_000_000;
  const place = join(folder, 'browse');
  say(`${count.toLocaleString('en')} rows into a tree, and the website`);
  await writeSearchTree(place, count);
  const hub = startChild('hub-server.ts', [place]);
  const browser = await launchChromium();
  try {
    const url = await nextMessage<string>(hub);
    const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
    // Turns off the browser's cache, so that it asks the hub again when a question is repeated.
    await (await page.context().newCDPSession(page)).send('Network.setCacheDisabled', { cacheDisabled: true });
    await page.goto(`${url}/models/`, { waitUntil: 'networkidle' });
    const times: number[][] = questions.map(() => []);
    for (let round = 0; round <= ROUNDS; round++) {
      say(round === 0 ? 'questions, to warm up' : `questions, round ${round} of ${ROUNDS}`);
      for (const [at, asked] of questions.entries()) {
        const milliseconds = await paintedAfter(page, asked);
        if (round > 0) times[at]!.push(milliseconds);
      }
    }
    return [verdict(times, count)];
  } finally {
    await browser.close();
    await endChild(hub);
  }
};

/**
 * Returns the milliseconds from the change of a field to the frame that shows the new rows. Waits until the whole
 * answer has come.
 */
function paintedAfter(page: Page, asked: Asked): Promise<number> {
  return page.evaluate(async ({ field, value }) => {
    const results = document.querySelector('.results')!;
    const place = document.querySelector('.browse')!;
    const changed = new Promise<void>((resolve) => {
      const observer = new MutationObserver(() => {
        observer.disconnect();
        resolve();
      });
      observer.observe(results, { childList: true });
    });
    const control = document.querySelector<HTMLInputElement>(field);
    if (!control) throw new Error(`the page has no ${field}`);
    const begun = performance.now();
    // The first change ticks the box, and the next one unticks it.
    if (control.type === 'checkbox') control.checked = !control.checked;
    else control.value = value;
    control.dispatchEvent(new Event('input', { bubbles: true }));
    await changed;
    // A message posted in an animation frame arrives after the browser has painted the frame.
    await new Promise<void>((painted) =>
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => painted();
        port2.postMessage(undefined);
      }),
    );
    const milliseconds = performance.now() - begun;
    while (place.hasAttribute('data-asking')) await new Promise((later) => setTimeout(later, 5));
    return milliseconds;
  }, asked);
}

function verdict(times: number[][], count: number): Row {
  const medians = times.map((rounds) => percentile(rounds, 50));
  const worst = Math.max(...medians);
  const { field, value } = questions[medians.indexOf(worst)]!;
  const [middle, p95] = [50, 95].map((percent) => percentile(times.flat(), percent).toFixed(1));
  return rowOf(
    'browse, query to painted rows, slowest question',
    'ms',
    { ours: worst, yardstick: MOST_MILLISECONDS },
    ['most', 1],
    `${count.toLocaleString('en')} rows, browser and hub on one machine, browser cache off; slowest was ${field} ` +
      `set to "${value}"; over all ${questions.length} questions median ${middle} ms, p95 ${p95} ms; each ` +
      `question counts with its median of ${ROUNDS} rounds`,
  );
}

/** Returns the smallest value that at least `percent` per cent of the values do not exceed. */
function percentile(values: number[], percent: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1]!;
}
