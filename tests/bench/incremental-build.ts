// Measures a build after one model in a hundred and all figures changed, and a build after no change. The yardstick
// is a full build of the same number of models; with `--base`, a full build is measured against one of older code.
import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { runHubJob } from './child.ts';
import type { HubJobResult } from './hub-job.ts';
import { median } from './rounds.ts';
import { type Bench, type BenchSettings, type Row, rowOf } from './row.ts';
import { discard, syncAll } from './settled-disk.ts';
import { hubFolder, importModels } from './synthetic-hub.ts';

/**
 * The number of days. The first has full builds; each later day has a build after a hundredth of the models changed.
 */
const DAYS = 4;

interface Times {
  full: number[];
  changed: number[];
  unchanged: number[];
  /** The number of models written on each day with changes. */
  models: number[];
}

export const incrementalBuild: Bench = async (settings) => {
  const models = settings.quick ? 10_000 : 100_000;
  const folder = hubFolder(settings, models);
  const times: Times = { full: [], changed: [], unchanged: [], models: [] };
  for (let day = 0; day < DAYS; day++) {
    settings.say(`day ${day + 1}: importing ${models} models`);
    await importModels(folder, { count: models, day });
    if (day === 0) await fullBuilds(settings, folder, times);
    else await laterBuilds(settings, folder, times);
  }
  const written = `${times.models.join(', ')} models written`;
  return [
    ...(await besideBase(settings, models, times.full)),
    row(models, 'build after 1 % changed', times.changed, times.full, 0.04, written),
    row(models, 'build, nothing changed', times.unchanged, times.full, 0.01, 'the same catalog again'),
  ];
};

/** Makes a full build of the same rows with older code, if there is any to compare with. */
async function besideBase(settings: BenchSettings, models: number, full: number[]): Promise<Row[]> {
  const { base } = settings;
  if (!base) return [];
  const folder = join(settings.folder, 'full-build-base');
  await importModels(folder, { count: models, day: 0 }, base.folder);
  syncAll(folder);
  const { seconds } = await runHubJob({ kind: 'build', folder }, base.folder);
  await discard(settings, folder);
  return [row(models, 'full build, beside older code', full, [seconds], 1.05, `yardstick ${base.commit}`)];
}

/**
 * Makes two full builds, each into a folder where nothing is. The builds of later days continue the second one, so it
 * takes the place of the tree that another benchmark may have left.
 */
async function fullBuilds(settings: BenchSettings, folder: string, times: Times): Promise<void> {
  const first = await timedBuild(settings, folder, 'full build', 'dist-first');
  await discard(settings, join(folder, 'dist-first'));
  if (existsSync(join(folder, 'dist'))) renameSync(join(folder, 'dist'), join(folder, 'dist-before'));
  const second = await timedBuild(settings, folder, 'full build again');
  times.full.push(first.seconds, second.seconds);
}

async function laterBuilds(settings: BenchSettings, folder: string, times: Times): Promise<void> {
  const changed = await timedBuild(settings, folder, 'build after 1 % changed');
  times.changed.push(changed.seconds);
  times.models.push(changed.build!.models);
  const unchanged = await timedBuild(settings, folder, 'build after nothing changed');
  if (unchanged.build!.changed) throw new Error('a build of the same catalog did something');
  times.unchanged.push(unchanged.seconds);
}

async function timedBuild(settings: BenchSettings, folder: string, what: string, dist = 'dist'): Promise<HubJobResult> {
  syncAll(folder);
  const result = await runHubJob({ kind: 'build', folder, dist });
  settings.say(`${what}: ${result.seconds.toFixed(2)} s`);
  return result;
}

function row(models: number, name: string, ours: number[], full: number[], ratio: number, what: string): Row {
  const told = 'each build in a process of its own after its modules are loaded, aggregates and sync included';
  return rowOf(
    `${name}, ${models} models`,
    's',
    { ours: median(ours), yardstick: median(full) },
    ['most', ratio],
    `${what}; ${told}; ${list(ours)} against full builds of ${list(full)}`,
  );
}

const list = (seconds: number[]) => `${seconds.map((value) => value.toPrecision(3)).join(', ')} s`;
