// Measures the peak memory of an import and of a build, for few models and for twenty times as many. Each runs in its
// own process.
import { runHubJob } from './child.ts';
import { type Bench, type BenchSettings, type Row, rowOf } from './row.ts';
import { discard } from './settled-disk.ts';
import { hubFolder, importModels } from './synthetic-hub.ts';
import { FILES_A_MODEL } from './synthetic-models.ts';

const LIMIT_MIB = 1024;

interface Peak {
  models: number;
  /** The peak memory of the import and of the build, in MiB. */
  import: number;
  build: number;
}

export const memory: Bench = async (settings) => {
  const few = await peakOf(settings, settings.quick ? 2000 : 10_000);
  const many = await peakOf(settings, settings.quick ? 40_000 : 200_000);
  const name = `peak memory, import and build of ${many.models} models`;
  const [ours, yardstick] = [highest(many), highest(few)];
  const note = [few, many].map(
    ({ models, import: reading, build }) => `${models}: import ${reading.toFixed(0)}, build ${build.toFixed(0)}`,
  );
  const rows: Row[] = [
    rowOf(
      `${name} against ${few.models}`,
      'MiB',
      { ours, yardstick },
      ['most', 2],
      `largest resident size of the processes, MiB, all threads, models of ${FILES_A_MODEL} files with cards: ${note.join('; ')}`,
    ),
    rowOf(`${name} against the limit`, 'MiB', { ours, yardstick: LIMIT_MIB }, ['most', 1]),
  ];
  return rows;
};

const highest = (peak: Peak) => Math.max(peak.import, peak.build);

async function peakOf(settings: BenchSettings, models: number): Promise<Peak> {
  const folder = `${hubFolder(settings, models)}-memory`;
  settings.say(`importing and building ${models} models`);
  const imported = await importModels(folder, { count: models, day: 0 });
  const built = await runHubJob({ kind: 'build', folder });
  await discard(settings, folder);
  return { models, import: imported.peak, build: built.peak };
}
