// Runs one import, build or export in a separate process. Loads the modules first, and then measures the
// time and memory of the work.
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { openObjectStore } from '../../generator/days/object-store.ts';
import { readPointer } from '../../generator/days/pointer.ts';
import { keptDocsPages } from '../../generator/documents/kept-docs.ts';
import { type ExportReport, exportHub } from '../../generator/export/export-hub.ts';
import { syncTree } from '../../generator/files/durability.ts';
import { sourceFacts } from '../../generator/hub/build-hub.ts';
import { importDay } from '../../generator/import/import-day.ts';
import { openInput } from '../../generator/import/rows/input-lines.ts';
import { silent } from '../../generator/process/progress.ts';
import { readService } from '../../generator/process/read-service.ts';
import type { BuildReport } from '../../generator/tree/build.ts';
import { buildTree } from '../../generator/tree/build-tree.ts';
import { readConfig } from '../../src/service/config.ts';

/** A job for the hub in `folder`, with its data in `data` and its tree in `dist`. `website` has a built website. */
export type HubJob =
  | { kind: 'import'; folder: string; rows: string; day: string }
  | { kind: 'build'; folder: string; dist?: string }
  | { kind: 'export'; folder: string; website: string; to: string };

export interface HubJobResult {
  /** The seconds that the work took, without the start of the process. */
  seconds: number;
  /** The processor time in seconds of all threads since the start of the process. */
  cpu: number;
  /** The peak memory of the process in MiB; what its parent used before it does not count. */
  peak: number;
  /** The number of models that the job imported, built or exported. */
  models: number;
  build?: BuildReport;
  export?: ExportReport;
}

const BASE_URL = 'http://127.0.0.1:4321';

async function run(job: HubJob): Promise<Omit<HubJobResult, 'cpu' | 'peak'>> {
  const config = readConfig({ HUB_DATA: `${job.folder}/data`, HUB_DIST: `${job.folder}/dist` });
  const service = readService(config);
  if (job.kind === 'import') {
    mkdirSync(config.data, { recursive: true });
    const store = openObjectStore(config.objects);
    const input = openInput(job.rows);
    const begun = performance.now();
    const report = await importDay({
      ...{ data: config.data, seed: '', store, service, input, day: job.day },
      ...{ made: {}, skipInvalid: true, progress: silent },
    });
    return { seconds: (performance.now() - begun) / 1000, models: report.taken };
  }
  if (job.kind === 'export') {
    const begun = performance.now();
    const report = await exportHub({ dist: config.dist, to: job.to, service, website: job.website }, silent);
    // Flushes the written files to the disk, as a build does.
    syncTree(job.to, Date.now());
    return { seconds: (performance.now() - begun) / 1000, models: report.models, export: report };
  }
  const { catalog } = readPointer(config.data)!;
  const dist = join(job.folder, job.dist ?? 'dist');
  const begun = performance.now();
  const build = await buildTree({
    dist,
    stores: [config.objects],
    catalog,
    baseUrl: BASE_URL,
    ...sourceFacts(service),
    documents: { service, docs: (baseUrl) => keptDocsPages(baseUrl, dist) },
  });
  return { seconds: (performance.now() - begun) / 1000, models: build.stamp.counts.models, build };
}

process.once('message', async (job: HubJob) => {
  const done = await run(job);
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  const result: HubJobResult = { ...done, cpu: (userCPUTime + systemCPUTime) / 1e6, peak: peakMiB() };
  process.send!(result, () => process.disconnect());
});

/**
 * Returns the peak memory of this process alone. `resourceUsage().maxRSS` can't tell it: Linux hands the peak of a
 * process on to those that it starts.
 */
function peakMiB(): number {
  const [, kibibytes = 'NaN'] = /^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  return Number(kibibytes) / 1024;
}
