// `model-hub import FILE`: makes one day of the catalog from a file of rows.
import process from 'node:process';
import type { Command } from 'commander';
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

const EXAMPLES = `
A row is one JSON object a line: id, revision and files [{path, size, sha256}], and further facts, if known.
The rows of a file are the models of one day. Models of the day before that are missing become thin: served and found,
but without task and figures. Any bad row fails the whole import, and nothing changes. A day on which too many models are gone, have
shrunk or have other bytes is kept aside, by the rules of content/index.yaml; --accept publishes it anyway.

Examples:
  $ model-hub import rows.jsonl
  $ model-hub import rows.jsonl.gz --day 2026-11-20
  $ zcat rows.jsonl.gz | model-hub import - --skip-invalid --json
  $ model-hub import rows.jsonl --drop owner/name
  $ model-hub import rows.jsonl --files ~/models
  $ model-hub import rows.jsonl --accept

--files looks for DIR/owner/name/path, for the cache of hf, and for DIR/SHA-256 or DIR/sha256-SHA-256. A file is
hashed before its header is believed; a header that the index or the row has is not read again.`;

export function define(program: Command): void {
  program
    .command('import')
    .argument('<file>', 'the rows; - for standard input')
    .option('--day <YYYY-MM-DD>', 'the day the rows are of (default: today, UTC)')
    .option('--drop <id>', 'forget a model for good (may be repeated)', (id, ids: string[] = []) => [...ids, id])
    .option('--skip-invalid', 'leave bad rows out instead of failing')
    .option('--onto-seed', 'continue the catalog that ships, when HUB_DATA has none yet')
    .option('--files <dir>', 'read the headers of GGUF files off local copies in this folder')
    .option('--accept', 'publish the day even if it is outside of the rules')
    .option('--json', 'report as JSON')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(file: string, { accept, ...options }: Options): Promise<void> {
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
