// Makes a hub of generated models in the folder of the run. It is imported and built once, and all benchmarks that need
// it share it.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runHubJob } from './child.ts';
import type { HubJobResult } from './hub-job.ts';
import type { BenchSettings } from './row.ts';
import { type ImportDay, writeImportRows } from './synthetic-models.ts';

/** Returns the folder of the hub with `models` models. Its data is in `data`, and its tree in `dist`. */
export const hubFolder = (settings: BenchSettings, models: number) => join(settings.folder, `hub-${models}`);

/** Imports a day into the hub in `folder`. */
export async function importModels(folder: string, day: ImportDay): Promise<HubJobResult> {
  mkdirSync(folder, { recursive: true });
  const rows = join(folder, 'rows.jsonl');
  writeImportRows(rows, day);
  const result = await runHubJob({ kind: 'import', folder, rows, day: dayName(day.day) });
  rmSync(rows);
  return result;
}

/** Returns the folder of a hub with a built tree of `models` models. Builds it if it does not exist. */
export async function builtHub(settings: BenchSettings, models: number): Promise<string> {
  const folder = hubFolder(settings, models);
  if (existsSync(join(folder, 'dist/current'))) return folder;
  settings.say(`importing and building ${models} models`);
  await importModels(folder, { count: models, day: 0 });
  await runHubJob({ kind: 'build', folder });
  return folder;
}

function dayName(day: number): string {
  return new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
}
