// Makes the first index of a public hub that limits requests. Many runs make parts of the index, and some runs are
// killed. Compares the result with that of a single run without limits.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fault, Scale } from './fault.ts';
import { type CrawlKills, killCrawls } from './kill-crawls.ts';

/**
 * The sizes of each form. The long form has the limits of the public hub. The short form has fewer models, and limits
 * so low that they still slow it down.
 */
const SIZES: Record<Scale, Pick<CrawlKills, 'kills' | 'models' | 'parts' | 'quotas' | 'faster'>> = {
  short: { kills: 6, models: 400, parts: 6, quotas: { api: 50, resolvers: 300 }, faster: 1000 },
  long: { kills: 30, models: 20_000, parts: 30, quotas: { api: 500, resolvers: 3000 }, faster: 200 },
};

const firstCrawl: Fault = {
  name: 'first-crawl',
  promise:
    'A first crawl by the rules that ship, in slices, at a hub with the limits of the public hub, and killed at random ' +
    'moments, ends with the rows, hashes and source objects of one without limits, and each day on the way is right.',
  async run(scale) {
    const folder = mkdtempSync(join(tmpdir(), 'model-hub-first-crawl-'));
    const { models, ...size } = SIZES[scale];
    try {
      const count = await killCrawls({ folder, models, ...size, seed: Date.now() });
      const { runs, days, refused, killed, landed, faults } = count;
      return {
        held: faults.length === 0 && killed === size.kills,
        figures: `${models} models in ${runs} runs on ${days} days; ${refused} requests were refused with 429; ${killed} runs killed, ${landed} of them had come through${faults.length === 0 ? '' : `; first fault: ${faults[0]}`}`,
      };
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};

export default firstCrawl;
