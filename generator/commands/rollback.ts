// `model-hub rollback [DAY]`: publishes an earlier day again, under today's date.
import process from 'node:process';
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

export async function run(to: string | undefined, { day = dayOf(Date.now()), json }: Options): Promise<void> {
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
  `${counted(models, 'model')}: ${returned} returned, ${changed} changed back; ${removed} that came since are gone.`,
  'Next: model-hub build',
];
