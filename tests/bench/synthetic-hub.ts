// Makes a hub of generated models in the folder of the run. It is imported and built once, and all benchmarks that need
// it share it.
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runHubJob } from './child.ts';
import type { HubJobResult } from './hub-job.ts';
import type { BaseCode, BenchSettings } from './row.ts';
import { type ImportDay, writeImportRows } from './synthetic-models.ts';

/** Returns the folder of the hub with `models` models. Its data is in `data`, and its tree in `dist`. */
export const hubFolder = (settings: BenchSettings, models: number) => join(settings.folder, `hub-${models}`);

/** Imports a day into the hub in `folder`, with the code in the folder `root` if that is given. */
export async function importModels(folder: string, day: ImportDay, root?: string): Promise<HubJobResult> {
  mkdirSync(folder, { recursive: true });
  const rows = join(folder, 'rows.jsonl');
  writeImportRows(rows, day);
  const result = await runHubJob({ kind: 'import', folder, rows, day: dayName(day.day) }, root);
  rmSync(rows);
  return result;
}

/**
 * Returns the folder of a hub with a tree of `models` models, built by older code if that is given. Builds it if it
 * does not exist.
 */
export async function builtHub(settings: BenchSettings, models: number, base?: BaseCode): Promise<string> {
  const folder = hubFolder(settings, models) + (base ? '-base' : '');
  if (existsSync(join(folder, 'dist/current'))) return folder;
  settings.say(`importing and building ${models} models${base ? ` with ${base.commit}` : ''}`);
  await importModels(folder, { count: models, day: 0 }, base?.folder);
  await runHubJob({ kind: 'build', folder }, base?.folder);
  return folder;
}

function dayName(day: number): string {
  return new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
}
