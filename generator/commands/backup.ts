// `model-hub backup FILE`: saves, in one file, everything in HUB_DATA that can't be made again, while the hub runs.
import process from 'node:process';
import { readConfig } from '../../src/service/config.ts';
import { printReport } from './options/print-report.ts';

export async function run(file: string, { json }: { json?: true }): Promise<void> {
  const { backupLines, writeBackup } = await import('../backup/write-backup.ts');
  const { progressFor } = await import('../process/progress-for.ts');
  const report = await writeBackup(readConfig(process.env), file, progressFor(json));
  printReport(json, report, backupLines(report));
}
