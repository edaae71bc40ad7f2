// `model-hub mirror URL|FOLDER`: takes the days of another hub or of a folder, and checks every object.
import process from 'node:process';
import type { Command } from 'commander';
import { isDay } from '../../src/nouns/calendar.ts';
import { readConfig } from '../../src/service/config.ts';
import { UsageFailure } from '../process/failure.ts';
import { failAside, rulesOf } from './options/day-rules.ts';
import { printReport } from './options/print-report.ts';

interface Options {
  at?: string;
  to?: string;
  accept?: true;
  json?: true;
}

const EXAMPLES = `
Reads catalogs back to a day that is here already, then takes the missing objects; each must have the hash in its
address and keep the rules of imports. An interrupted run continues where it ended. The pointer moves last.
"model-hub build" then makes the tree; two hubs with the same days and the same service.yaml give the same
answers wherever no host is named.

When too many models are gone, have shrunk or have other bytes since the day in force, the new day is kept aside, by the
rules of content/index.yaml; --accept publishes it anyway.

--to then writes the days that are here, with all that they name, to a folder: "model-hub mirror FOLDER" takes them from it
where there is no network. The folder keeps its days, and the next run adds what is new.

Examples:
  $ model-hub mirror https://hub.example
  $ model-hub mirror https://hub.example --at 2026-11-20
  $ model-hub mirror https://hub.example --accept
  $ model-hub mirror https://hub.example --to /media/stick/days
  $ model-hub mirror --to /media/stick/days
  $ model-hub mirror /media/stick/days`;

export function define(program: Command): void {
  program
    .command('mirror')
    .argument('[from]', 'the URL of a hub, or a folder that --to wrote')
    .option('--at <YYYY-MM-DD>', 'the newest day to take (default: the newest there is)')
    .option('--to <folder>', 'then write the days that are here to this folder')
    .option('--accept', 'publish the days even if the newest is outside of the rules')
    .option('--json', 'report as JSON')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(from: string | undefined, { at, to, json, accept }: Options): Promise<void> {
  if (from === undefined && to === undefined)
    throw new UsageFailure('Name a hub or a folder to mirror, or a folder to write with --to.');
  if (from === undefined && at !== undefined) throw new UsageFailure('--at goes with the hub or the folder to mirror.');
  if (from === undefined && accept) throw new UsageFailure('--accept goes with the hub or the folder to mirror.');
  if (at !== undefined && !isDay(at)) throw new UsageFailure('--at must be a day such as 2026-11-20.');
  const { runMirror } = await import('../mirror/run-mirror.ts');
  const config = readConfig(process.env);
  const { mirrorLines } = await import('../mirror/mirror-report.ts');
  const rules = await rulesOf('mirror', accept);
  const report = await runMirror(config, { from, at, to, rules, isQuiet: json === true });
  printReport(json, report, mirrorLines(report));
  await failAside(report.mirrored?.aside);
}
