// `model-hub rollback [DAY]`: publishes an earlier day again, under today's date.
import process from 'node:process';
import type { Command } from 'commander';
import { counted } from '../../src/model/figures.ts';
import { dayOf, isDay } from '../../src/nouns/calendar.ts';
import { readConfig } from '../../src/service/config.ts';
import { UsageFailure } from '../process/failure.ts';
import type { RollbackReport } from '../rollback/roll-back.ts';
import { printReport } from './options/print-report.ts';

interface Options {
  day?: string;
  json?: true;
}

const EXAMPLES = `
Makes a new day with the models of an earlier one: by default of the day before the one in force. Days, the log and those
who watch it go forward, and what was published stays in the archive. Models that came since are served no more; the next
import or index may bring them back.

Examples:
  $ model-hub rollback && model-hub build
  $ model-hub rollback 2026-11-20
  $ model-hub rollback 2026-11-20 --json`;

export function define(program: Command): void {
  program
    .command('rollback')
    .argument('[day]', 'the day to go back to (default: the one before the day in force)')
    .option('--day <YYYY-MM-DD>', 'the day it is published under (default: today, UTC)')
    .option('--json', 'report as JSON')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(to: string | undefined, { day = dayOf(Date.now()), json }: Options): Promise<void> {
  for (const [name, given] of Object.entries({ 'The day to go back to': to, '--day': day }))
    if (given !== undefined && !isDay(given))
      throw new UsageFailure(`${name} must be a day such as 2026-11-20, not ${JSON.stringify(given)}.`);
  const config = readConfig(process.env);
  const { rollBack } = await import('../rollback/roll-back.ts');
  const { originOfNow } = await import('../import/run-import.ts');
  const report = await rollBack(config, { to, day, made: originOfNow() });
  printReport(json, report, linesOf(report));
}

const linesOf = ({ day, of, catalog, models, removed, changed, returned }: RollbackReport) => [
  `${day} has the models of ${of} again (${catalog}).`,
  `${counted(models, 'model')}: ${returned} returned, ${changed} as they were; ${removed} that came since are gone.`,
  'Next: model-hub build',
];
