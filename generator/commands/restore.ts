// `model-hub restore FILE`: restores HUB_DATA from a backup, and tests it before it takes effect.
import process from 'node:process';
import { readConfig } from '../../src/service/config.ts';
import { printReport } from './options/print-report.ts';

interface Options {
  log?: string[];
  goOn?: boolean;
  json?: true;
}

export async function run(file: string, { log = [], goOn = false, json }: Options): Promise<void> {
  const { restoreLines, runRestore } = await import('../restore/run-restore.ts');
  const { progressFor } = await import('../process/progress-for.ts');
  const request = { file, logs: log, isAccepted: goOn };
  const report = await runRestore(readConfig(process.env), request, progressFor(json));
  printReport(json, report, restoreLines(report));
}
