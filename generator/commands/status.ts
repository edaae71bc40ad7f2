// `model-hub status`: shows the state of this hub.
import process from 'node:process';
import type { Command } from 'commander';
import { shownLines } from '../../src/basics/shown-text.ts';
import { parseDuration } from '../../src/nouns/duration.ts';
import { readConfig } from '../../src/service/config.ts';
import { Failure, UsageFailure } from '../process/failure.ts';
import { printReport } from './options/print-report.ts';

const EXAMPLES = `
Every object of the newest day is read and hashed on the way, so a damaged catalog is noticed here.

--fresh is the alarm of a hub with a daily "model-hub day": it exits with 1 when the newest day was made longer ago, when the
served tree is of an older day, or when only the shipped catalog is here. With HUB_TREE it checks the tree there.

--check looks at the settings, the public address, the clock, the folders, the port, the sources, the database and the rest,
all at once and each for ten seconds at most. Run it as the user that the hub runs as, with the same variables. It exits with
1 when a check fails; a warning alone is no failure.

Examples:
  $ model-hub status
  $ model-hub status --check
  $ sudo -u model-hub env $(cat /etc/model-hub/environment) npx model-hub status --check
  $ model-hub status --json --days 365
  $ model-hub status --fresh 36h
  $ HUB_TREE=s3://models/hub model-hub status --fresh 2d --json
  $ model-hub status --wanted
  $ model-hub status --interest`;

interface Options {
  days: string;
  check?: true;
  fresh?: string;
  wanted?: true;
  interest?: true;
  after?: string;
  json?: true;
}

export function define(program: Command): void {
  program
    .command('status')
    .option('--days <count>', 'how many days of the chain to show', '7')
    .option('--check', 'instead, look at all that the hub needs and say what to do; exit with 1 if something is wrong')
    .option('--fresh <time>', 'instead, exit with 1 unless the newest day was made within that time: 36h, 90m, 2d')
    .option('--wanted', 'instead, list the models that people ask for and the index lacks, with counts')
    .option('--interest', 'instead, list people who asked to publish, with their notes, the newest 100 first')
    .option('--after <DID>', 'with --interest: those who follow this person on the list')
    .option('--json', 'report as JSON')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run({ days, check, fresh, wanted, interest, after, json }: Options): Promise<void> {
  if (after !== undefined && !interest) throw new UsageFailure('--after goes with --interest.');
  if (check) return reportChecks(json);
  if (interest) return reportInterest(after, json);
  if (wanted) return reportWanted(json);
  if (fresh !== undefined) return reportFresh(fresh, json);
  if (!/^[1-9]\d{0,5}$/.test(days)) throw new UsageFailure('--days must be a whole number, 1 or more.');
  const config = readConfig(process.env);
  const { readService } = await import('../process/read-service.ts');
  const { progressFor } = await import('../process/progress-for.ts');
  const { readStatus, statusLines } = await import('../status/status-report.ts');
  const status = await readStatus(config, readService(config), Number(days), progressFor(json));
  printReport(json, status, statusLines(status));
}

async function reportChecks(json: true | undefined): Promise<void> {
  const { checkHub, findingLines } = await import('../status/check-hub.ts');
  const findings = await checkHub(process.env);
  printReport(json, { findings }, findings.flatMap(findingLines));
  if (findings.some(({ state }) => state === 'fail')) process.exitCode = 1;
}

async function reportFresh(time: string, json: true | undefined): Promise<void> {
  const most = parseDuration(time);
  if (most === undefined) throw new UsageFailure('--fresh must be a time such as 36h, 90m or 2d.');
  const { readFreshness } = await import('../status/freshness.ts');
  const freshness = await readFreshness(readConfig(process.env), most, Date.now());
  if (json) process.stdout.write(`${JSON.stringify(freshness)}\n`);
  if (!freshness.fresh) throw new Failure(freshness.reason);
  if (!json) process.stdout.write(shownLines([freshness.reason]));
}

async function reportWanted(json: true | undefined): Promise<void> {
  const { readWanted } = await import('../accounts/wanted-models.ts');
  const { wantedLines } = await import('../accounts/account-lines.ts');
  const wanted = await readWanted(process.env);
  printReport(json, wanted, wantedLines(wanted));
}

async function reportInterest(after: string | undefined, json: true | undefined): Promise<void> {
  const { readInterests } = await import('../accounts/publisher-interests.ts');
  const { interestLines } = await import('../accounts/account-lines.ts');
  const page = await readInterests(process.env, after);
  printReport(json, page, interestLines(page));
}
