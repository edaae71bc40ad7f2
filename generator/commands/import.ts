// `model-hub import FILE`: makes one day of the catalog from a file of rows.
import process from 'node:process';
import { shownJson, shownLines } from '../../src/basics/shown-text.ts';
import { dayOf, isDay } from '../../src/nouns/calendar.ts';
import { readConfig } from '../../src/service/config.ts';
import { UsageFailure } from '../process/failure.ts';
import { failAside, rulesOf } from './options/day-rules.ts';

interface Options {
  day?: string;
  drop?: string[];
  skipInvalid?: true;
  ontoSeed?: true;
  files?: string;
  accept?: true;
  json?: true;
}

export async function run(file: string, { accept, ...options }: Options): Promise<void> {
  const today = dayOf(Date.now());
  const day = options.day ?? today;
  if (!isDay(day)) throw new UsageFailure(`--day must be a day such as ${today}, not ${JSON.stringify(day)}.`);
  const config = readConfig(process.env);
  const { runImport } = await import('../import/run-import.ts');
  const rules = await rulesOf('import', accept);
  const report = await runImport(config, { ...options, drop: options.drop ?? [], file, day, rules });
  if (day > today && report.imported)
    report.warnings.push(`${day} is in the future: no earlier day can be imported after it.`);
  const { asideOf, reportLines } = await import('../import/import-report.ts');
  const text = options.json ? shownJson(report, 2) : shownLines(reportLines(report));
  (report.imported || options.json ? process.stdout : process.stderr).write(text);
  if (!report.imported) process.exitCode = 1;
  await failAside(asideOf(report));
}
