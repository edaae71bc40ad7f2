// Measures how fast `model-hub index` hashes, checks and remembers small files, against only SHA-1 and SHA-256 of the
// same bytes.
import { hash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Cards } from '../../generator/crawl/cards.ts';
import { CrawlMemory } from '../../generator/crawl/crawl-memory.ts';
import { HubUpstream } from '../../generator/crawl/hub-upstream.ts';
import { blobHash, SmallFiles } from '../../generator/crawl/small-files.ts';
import { alternate, formatSpread } from './rounds.ts';
import type { Bench } from './row.ts';

/** The sizes in bytes of small files, such as configurations, cards, vocabularies and tokenizers. */
const SIZES = [1024, 8192, 65_536, 524_288];

export const smallFiles: Bench = async (settings) => {
  const count = settings.quick ? 200 : 2000;
  const files = Array.from({ length: count }, (_, at) => {
    const bytes = randomBytes(SIZES[at % SIZES.length]!);
    return { path: String(at), size: bytes.length, git: blobHash(bytes), bytes };
  });
  const mebibytes = files.reduce((sum, { size }) => sum + size, 0) / 2 ** 20;
  let round = 0;
  const ours = async () => {
    const memory = new CrawlMemory(join(settings.folder, `small-files-${round++}`));
    const upstream = new InMemory('', fetch, Number.POSITIVE_INFINITY);
    const cards = new Cards({ upstream, memory, isKept: false, takedowns: new Set() });
    const hashed = new SmallFiles(upstream, memory, cards);
    const begun = performance.now();
    for (const file of files) await hashed.sha256Of('owner/name', 'main', file);
    const seconds = (performance.now() - begun) / 1000;
    memory.close();
    return mebibytes / seconds;
  };
  const bare = async () => {
    const begun = performance.now();
    for (const { bytes } of files) {
      hash('sha1', bytes);
      hash('sha256', bytes);
    }
    return mebibytes / ((performance.now() - begun) / 1000);
  };
  /** Stands for the public hub: returns the bytes of files from memory. */
  class InMemory extends HubUpstream {
    override async bytes(_id: string, _revision: string, path: string): Promise<Buffer> {
      return files[Number(path)]!.bytes;
    }
  }
  const rounds = settings.quick ? 3 : 5;
  const outcome = await alternate(rounds, ours, bare);
  return [
    {
      name: `hashing of ${count} small files`,
      ours: { value: outcome.ours, unit: 'MiB/s' },
      yardstick: { value: outcome.yardstick, unit: 'MiB/s' },
      ratio: outcome.ratio,
      target: { at: 'least', ratio: 0.7 },
      note:
        `of ${SIZES.join(', ')} bytes, held against their blobs and remembered; yardstick is SHA-1 and ` +
        `SHA-256 of the same buffers by node:crypto; ${formatSpread(outcome, rounds)}`,
    },
  ];
};
