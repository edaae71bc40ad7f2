// Measures the requests and bytes of `model-hub index` after one model in a hundred changed: for a public hub whose
// listings name commits, and for one whose listings do not.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endChild, nextMessage, runHubJob } from './child.ts';
import { askedOf, changeHub, crawlRules, startCrawlHub } from './crawled.ts';
import type { Bench, BenchSettings, Row } from './row.ts';

/**
 * The number of lines of each small file, which then has about 24 KB: more than a configuration, and less than a
 * tokenizer.
 */
const LINES = 1000;

export const refresh: Bench = async (settings) => {
  const models = settings.quick ? 300 : 3000;
  const telling = await costOf(settings, models, false);
  const silent = await costOf(settings, models, true);
  const requests = (name: string, value: number, most: number): Row => ({
    name: `refresh of ${models} models, 1 % changed: ${name}`,
    ours: { value, unit: 'requests' },
    yardstick: { value: models, unit: 'models' },
    ratio: value / models,
    target: { at: 'most', ratio: most },
    note: 'sixty models an owner, fifty on a page of a listing',
  });
  const bytes = (name: string, { next, first }: Cost): Row => ({
    name: `refresh of ${models} models, 1 % changed: bytes, ${name}`,
    ours: { value: next.bytes / 2 ** 20, unit: 'MiB' },
    yardstick: { value: first.bytes / 2 ** 20, unit: 'MiB' },
    ratio: next.bytes / first.bytes,
    target: { at: 'most', ratio: 0.03 },
    note: `bodies that were read, against those of the first day; sixty models an owner, five small files a model, four of them ${LINES} lines of its own`,
  });
  return [
    requests('listings with commits, all', telling.next.requests, 1.2),
    requests("listings with commits, besides the changed models' own", telling.besides, 0.05),
    requests('listings without commits, all', silent.next.requests, 1.2),
    bytes('listings with commits', telling),
    bytes('listings without commits', silent),
  ];
};

interface Cost {
  first: { bytes: number };
  next: { requests: number; bytes: number };
  /** The number of requests of the second day that are not for files of a model. */
  besides: number;
}

async function costOf(settings: BenchSettings, models: number, isSilent: boolean): Promise<Cost> {
  const hub = startCrawlHub({ models, lines: LINES, isSilent });
  try {
    const url = await nextMessage<string>(hub);
    const folder = join(settings.folder, isSilent ? 'refreshed-by-name' : 'refreshed-by-listings');
    mkdirSync(folder);
    const rules = join(folder, 'index.yaml');
    writeFileSync(rules, crawlRules(models));
    const first = await runHubJob({ kind: 'crawl', folder, url, rules });
    await changeHub(hub);
    // The rules of the second day ask for no new models, so that only models in the index are refreshed.
    writeFileSync(rules, crawlRules(models).replace(/^wishes: .*$/m, 'wishes: {}'));
    const next = await runHubJob({ kind: 'crawl', folder, url, rules, day: '2026-01-02' });
    const besides = (await askedOf(hub)).filter((line) => !/\/(tree|resolve)\/|\/cdn\//.test(line));
    return { first: first.asked!, next: next.asked!, besides: besides.length };
  } finally {
    await endChild(hub);
  }
}
