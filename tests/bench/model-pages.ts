// Measures full builds with a page for every model, against only writing the same files. Also measures their memory,
// and the builds of later days, on each of which one model in a hundred changes.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildSite } from '../../generator/site/build-site.ts';
import { runHubJob } from './child.ts';
import type { HubJobResult } from './hub-job.ts';
import { formatSpread, median, outcomeOf } from './rounds.ts';
import { type Bench, type BenchSettings, type Row, rowOf } from './row.ts';
import { discard, syncAll } from './settled-disk.ts';
import { hubFolder, importModels } from './synthetic-hub.ts';
import { FILES_A_MODEL } from './synthetic-models.ts';
import { holdTree } from './yardsticks/only-writing.ts';

/** The number of days after the first. A hundredth of the models changes before the build of each. */
const DAYS = 3;

interface Hub {
  models: number;
  rounds: number;
}

interface Round {
  build: HubJobResult;
  write: number;
  files: number;
}

export const modelPages: Bench = async (settings) => {
  const website = join(settings.folder, 'website');
  settings.say('building the website');
  await buildSite(website);
  const [few, many] = settings.quick ? [2000, 10_000] : [10_000, 100_000];
  const rows: Row[] = [];
  const peaks: number[] = [];
  for (const hub of [
    { models: few, rounds: 3 },
    { models: many, rounds: 1 },
  ]) {
    const folder = `${hubFolder(settings, hub.models)}-pages`;
    settings.say(`importing ${hub.models} models`);
    await importModels(folder, { count: hub.models, day: 0 });
    const rounds: Round[] = [];
    for (let round = 0; round < hub.rounds; round++) rounds.push(await fullRound(settings, folder, website, round));
    rows.push(fullRow(hub, rounds));
    peaks.push(median(rounds.map(({ build }) => build.peak)));
    if (hub.models === many) rows.push(await changedRow(settings, folder, website, hub, rounds[0]!.build.seconds));
    await discard(settings, folder);
  }
  return [...rows, memoryRow(few, many, peaks)];
};

/** Makes a build with pages, and then only writes the same files. The builds of later days continue the first tree. */
async function fullRound(settings: BenchSettings, folder: string, website: string, round: number): Promise<Round> {
  const [dist, copy] = [round === 0 ? 'dist' : `dist-${round}`, join(folder, `copy-${round}`)];
  syncAll(folder);
  const build = await runHubJob({ kind: 'build', folder, dist, website });
  const yardstick = await holdTree(join(folder, dist), availableParallelism());
  syncAll(folder);
  const { seconds: write } = await yardstick.write(copy);
  await yardstick.close();
  settings.say(`built in ${build.seconds.toFixed(1)} s, written in ${write.toFixed(1)} s`);
  await discard(settings, copy);
  if (round > 0) await discard(settings, join(folder, dist));
  return { build, write, files: yardstick.files };
}

function fullRow({ models, rounds: count }: Hub, rounds: Round[]): Row {
  const outcome = outcomeOf(rounds.map(({ build, write }) => [models / build.seconds, models / write]));
  const { build, files } = rounds[0]!;
  return rowOf(
    `model pages in a full build, ${models} models of ${FILES_A_MODEL} files`,
    'pages/s',
    outcome,
    ['least', 0.3],
    `all answers of the models and aggregates made as well, against only writing all of it; ${availableParallelism()} ` +
      `threads each, one sync at the end each; ${files} files; processor time ${build.cpu.toFixed(1)} s; ${formatSpread(outcome, count)}`,
  );
}

async function changedRow(
  settings: BenchSettings,
  folder: string,
  website: string,
  { models }: Hub,
  full: number,
): Promise<Row> {
  const seconds: number[] = [];
  for (let day = 1; day <= DAYS; day++) {
    await importModels(folder, { count: models, day });
    syncAll(folder);
    const { seconds: took, build } = await runHubJob({ kind: 'build', folder, website });
    settings.say(`after 1 % changed: ${took.toFixed(2)} s, ${build!.models} models written`);
    seconds.push(took);
  }
  return rowOf(
    `build with pages after 1 % changed, ${models} models`,
    's',
    { ours: median(seconds), yardstick: full },
    ['most', 0.05],
    `${seconds.map((value) => value.toPrecision(3)).join(', ')} s against the full build of as many`,
  );
}

function memoryRow(few: number, many: number, [yardstick = 0, ours = 0]: number[]): Row {
  return rowOf(
    `peak memory of a build with pages, ${many} models against ${few}`,
    'MiB',
    { ours, yardstick },
    ['most', 1.5],
    `largest resident size of the process, all threads, models of ${FILES_A_MODEL} files`,
  );
}
