// Measures a build after one model in a hundred and all figures changed, and a build after no change. The yardsticks
// are full builds of the same number of models: by this code, and with `--base` also by older code.
import { join } from 'node:path';
import { runHubJob } from './child.ts';
import type { HubJobResult } from './hub-job.ts';
import { median } from './rounds.ts';
import type { Bench, BenchSettings, Row } from './row.ts';
import { discard, syncAll } from './settled-disk.ts';
import { hubFolder, importModels } from './synthetic-hub.ts';

/**
 * The number of days. The first has full builds; each later day has a build after a hundredth of the models changed.
 */
const DAYS = 4;

interface Times {
  full: number[];
  /** The seconds of full builds with the older code. */
  base: number[];
  changed: number[];
  unchanged: number[];
  /** The number of models written on each day with changes. */
  models: number[];
}

export const incrementalBuild: Bench = async (settings) => {
  const models = settings.quick ? 10_000 : 100_000;
  const folder = hubFolder(settings, models);
  const times: Times = { full: [], base: [], changed: [], unchanged: [], models: [] };
  for (let day = 0; day < DAYS; day++) {
    settings.say(`day ${day + 1}: importing ${models} models`);
    await importModels(folder, { count: models, day });
    if (day === 0) await fullBuilds(settings, folder, times);
    else await laterBuilds(settings, folder, times);
  }
  const written = `${times.models.join(', ')} models written`;
  const { base } = settings;
  const older = base && { seconds: times.base, what: `full builds of ${base.commit}` };
  const own = { seconds: times.full, what: 'our own full builds' };
  return [
    ...(older ? [row(models, 'full build', times.full, older, 0.6, '')] : []),
    // The yardstick of this row is a full build with the older code if `--base` names a commit.
    row(models, 'build after 1 % changed', times.changed, older ?? own, older ? 0.03 : 0.04, written),
    row(models, 'build, nothing changed', times.unchanged, own, 0.01, 'the same catalog again'),
  ];
};

/** Makes two full builds. The builds of later days continue the second one. */
async function fullBuilds(settings: BenchSettings, folder: string, times: Times): Promise<void> {
  const first = await timedBuild(settings, folder, 'full build', 'dist-first');
  await discard(settings, join(folder, 'dist-first'));
  const second = await timedBuild(settings, folder, 'full build again');
  times.full.push(first.seconds, second.seconds);
  if (!settings.base) return;
  syncAll(folder);
  const { seconds } = await runHubJob({ kind: 'build', folder, dist: 'dist-base' }, settings.base.folder);
  settings.say(`full build of ${settings.base.commit}: ${seconds.toFixed(2)} s`);
  times.base.push(seconds);
  await discard(settings, join(folder, 'dist-base'));
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

function row(
  models: number,
  name: string,
  ours: number[],
  yardstick: { seconds: number[]; what: string },
  ratio: number | undefined,
  what: string,
): Row {
  const full = median(yardstick.seconds);
  const told = 'each build in a process of its own after its modules are loaded, aggregates and sync included';
  return {
    name: `${name}, ${models} models`,
    ours: { value: median(ours), unit: 's' },
    yardstick: { value: full, unit: 's' },
    ratio: median(ours) / full,
    ...(ratio !== undefined && { target: { at: 'most' as const, ratio } }),
    note: `${what === '' ? '' : `${what}; `}${told}; ${list(ours)} against ${yardstick.what} of ${list(yardstick.seconds)}`,
  };
}

const list = (seconds: number[]) => `${seconds.map((value) => value.toPrecision(3)).join(', ')} s`;
