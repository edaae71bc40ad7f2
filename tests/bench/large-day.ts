// Measures days of a million models. This benchmark runs only if it is named, because it takes an hour or more and
// about fifty gigabytes of disk. The yardstick of each time is ten times the time for a tenth of the models.
import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { endChild, nextMessage, runHubJob, startChild } from './child.ts';
import { type Bench, type BenchSettings, type Row, rowOf } from './row.ts';
import { syncAll } from './settled-disk.ts';
import { hubFolder, importModels } from './synthetic-hub.ts';
import { A_FILE } from './synthetic-models.ts';
import { modelIds } from './tree-models.ts';

const TENTH = 10;
/** The number of bytes in a block. `stat` counts in such blocks. */
const BLOCK = 512;

/** The measurements for a number of models. */
interface Seen {
  /** The seconds that an import takes. The next members are the seconds of builds. */
  import: number;
  full: number;
  changed: number;
  unchanged: number;
  /** The seconds from the start of a server to the first redirect. */
  served: number;
  /** The memory in MiB: the peak of an import and of a build, and that of a running server. */
  memory: Record<'import' | 'build' | 'serve', number>;
  data: Size;
  dist: Size;
}

interface Size {
  files: number;
  /** The number of bytes that the files take on the disk. */
  bytes: number;
}

export const largeDay: Bench = async (settings) => {
  const models = settings.quick ? 20_000 : 1_000_000;
  const few = await seenOf(settings, models / TENTH);
  const many = await seenOf(settings, models);
  const row = (name: string, value: (seen: Seen) => number, note = ''): Row =>
    rowOf(`${name}, ${models} models`, 's', { ours: value(many), yardstick: value(few) * TENTH }, undefined, note);
  const { memory, data, dist } = many;
  const size = ({ files, bytes }: Size) => `${files} files, ${(bytes / 2 ** 30).toFixed(1)} GiB`;
  return [
    row('import', (seen) => seen.import, `peak ${memory.import.toFixed(0)} MiB; HUB_DATA then ${size(data)}`),
    row('full build', (seen) => seen.full, `peak ${memory.build.toFixed(0)} MiB; HUB_DIST then ${size(dist)}`),
    row('build after 1 % changed', (seen) => seen.changed),
    row('build, nothing changed', (seen) => seen.unchanged),
    row(
      'first redirect',
      (seen) => seen.served,
      `from the start of a server, which then holds ${memory.serve.toFixed(0)} MiB`,
    ),
  ];
};

async function seenOf(settings: BenchSettings, models: number): Promise<Seen> {
  const folder = hubFolder(settings, models);
  const build = async (what: string) => {
    syncAll(folder);
    const done = await runHubJob({ kind: 'build', folder });
    settings.say(`${models} models, ${what}: ${done.seconds.toFixed(1)} s, ${done.peak.toFixed(0)} MiB`);
    return done;
  };
  settings.say(`importing ${models} models`);
  const imported = await importModels(folder, { count: models, day: 0 });
  const full = await build('full build');
  const [data, dist] = [sizeOf(join(folder, 'data')), sizeOf(join(folder, 'dist'))];
  await importModels(folder, { count: models, day: 1 });
  const changed = await build('1 % changed');
  const unchanged = await build('nothing changed');
  const { seconds: served, memory } = await firstRedirect(folder);
  rmSync(folder, { recursive: true, force: true });
  return {
    ...{ import: imported.seconds, full: full.seconds, changed: changed.seconds, unchanged: unchanged.seconds, served },
    memory: { import: imported.peak, build: Math.max(full.peak, changed.peak), serve: memory },
    ...{ data, dist },
  };
}

async function firstRedirect(folder: string): Promise<{ seconds: number; memory: number }> {
  const path = `/${modelIds(folder, 1)[0]}/resolve/main/${A_FILE}`;
  const begun = performance.now();
  const child = startChild('hub-server.ts', [folder]);
  try {
    const url = await nextMessage<string>(child);
    const { status } = await fetch(url + path, { redirect: 'manual' });
    if (status !== 302) throw new Error(`${path} was answered with ${status}`);
    const seconds = (performance.now() - begun) / 1000;
    // The hub reads the search index after its first answers. A search waits for that, so the memory includes the
    // index.
    await fetch(`${url}/api/models?search=a&limit=10`).then((answer) => answer.arrayBuffer());
    const [, kibibytes = 'NaN'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8')) ?? [];
    return { seconds, memory: Number(kibibytes) / 1024 };
  } finally {
    await endChild(child);
  }
}

function sizeOf(folder: string): Size {
  const size: Size = { files: 0, bytes: 0 };
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const { files, bytes } = entry.isDirectory() ? sizeOf(path) : { files: 1, bytes: lstatSync(path).blocks * BLOCK };
    size.files += files;
    size.bytes += bytes;
  }
  return size;
}
