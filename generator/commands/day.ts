// `model-hub day`: a hub's whole daily work as one command: index, build, export or push, check.
import process from 'node:process';
import type { Command } from 'commander';
import { shownJson, shownLines } from '../../src/basics/shown-text.ts';
import { parseBucketAddress } from '../../src/nouns/bucket-address.ts';
import { readConfig } from '../../src/service/config.ts';
import { Failure, UsageFailure } from '../process/failure.ts';
import { dayAsked } from './options/day-rules.ts';
import { checkModelIds } from './options/model-id.ts';

interface Options {
  day?: string;
  rules?: string;
  export?: string;
  compressed?: true;
  directions?: true;
  attest?: true;
  push?: string;
  prune?: true;
  dryRun?: true;
  accept?: true;
  json?: true;
}

const EXAMPLES = `
The steps are those of "index", "build", "export", "push" and "archive verify", under one lock of HUB_DATA from the first to the
last. If one fails, the day exits with 1 and a sentence: the old day is still served, and the next run for the same day goes
on there. If "index" keeps the day aside, it exits with 1 as well; --accept publishes it, and does the later steps. Run it from a timer;
deploy/ has units for systemd and a line for cron, and "status --fresh 36h" is the alarm.

Examples:
  $ model-hub day
  $ model-hub day --export /srv/model-hub --compressed
  $ model-hub day --push s3://models/hub --prune --json
  $ model-hub day HuggingFaceTB/SmolLM2-135M-Instruct --rules ./index.yaml
  $ model-hub day --dry-run
  $ model-hub day --accept`;

export function define(program: Command): void {
  program
    .command('day')
    .argument('[ids...]', 'models to look at (default: the wishes of content/index.yaml)')
    .option('--day <YYYY-MM-DD>', 'the day (default: today, UTC)')
    .option('--rules <file>', 'another index.yaml')
    .option('--export <folder>', 'write plain files to a folder, as "export" does')
    .option('--compressed', 'with --export: .br and .gz files too')
    .option('--directions', 'with --export: rules that lead files of models to their sources')
    .option('--attest', 'with --export: signatures by HUB_ATTESTATION_KEY')
    .option('--push <bucket>', 'take the tree to s3://BUCKET/PREFIX, as "push" does')
    .option('--prune', 'with --push: then remove files that only older trees need')
    .option('--dry-run', 'only list the models that would be looked at, and the steps')
    .option('--accept', 'publish the day that is kept aside')
    .option('--json', 'report every step as JSON')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(ids: string[], options: Options): Promise<void> {
  const { rules, dryRun, accept, json } = options;
  if (accept && dryRun) throw new UsageFailure('Give one of --accept and --dry-run.');
  const config = readConfig(process.env);
  checkModelIds(ids);
  const day = await dayAsked(config, options);
  const places = placesOf(options);
  const { runDay } = await import('../daily/run-day.ts');
  const { endLine, failureSentence, stepLines } = await import('../daily/day-lines.ts');
  const say = (lines: readonly string[]) => void process.stdout.write(shownLines(lines));
  const request = {
    ids,
    day,
    rules,
    ...places,
    isDry: dryRun === true,
    isAccepted: accept === true,
    isQuiet: json === true,
  };
  const report = await runDay(process.env, request, (step) => {
    if (!json) say(stepLines(step));
  });
  if (json) process.stdout.write(shownJson(report, 2));
  if (report.failed) throw new Failure(failureSentence(report));
  if (!json) say([endLine(report)]);
}

/**
 * Reads the destinations of the day. Throws a UsageFailure if an option is given without another option that it needs.
 */
function placesOf({ export: to, compressed, directions, attest, push, prune }: Options) {
  if (to === undefined && (compressed || directions || attest))
    throw new UsageFailure('--compressed, --directions and --attest go with --export.');
  if (push === undefined && prune) throw new UsageFailure('--prune goes with --push.');
  if (push !== undefined && !parseBucketAddress(push))
    throw new UsageFailure(`${push} is no bucket: give --push s3://BUCKET/PREFIX.`);
  const forms = {
    isCompressed: compressed === true,
    hasDirections: directions === true,
    isAttested: attest === true,
  };
  return {
    files: to === undefined ? undefined : { to, ...forms },
    bucket: push === undefined ? undefined : { address: push, prunes: prune === true },
  };
}
