// `model-hub push s3://…`: uploads the current tree to a bucket, where hubs read it.

import process from 'node:process';
import type { Command } from 'commander';
import { counted } from '../../src/model/figures.ts';
import { UsageFailure } from '../process/failure.ts';
import type { PushOutcome } from '../push/run-push.ts';

const EXAMPLES = `
Store, region and keys come from AWS_ENDPOINT_URL, AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. Files in
the bucket are not sent again. Hubs see the old tree until the store lists all of the new one. An interrupted
push continues where it ended. If the tree is current there already, the bucket is listed, and missing files and those of
another length are sent again; --repair sends all of them. The log goes with the
tree; if the bucket has another log, nothing is pushed. Trees that were current within HUB_TREE_SECONDS, and the
objects of every day, are never removed.

Examples:
  $ model-hub push s3://models/hub
  $ model-hub push s3://models/hub --dry-run
  $ model-hub push s3://models/hub --prune --json
  $ model-hub push s3://models/hub --repair
  $ HUB_TREE=s3://models/hub model-hub serve`;

interface Options {
  prune?: true;
  repair?: true;
  dryRun?: boolean;
  parallel: string;
  json?: boolean;
}

export function define(program: Command): void {
  program
    .command('push')
    .argument('<bucket>', 'where to: s3://BUCKET/PREFIX')
    .option('--prune', 'then remove files that only older trees need')
    .option('--repair', 'send the whole tree again')
    .option('--dry-run', 'list the files that would be sent and removed, and change nothing')
    .option('--parallel <count>', 'how many requests at a time, 1 to 256', '16')
    .option('--json', 'print the report as JSON')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(address: string, { prune, repair, dryRun = false, parallel, json = false }: Options): Promise<void> {
  const { parseBucketAddress } = await import('../../src/nouns/bucket-address.ts');
  if (!parseBucketAddress(address)) throw new UsageFailure(`${address} is no bucket: give s3://BUCKET/PREFIX.`);
  if (!/^[1-9]\d{0,2}$/.test(parallel) || Number(parallel) > 256)
    throw new UsageFailure('--parallel must be a whole number from 1 to 256.');
  const { progressFor } = await import('../process/progress-for.ts');
  const { runPush } = await import('../push/run-push.ts');
  const asked = { prunes: prune === true, repairs: repair === true, isDry: dryRun };
  const request = { address, ...asked, parallel: Number(parallel) };
  const report = await runPush(process.env, request, progressFor(json));
  process.stdout.write(json ? `${JSON.stringify(report)}\n` : sentence(report, address, dryRun));
}

function sentence(report: PushOutcome, address: string, isDry: boolean): string {
  const { snapshot, files, bytes, removed, requests, log } = report;
  const got = `${isDry ? 'would get' : 'got'} ${counted(files, 'file')} (${counted(bytes, 'byte')})`;
  const lost = removed === undefined ? '' : ` and ${isDry ? 'would lose' : 'lost'} ${removed}`;
  const logged = log === undefined ? '' : ` and the log of ${counted(log, 'leaf', 'leaves')}`;
  const holds = `${isDry ? 'then it would hold' : 'it holds'} the tree of ${snapshot}${logged}`;
  return `${address} ${got}${lost}, in ${counted(requests, 'request')}; ${holds}.\n`;
}
