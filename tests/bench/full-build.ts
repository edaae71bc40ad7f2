// Measures a full build against only writing the same files. The difference is the cost of reading, hashing, rendering
// and compressing.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { runHubJob } from './child.ts';
import { formatSpread, median, outcomeOf } from './rounds.ts';
import { type Bench, type BenchSettings, type Row, rowOf } from './row.ts';
import { discard, syncAll } from './settled-disk.ts';
import { hubFolder, importModels } from './synthetic-hub.ts';
import { FILES_A_MODEL } from './synthetic-models.ts';
import { holdTree } from './yardsticks/only-writing.ts';

/** Says in the result where the time of a build goes. */
const PROFILE =
  'of a thread 23 % is writing, 20 % compression, 19 % reading and hashing, 16 % rendering, 9 % garbage; cards take a sixth as much in a process of their own';

interface Round {
  build: number;
  write: number;
  /** The processor time in seconds of the build, and of only writing the files. */
  cpu: [number, number];
  files: number;
}

export const fullBuild: Bench = async (settings) => {
  const models = settings.quick ? 2000 : 10_000;
  const folder = `${hubFolder(settings, models)}-full`;
  settings.say(`importing ${models} models`);
  const imported = await importModels(folder, { count: models, day: 0 });
  const rounds: Round[] = [];
  for (let round = settings.quick ? 2 : 3; round > 0; round--) rounds.push(await oneRound(settings, folder, round));
  await discard(settings, folder);
  // Compares rates and not seconds, so that a larger value is better.
  const outcome = outcomeOf(rounds.map(({ build, write }) => [1 / build, 1 / write]));
  const seconds = { build: 1 / outcome.ours, write: 1 / outcome.yardstick };
  const files = rounds[0]!.files;
  const cpu = [0, 1].map((side) => median(rounds.map((round) => round.cpu[side]!)).toFixed(1));
  const rows: Row[] = [
    rowOf(
      `full build, ${models} models of ${FILES_A_MODEL} files`,
      's',
      { ours: seconds.build, yardstick: seconds.write, ratio: outcome.ratio },
      ['least', 0.3],
      `ratio is yardstick to ours; ${availableParallelism()} threads each, one sync at the end each; ${files} ` +
        `files, ${(files / imported.models).toFixed(1)} a model, everything counted; processor time ${cpu[0]} ` +
        `s against ${cpu[1]} s, without the processes that render cards; ${PROFILE}; ${formatSpread(outcome, rounds.length)}`,
    ),
  ];
  return rows;
};

/**
 * Makes a build, and then writes the same files. Each goes into a new folder, after the disk has become idle. Nothing
 * is removed in between, because that would keep the disk busy.
 */
async function oneRound(settings: BenchSettings, folder: string, round: number): Promise<Round> {
  syncAll(folder);
  const dist = `dist-${round}`;
  const { seconds: build, cpu } = await runHubJob({ kind: 'build', folder, dist });
  const yardstick = await holdTree(join(folder, dist), availableParallelism());
  syncAll(folder);
  const { seconds: write, cpu: writeCpu } = await yardstick.write(join(folder, `copy-${round}`));
  await yardstick.close();
  settings.say(`built in ${build.toFixed(1)} s, written in ${write.toFixed(1)} s`);
  return { build, write, cpu: [cpu, writeCpu], files: yardstick.files };
}
