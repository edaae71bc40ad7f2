// Measures an index run over a simulated public hub, against a bare client that requests the same addresses in parallel
// and writes the answers.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endChild, nextMessage, runHubJob, startChild } from './child.ts';
import { askedOf, crawlRules, startCrawlHub, UNDER_WAY } from './crawled.ts';
import { alternate, formatSpread } from './rounds.ts';
import type { Bench } from './row.ts';
import { discard } from './settled-disk.ts';
import type { FetchLoad } from './yardsticks/bare-fetcher.ts';

export const crawl: Bench = async (settings) => {
  const models = settings.quick ? 300 : 3000;
  const hub = startCrawlHub({ models });
  try {
    const url = await nextMessage<string>(hub);
    let count = 0;
    const place = () => {
      const folder = join(settings.folder, `crawled-${count++}`);
      mkdirSync(folder);
      return folder;
    };
    const ours = async () => {
      const folder = place();
      const rules = join(folder, 'index.yaml');
      writeFileSync(rules, crawlRules(models));
      const { seconds, models: found } = await runHubJob({ kind: 'crawl', folder, url, rules });
      if (found !== models) throw new Error(`${found} of ${models} models were indexed`);
      await discard(settings, folder);
      return models / seconds;
    };
    await ours();
    const files = (await askedOf(hub)).map((line, at) => ({ url: url + line.split(' ')[1]!, path: String(at) }));
    const bare = async () => {
      const folder = place();
      const client = startChild('yardsticks/bare-fetcher.ts');
      client.send({ files, to: folder, lanes: UNDER_WAY } satisfies FetchLoad);
      const seconds = await nextMessage<number>(client);
      await endChild(client);
      await discard(settings, folder);
      return models / seconds;
    };
    const rounds = settings.quick ? 3 : 5;
    const outcome = await alternate(rounds, ours, bare);
    return [
      {
        name: `index, ${models} models`,
        ours: { value: outcome.ours, unit: 'models/s' },
        yardstick: { value: outcome.yardstick, unit: 'models/s' },
        ratio: outcome.ratio,
        target: { at: 'least', ratio: 0.6 },
        note:
          `${files.length} requests to a stand-in on the same machine, ${UNDER_WAY} under way; ours ends with ` +
          `the day in force; yardstick fetches and writes; ${formatSpread(outcome, rounds)}`,
      },
    ];
  } finally {
    await endChild(hub);
  }
};
