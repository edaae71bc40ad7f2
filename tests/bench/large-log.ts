// Measures one more day of a million models in a log of ten million leaves.
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { appendDay, type LoggedIndex } from '../../generator/log/append-day.ts';
import { readHead } from '../../generator/log/log-folder.ts';
import { publishLog } from '../../generator/log/publish-log.ts';
import { identity, indexOf } from './made-log.ts';
import type { Bench } from './row.ts';

/** On a measured day, one in this many models changes. */
const CHANGED = 100;

export const largeLog: Bench = async ({ folder, quick, say }) => {
  const [size, models] = quick ? [100_000, 10_000] : [10_000_000, 1_000_000];
  const base = join(folder, 'log-large');
  const places = { own: join(base, 'data'), published: join(base, 'dist') };
  mkdirSync(places.own, { recursive: true });
  let day = 0;
  /** Logs and publishes the index. Returns the number of leaves after that, and the seconds. */
  const log = async (index: LoggedIndex) => {
    const begun = performance.now();
    const published = readHead(places.published);
    const head = await appendDay(places.own, readHead(places.own), index, identity);
    const keys = identity.signers.map(({ key }) => key);
    await publishLog(places, head, published, { keys, stay: 0, now: index.now });
    day++;
    return { leaves: head.size, seconds: (performance.now() - begun) / 1000 };
  };
  const path = join(base, 'catalog');
  const everything = () => log(indexOf(path, models, day));
  const aPart = () => log(indexOf(path, models, day, (at) => (at % CHANGED === 0 ? day : day - 1)));
  await everything();
  const early = await aPart();
  say(`${early.leaves} leaves: one more day took ${early.seconds.toFixed(1)} s`);
  for (let leaves = early.leaves; leaves < size; ) {
    leaves = (await everything()).leaves;
    say(`${leaves} leaves`);
  }
  const before = usageOf(places.published);
  const late = await aPart();
  const after = usageOf(places.published);
  const memory = Math.round(process.memoryUsage().rss / 2 ** 20);
  rmSync(base, { recursive: true, force: true });
  const list = `of them ${before.listFiles} files and ${before.listBytes} bytes the list of the day`;
  return [
    {
      name: `one more day of a log of ${late.leaves} leaves`,
      ours: { value: late.seconds, unit: 's' },
      yardstick: { value: early.seconds, unit: 's' },
      ratio: late.seconds / early.seconds,
      note:
        `one of ${CHANGED} of ${models} models changed, appended and published; yardstick is such a day of ${early.leaves} ` +
        `leaves; published are ${before.files} files and ${before.bytes} bytes, ${list}; the day adds ${after.files - before.files} ` +
        `files and ${after.bytes - before.bytes} bytes; ${memory} MiB of memory`,
    },
  ];
};

/** Counts the files and bytes of a published log, and how many of them belong to the list of its day. */
function usageOf(folder: string) {
  const usage = { files: 0, bytes: 0, listFiles: 0, listBytes: 0 };
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const { size } = statSync(join(entry.parentPath, entry.name));
    usage.files++;
    usage.bytes += size;
    if (!join(entry.parentPath, '').startsWith(join(folder, 'days'))) continue;
    usage.listFiles++;
    usage.listBytes += size;
  }
  return usage;
}
