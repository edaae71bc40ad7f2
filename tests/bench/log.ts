// Measures the log: an append against only hashing and writing the same tiles, and the time for the log as a share of a
// full build.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { syncFiles } from '../../generator/files/durability.ts';
import { appendDay } from '../../generator/log/append-day.ts';
import { filesIn } from '../../generator/log/log-folder.ts';
import { buildSite } from '../../generator/site/build-site.ts';
import { leafHash, rootOf } from '../../src/log/merkle.ts';
import { bundledEntries, newTiles, tilePath } from '../../src/log/tiles.ts';
import { runHubJob } from './child.ts';
import { identity, indexOf, KEY, madeLeaves } from './made-log.ts';
import { alternate, formatSpread, median } from './rounds.ts';
import type { Bench, BenchSettings, Row } from './row.ts';
import { discard, syncAll } from './settled-disk.ts';
import { hubFolder, importModels } from './synthetic-hub.ts';

export const log: Bench = async (settings) => [await appendRow(settings), await shareRow(settings)];

/** Compares an append of new leaves with only hashing and writing the resulting files. */
async function appendRow({ folder, quick }: BenchSettings): Promise<Row> {
  const [count, rounds] = quick ? [2000, 3] : [10_000, 5];
  const base = join(folder, 'log-append');
  mkdirSync(base);
  const index = { ...indexOf(join(base, 'catalog'), count, 0), leaves: madeLeaves(count) };
  let round = 0;
  const ours = async () => {
    const own = join(base, `log-${round++}`);
    const begun = performance.now();
    await appendDay(own, undefined, index, identity);
    return count / ((performance.now() - begun) / 1000);
  };
  await ours();
  const files = filesIn(join(base, 'log-0'));
  const tiles = newTiles(0, count + 1).map((tile) => ({ tile, path: tilePath(tile), bytes: files(tilePath(tile))! }));
  const entries = tiles.flatMap(({ tile, bytes }) =>
    tile.level === 'entries' ? bundledEntries(bytes, tile.width)! : [],
  );
  const bare = async () => {
    const to = join(base, `bare-${round++}`);
    const begun = performance.now();
    rootOf(entries.map(leafHash));
    for (const { path, bytes } of tiles) {
      mkdirSync(dirname(join(to, path)), { recursive: true });
      writeFileSync(join(to, path), bytes);
    }
    syncFiles(
      to,
      tiles.map(({ path }) => path),
      Date.now(),
    );
    return count / ((performance.now() - begun) / 1000);
  };
  const outcome = await alternate(rounds, ours, bare);
  return {
    name: `append of ${count} leaves to the log`,
    ours: { value: outcome.ours, unit: 'leaves/s' },
    yardstick: { value: outcome.yardstick, unit: 'leaves/s' },
    ratio: outcome.ratio,
    target: { at: 'least', ratio: 0.5 },
    note:
      'leaves made before; the catalog and its state merged, the list of the day hashed, signed, on the ' +
      `disk; yardstick is the same ${tiles.length} tiles hashed once, written and on the disk; ${formatSpread(outcome, rounds)}`,
  };
}

/**
 * Compares the seconds of signing and logging with the seconds of a full build with the pages of models. Each job runs
 * in its own process.
 */
async function shareRow(settings: BenchSettings): Promise<Row> {
  const [models, rounds] = settings.quick ? [1000, 1] : [10_000, 3];
  const folder = `${hubFolder(settings, models)}-log`;
  const website = join(settings.folder, 'log-website');
  settings.say('building the website');
  await buildSite(website);
  settings.say(`importing ${models} models`);
  await importModels(folder, { count: models, day: 0 });
  const shares: { build: number; log: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    const dist = `dist-${round}`;
    syncAll(folder);
    const build = await runHubJob({ kind: 'build', folder, dist, website });
    rmSync(join(folder, 'data/log'), { recursive: true, force: true });
    const logged = await runHubJob({ kind: 'log', folder, dist, key: KEY });
    shares.push({ build: build.seconds, log: logged.seconds });
    settings.say(`built in ${build.seconds.toFixed(1)} s, logged in ${logged.seconds.toFixed(2)} s`);
  }
  await discard(settings, folder);
  const [build, logged] = [median(shares.map((one) => one.build)), median(shares.map((one) => one.log))];
  return {
    name: `signing and logging of ${models} models`,
    ours: { value: logged, unit: 's' },
    yardstick: { value: build, unit: 's' },
    ratio: median(shares.map((one) => one.log / one.build)),
    target: { at: 'most', ratio: 0.02 },
    note: `every model logged, signed, published; yardstick is the full build before it, pages of models among it; ${rounds} rounds`,
  };
}
