// `model-hub import FILE`: makes one day of the catalog from a file of rows.
import process from 'node:process';
import { shownJson, shownLines } from '../../src/basics/shown-text.ts';
import { readConfig } from '../../src/service/config.ts';
import { dayToMake, failAside, rulesOf } from './options/day-rules.ts';

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
  const day = dayToMake(options.day);
  const config = readConfig(process.env);
  const { runImport } = await import('../import/run-import.ts');
  const rules = await rulesOf('import', accept);
  const report = await runImport(config, { ...options, drop: options.drop ?? [], file, day, rules });
  const { asideOf, reportLines } = await import('../import/import-report.ts');
  const text = options.json ? shownJson(report, 2) : shownLines(reportLines(report));
  (report.imported || options.json ? process.stdout : process.stderr).write(text);
  if (!report.imported) process.exitCode = 1;
  await failAside(asideOf(report));
}
