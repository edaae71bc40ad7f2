// `model-hub prune`: removes files that are no longer needed.
import process from 'node:process';
import type { Command } from 'commander';
import { bucketPlace, readConfig } from '../../src/service/config.ts';
import { UsageFailure } from '../process/failure.ts';
import { printReport } from './options/print-report.ts';

const EXAMPLES = `
Removes files of trees that were replaced more than HUB_TREE_SECONDS ago, what a killed import or build left, and objects
that no day names, such as those of a day that was imported twice. The hub may run meanwhile; an import or build may not.
It prunes HUB_DATA, HUB_DIST, the export in HUB_DIST and the bucket of HUB_TREE; --from adds other buckets of "push".
Other exports prune themselves at their next run. A second run removes nothing.

Every day stays, with all that it names, unless --days says otherwise: "90d" leaves the days of the last 90 days, "keep=30"
the newest 30 days; the newest two always stay. Nobody can then read older days here.

Examples:
  $ model-hub prune --dry-run
  $ model-hub prune --json
  $ model-hub prune --from s3://models/hub
  $ model-hub prune --days 90d --dry-run
  $ model-hub prune --days keep=30 && model-hub build`;

interface Options {
  dryRun?: true;
  days?: string;
  from?: string[];
  json?: true;
}

export function define(program: Command): void {
  program
    .command('prune')
    .option('--dry-run', 'say what would be removed, and change nothing')
    .option('--days <rule>', 'remove old days too, for good: 90d or keep=30')
    .option('--from <bucket...>', 'a bucket that was pushed to, s3://BUCKET/PREFIX')
    .option('--json', 'report as JSON')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run({ dryRun, days, from = [], json }: Options): Promise<void> {
  const { parseDaysRule } = await import('../prune/days-rule.ts');
  const rule = days === undefined ? undefined : parseDaysRule(days);
  if (days !== undefined && !rule)
    throw new UsageFailure(
      `--days ${days} is no rule: write 90d for the days of the last 90, or keep=30 for the newest 30.`,
    );
  const config = readConfig(process.env);
  const named = from.map((address) => bucketPlace(process.env, '--from', address));
  const buckets = 'bucket' in config.tree ? [config.tree.bucket, ...named] : named;
  const { progressFor } = await import('../process/progress-for.ts');
  const { pruneLines } = await import('../prune/prune-lines.ts');
  const { runPrune } = await import('../prune/run-prune.ts');
  const report = await runPrune(config, { isDry: dryRun === true, rule, buckets }, progressFor(json));
  printReport(json, report, pruneLines(report));
}
