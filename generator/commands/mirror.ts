// `model-hub mirror URL|FOLDER`: takes the days of another hub or of a folder, and checks every object.
import process from 'node:process';
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

export async function run(from: string | undefined, { at, to, json, accept }: Options): Promise<void> {
  if (from === undefined && to === undefined)
    throw new UsageFailure('Name a hub or a folder to mirror, or a folder to write with --to.');
  if (from === undefined && at !== undefined) throw new UsageFailure('--at goes with the hub or the folder to mirror.');
  if (from === undefined && accept) throw new UsageFailure('--accept goes with the hub or the folder to mirror.');
  if (at !== undefined && !isDay(at)) throw new UsageFailure('--at must be a day such as 2026-11-20.');
  const { mirrorLines, runMirror } = await import('../mirror/run-mirror.ts');
  const config = readConfig(process.env);
  const rules = await rulesOf('mirror', accept);
  const report = await runMirror(config, { from, at, to, rules, isQuiet: json === true });
  printReport(json, report, mirrorLines(report));
  await failAside(report.mirrored?.aside);
}
