// `model-hub backup FILE`: saves, in one file, everything in HUB_DATA that can't be made again, while the hub runs.
import process from 'node:process';
import type { Command } from 'commander';
import { readConfig } from '../../src/service/config.ts';
import { printReport } from './options/print-report.ts';

const EXAMPLES = `
The file is a tar file of mode 0600: the pointer, every object of every day, published objects, the databases and
the log, all as of one moment, each with its SHA-256. It is there
whole or not at all. Serving, imports and builds go on meanwhile. Signing keys are not in it: keep copies of those apart.

PostgreSQL and buckets are not in it either: the report names the command that backs up each. The exit code is 1 when
one does not answer; the file is written anyway.

Examples:
  $ model-hub backup /backup/hub-2026-11-25.tar
  $ model-hub backup hub.tar --json
  $ tar -xOf hub.tar backup.json`;

export function define(program: Command): void {
  program
    .command('backup')
    .argument('<file>', 'the file to write, such as hub.tar')
    .option('--json', 'report as JSON')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(file: string, { json }: { json?: true }): Promise<void> {
  const { backupLines, writeBackup } = await import('../backup/write-backup.ts');
  const { progressFor } = await import('../process/progress-for.ts');
  const report = await writeBackup(readConfig(process.env), file, progressFor(json));
  printReport(json, report, backupLines(report));
  if (report.elsewhere.some(({ fault }) => fault !== undefined)) process.exitCode = 1;
}
