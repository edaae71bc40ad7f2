// `model-hub restore FILE`: restores HUB_DATA from a backup, and tests it before it takes effect.
import process from 'node:process';
import type { Command } from 'commander';
import { readConfig } from '../../src/service/config.ts';
import { gathered } from '../proofs/policy-options.ts';
import { printReport } from './options/print-report.ts';

const EXAMPLES = `
Every hash, the databases, the chain of days and the log are tested first. HUB_DATA must hold no hub: move an old one
away. HUB_DIST may be missing, older or newer: days and leaves of the log that it has and the file lacks are taken from it.

A log never goes back behind what others have seen of it. This looks for what was published in HUB_DIST, in its export and
where HUB_TREE leads; --log names more places: an export's folder, a mirror's copy, a bucket, an address. If no place has as
much as the file, add --go-on when nothing more was published, or no copy of it is left.

Examples:
  $ model-hub restore hub.tar && model-hub build
  $ model-hub restore hub.tar --log /srv/www
  $ model-hub restore hub.tar --log s3://models/hub
  $ model-hub restore hub.tar --log https://models.example.org
  $ model-hub restore hub.tar --go-on`;

interface Options {
  log?: string[];
  goOn?: boolean;
  json?: true;
}

export function define(program: Command): void {
  program
    .command('restore')
    .argument('<file>', 'a file that "model-hub backup" wrote')
    .option('--log <place>', 'a place that has the published log (repeatable)', gathered)
    .option('--go-on', 'go on with the log of the file, though no place shows that it is the newest')
    .option('--json', 'report as JSON')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(file: string, { log = [], goOn = false, json }: Options): Promise<void> {
  const { runRestore } = await import('../restore/run-restore.ts');
  const { restoreLines } = await import('../restore/restore-lines.ts');
  const { progressFor } = await import('../process/progress-for.ts');
  const request = { file, logs: log, isAccepted: goOn };
  const report = await runRestore(readConfig(process.env), request, progressFor(json));
  printReport(json, report, restoreLines(report));
  if (report.elsewhere.some(({ fault }) => fault !== undefined)) process.exitCode = 1;
}
