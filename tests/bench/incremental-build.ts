// A build after one model in a hundred changed, and one after nothing did, against the full build of as many models.
import { join } from 'node:path';
import { runHubJob } from './child.ts';
import type { HubJobResult } from './hub-job.ts';
import { median } from './rounds.ts';
import type { Bench, BenchSettings, Row } from './row.ts';
import { discard, syncAll } from './settled-disk.ts';
import { hubFolder, importModels } from './synthetic-hub.ts';

/** Days of one chain, each a build after a hundredth changed; the first of them has no older tree to clear away yet. */
const DAYS = 4;

interface Times {
  full: number[];
  changed: number[];
  unchanged: number[];
  /** Models written on each changed day. */
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
  return [
    row(models, 'build after 1 % changed', times.changed, times, 0.03, `${times.models.join(', ')} models written`),
    row(models, 'build, nothing changed', times.unchanged, times, 0.01, 'the same catalog again'),
  ];
};

/** Twice from nothing: the second stays, for the days that follow. */
async function fullBuilds(settings: BenchSettings, folder: string, times: Times): Promise<void> {
  const first = await timedBuild(settings, folder, 'full build', 'dist-first');
  await discard(settings, join(folder, 'dist-first'));
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

function row(models: number, name: string, ours: number[], times: Times, ratio: number, what: string): Row {
  const full = median(times.full);
  return {
    name: `${name}, ${models} models`,
    ours: { value: median(ours), unit: 's' },
    yardstick: { value: full, unit: 's' },
    ratio: median(ours) / full,
    target: { at: 'most', ratio },
    note: `${what}; each build in a process of its own after its modules are loaded, aggregates and sync included; ${list(ours)} against full builds of ${list(times.full)}`,
  };
}

const list = (seconds: number[]) => `${seconds.map((value) => value.toPrecision(3)).join(', ')} s`;
