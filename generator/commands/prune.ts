// `model-hub prune`: removes files that are no longer needed.
import process from 'node:process';
import { bucketPlace, readConfig } from '../../src/service/config.ts';
import { UsageFailure } from '../process/failure.ts';
import { printReport } from './options/print-report.ts';

interface Options {
  dryRun?: true;
  days?: string;
  from?: string[];
  json?: true;
}

export async function run({ dryRun, days, from = [], json }: Options): Promise<void> {
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
