// `model-hub mirror URL`: copies the days of another hub, and checks every object.
import process from 'node:process';
import type { Command } from 'commander';
import { isDay } from '../../src/nouns/calendar.ts';
import { readConfig } from '../../src/service/config.ts';
import { UsageFailure } from '../process/failure.ts';
import { gathered, type PolicyOptions } from '../proofs/policy-options.ts';
import { failAside, rulesOf } from './options/day-rules.ts';
import { printReport } from './options/print-report.ts';

interface Options extends PolicyOptions {
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

If the hub keeps a log, it must extend the copy in HUB_DATA (logs/HOST), and name the day that is taken. --key names its
signer, --witness and --quorum those who saw it too; get the keys from another place than the hub.

--to then writes the days that are here, with all that they name, to a tar file; "model-hub import FILE.tar" takes it
where there is no network. The log that names them goes along, for "import --key" to check. Without a URL it only writes
the file, with the log of this hub, which must have the newest day: build first.

Examples:
  $ model-hub mirror https://hub.example
  $ model-hub mirror https://hub.example --at 2026-11-20
  $ model-hub mirror https://hub.example --accept
  $ model-hub mirror https://hub.example --to days.tar
  $ model-hub mirror https://hub.example --key file:hub.vkey
  $ model-hub mirror --to days.tar`;

export function define(program: Command): void {
  program
    .command('mirror')
    .argument('[url]', 'the hub to mirror')
    .option('--at <YYYY-MM-DD>', 'the newest day to take (default: the newest there is)')
    .option('--to <file.tar>', 'then write the days that are here as a tar file')
    .option('--key <key>', 'a verifier key of the log, or file:PATH (repeatable)', gathered)
    .option('--witness <key>', 'a verifier key of a witness, or file:PATH (repeatable)', gathered)
    .option('--quorum <n>', 'how many witnesses must have cosigned (default: all that are named)')
    .option('--accept', 'publish the days even if the newest is outside of the rules')
    .option('--json', 'report as JSON')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(url: string | undefined, { at, to, json, accept, ...trust }: Options): Promise<void> {
  if (url === undefined && to === undefined) throw new UsageFailure('Name a hub to mirror, or a file with --to.');
  if (url === undefined && at !== undefined) throw new UsageFailure('--at goes with the URL of a hub.');
  if (url === undefined && accept) throw new UsageFailure('--accept goes with the URL of a hub.');
  if (at !== undefined && !isDay(at)) throw new UsageFailure('--at must be a day such as 2026-11-20.');
  if (to !== undefined && !to.endsWith('.tar'))
    throw new UsageFailure('--to names a tar file, such as days.tar: an import knows it by that ending.');
  const trusted = Object.keys(trust)[0];
  if (url === undefined && trusted !== undefined) throw new UsageFailure(`--${trusted} goes with the URL of a hub.`);
  const config = readConfig(process.env);
  const { readPolicy } = await import('../proofs/read-policy.ts');
  const policy = readPolicy(trust);
  const { runMirror } = await import('../mirror/run-mirror.ts');
  const { mirrorLines } = await import('../mirror/mirror-report.ts');
  const rules = await rulesOf('mirror', accept);
  const report = await runMirror(config, { url, at, to, policy, rules, isQuiet: json === true });
  printReport(json, report, mirrorLines(report));
  await failAside(report.mirrored?.aside);
}
