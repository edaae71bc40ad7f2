// Measures the memory of `model-hub index` for very many models. This benchmark runs only if it is named, because it
// takes many minutes.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endChild, nextMessage, runHubJob } from './child.ts';
import { changeHub, crawlRules, startCrawlHub } from './crawled.ts';
import type { Bench } from './row.ts';

const LIMIT_MIB = 500;

export const largeIndex: Bench = async (settings) => {
  const models = settings.quick ? 5000 : 100_000;
  const hub = startCrawlHub({ models, lines: 1, names: ['config.json'] });
  try {
    const url = await nextMessage<string>(hub);
    const folder = join(settings.folder, 'large-index');
    mkdirSync(folder);
    const rules = join(folder, 'index.yaml');
    writeFileSync(rules, crawlRules(models));
    const first = await runHubJob({ kind: 'crawl', folder, url, rules });
    settings.say(`${models} models: ${first.seconds.toFixed(0)} s, ${first.peak.toFixed(0)} MiB`);
    await changeHub(hub);
    const next = await runHubJob({ kind: 'crawl', folder, url, rules, day: '2026-01-02' });
    const peak = Math.max(first.peak, next.peak);
    return [
      {
        name: `peak memory, index of ${models} models`,
        ours: { value: peak, unit: 'MiB' },
        yardstick: { value: LIMIT_MIB, unit: 'MiB' },
        ratio: peak / LIMIT_MIB,
        target: { at: 'most', ratio: 1 },
        note:
          `largest resident size of the process, models of three files: the first day ${first.peak.toFixed(0)} ` +
          `MiB in ${first.seconds.toFixed(0)} s, one with 1 % changed ${next.peak.toFixed(0)} MiB in ${next.seconds.toFixed(0)} ` +
          's',
      },
    ];
  } finally {
    await endChild(hub);
  }
};
