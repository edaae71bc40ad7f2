// `model-hub restore FILE`: restores HUB_DATA from a backup, and tests it before it takes effect.
import process from 'node:process';
import type { Command } from 'commander';
import { readConfig } from '../../src/service/config.ts';
import { gathered } from '../proofs/policy-options.ts';
import { printReport } from './options/print-report.ts';

const EXAMPLES = `
HUB_DATA must be empty or missing: move an old one away. The file is unpacked beside it, every hash, the databases, the
chain of days and the log are checked there, and the folder is renamed last.

A log never goes back behind what others have seen of it. This looks for what was published in HUB_DIST, in its export and
where HUB_TREE leads; --log names more places: an export's folder, a bucket, an address. If one has more leaves than the
file, or none has as many, nothing is restored; --go-on restores it all the same, when no newer backup is left.

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
    .option('--go-on', 'restore the log of the file, though it is older than what was published, or may be')
    .option('--json', 'report as JSON')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(file: string, { log = [], goOn = false, json }: Options): Promise<void> {
  const { restoreLines, runRestore } = await import('../restore/run-restore.ts');
  const { progressFor } = await import('../process/progress-for.ts');
  const request = { file, logs: log, isAccepted: goOn };
  const report = await runRestore(readConfig(process.env), request, progressFor(json));
  printReport(json, report, restoreLines(report));
}
