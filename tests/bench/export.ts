// Compares a first export with only writing the same files. Then compares the exports of later days with the first
// export. On each later day, one model in a hundred changes.
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { buildSite } from '../../generator/site/build-site.ts';
import { runHubJob } from './child.ts';
import { formatSpread, median, outcomeOf } from './rounds.ts';
import { type Bench, type BenchSettings, type Row, rowOf } from './row.ts';
import { discard, syncAll } from './settled-disk.ts';
import { hubFolder, importModels } from './synthetic-hub.ts';
import { FILES_A_MODEL } from './synthetic-models.ts';
import { holdTree } from './yardsticks/only-writing.ts';

/**
 * Says in the first result why no higher ratio is possible. A profile of the export's threads shows that writing alone
 * takes as long as the yardstick.
 */
const LIMIT =
  'of a thread half is the page and its twin (most of it in the website’s bundle), a fifth folders, files and renames, 8 % garbage';
/** Says in the second result why no lower ratio is possible. */
const LIMIT_LATER =
  'an export of nothing renders front page, docs and feeds again, lists each object, and opens tree and hub';

/** The number of days after the first. Before the export of each, a hundredth of the models changes. */
const DAYS = 3;

interface Round {
  seconds: number;
  write: number;
  files: number;
  /** The processor time in seconds of the export, and of only writing the files. */
  cpu: [number, number];
}

export const exports: Bench = async (settings) => {
  const models = settings.quick ? 2000 : 10_000;
  const website = join(settings.folder, 'website');
  settings.say('building the website');
  await buildSite(website);
  const folder = `${hubFolder(settings, models)}-export`;
  settings.say(`importing and building ${models} models`);
  await importModels(folder, { count: models, day: 0 });
  await runHubJob({ kind: 'build', folder });
  const rounds: Round[] = [];
  for (let round = 0; round < (settings.quick ? 2 : 3); round++)
    rounds.push(await firstRound(settings, folder, website, round));
  const first = median(rounds.map(({ seconds }) => seconds));
  const rows = [firstRow(models, rounds), await changedRow(settings, folder, website, models, first)];
  await discard(settings, folder);
  return rows;
};

/** Makes a whole export, and then only writes the same files. The exports of later days continue the first one. */
async function firstRound(settings: BenchSettings, folder: string, website: string, round: number): Promise<Round> {
  const [to, copy] = [join(folder, `out-${round}`), join(folder, `copy-${round}`)];
  syncAll(folder);
  const { seconds, cpu } = await runHubJob({ kind: 'export', folder, website, to });
  const yardstick = await holdTree(to, availableParallelism());
  syncAll(folder);
  const { seconds: write, cpu: writeCpu } = await yardstick.write(copy);
  await yardstick.close();
  settings.say(`exported in ${seconds.toFixed(1)} s, written in ${write.toFixed(1)} s`);
  await discard(settings, copy);
  return { seconds, write, files: yardstick.files, cpu: [cpu, writeCpu] };
}

function firstRow(models: number, rounds: readonly Round[]): Row {
  const outcome = outcomeOf(rounds.map(({ seconds, write }) => [1 / seconds, 1 / write]));
  const { files } = rounds[0]!;
  const cpu = [0, 1].map((side) => median(rounds.map((round) => round.cpu[side]!)).toFixed(1));
  return rowOf(
    `export, ${models} models of ${FILES_A_MODEL} files`,
    's',
    { ours: 1 / outcome.ours, yardstick: 1 / outcome.yardstick, ratio: outcome.ratio },
    ['least', 0.5],
    `ratio is yardstick to ours; ${availableParallelism()} threads each, one sync at the end each; ${files} ` +
      `files; processor time ${cpu[0]} s against ${cpu[1]} s; ${LIMIT}; ${formatSpread(outcome, rounds.length)}`,
  );
}

async function changedRow(
  settings: BenchSettings,
  folder: string,
  website: string,
  models: number,
  first: number,
): Promise<Row> {
  const seconds: number[] = [];
  const written: number[] = [];
  for (let day = 1; day <= DAYS; day++) {
    await importModels(folder, { count: models, day });
    await runHubJob({ kind: 'build', folder });
    syncAll(folder);
    const to = join(folder, 'out-0');
    const { seconds: took, export: report } = await runHubJob({ kind: 'export', folder, website, to });
    settings.say(`after 1 % changed: ${took.toFixed(2)} s, ${report!.models} models, ${report!.files} files`);
    seconds.push(took);
    written.push(report!.models);
  }
  return rowOf(
    `export after 1 % changed, ${models} models`,
    's',
    { ours: median(seconds), yardstick: first },
    ['most', 0.03],
    `${written.join(', ')} models written; ${seconds.map((value) => value.toPrecision(3)).join(', ')} s against ` +
      `the first export of as many; ${LIMIT_LATER}`,
  );
}
