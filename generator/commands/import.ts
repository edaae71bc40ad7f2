// `model-hub import FILE`: makes one day of the catalog from a file of rows, or takes whole days from a tar file.
import process from 'node:process';
import type { Command } from 'commander';
import { shownJson, shownLines } from '../../src/basics/shown-text.ts';
import { dayOf, isDay } from '../../src/nouns/calendar.ts';
import { readConfig } from '../../src/service/config.ts';
import { UsageFailure } from '../process/failure.ts';
import { gathered, type PolicyOptions } from '../proofs/policy-options.ts';
import { failAside, rulesOf } from './options/day-rules.ts';
import { printReport } from './options/print-report.ts';

interface Options extends PolicyOptions {
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
The rows of a file are one day's browse list. Models of the day before that are missing stay served, but
leave the list. Any bad row fails the whole import, and nothing changes. A day on which too many models are gone, have
shrunk or have other bytes is kept aside, by the rules of content/index.yaml; --accept publishes it anyway.

Examples:
  $ model-hub import rows.jsonl
  $ model-hub import rows.jsonl.gz --day 2026-11-20
  $ zcat rows.jsonl.gz | model-hub import - --skip-invalid --json
  $ model-hub import rows.jsonl --drop owner/name
  $ model-hub import rows.jsonl --files ~/models
  $ model-hub import rows.jsonl --accept

--files looks for DIR/owner/name/path, for the cache of hf, and for DIR/SHA-256 or DIR/sha256-SHA-256. A file is
hashed before its header is believed; a header that the index or the row has is not read again.

A file that ends in .tar holds days of another hub, as "model-hub mirror --to" writes them. They are checked like those
of a mirror and continue the days here. If the file has the log of that hub, the days are checked against it: it
must continue the copy in HUB_DATA (logs/HOST) and name the day. --key says who must have signed it, --witness and
--quorum who else must have seen it. Take the keys by another way than the file.
  $ model-hub import days.tar
  $ model-hub import days.tar --key file:hub.vkey`;

export function define(program: Command): void {
  program
    .command('import')
    .argument('<file>', 'the rows; - for standard input')
    .option('--day <YYYY-MM-DD>', 'the day the rows are of (default: today, UTC)')
    .option('--drop <id>', 'forget a model for good (may be repeated)', (id, ids: string[] = []) => [...ids, id])
    .option('--skip-invalid', 'leave bad rows out instead of failing')
    .option('--onto-seed', 'continue the catalog that ships, when HUB_DATA has none yet')
    .option('--files <dir>', 'read the headers of GGUF files off local copies in this folder')
    .option('--key <key>', 'of a tar file: a verifier key of the log, or file:PATH (repeatable)', gathered)
    .option('--witness <key>', 'of a tar file: a verifier key of a witness, or file:PATH (repeatable)', gathered)
    .option('--quorum <n>', 'of a tar file: how many witnesses must have cosigned (default: all that are named)')
    .option('--accept', 'publish the day even if it is outside of the rules')
    .option('--json', 'report as JSON')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(file: string, given: Options): Promise<void> {
  if (file.endsWith('.tar')) return importTar(file, given);
  const { key, witness, quorum, accept, ...options } = given;
  const trusted = Object.entries({ key, witness, quorum }).find(([, value]) => value !== undefined)?.[0];
  if (trusted !== undefined)
    throw new UsageFailure(`--${trusted} goes with a tar file, which carries a log; rows have no signed log.`);
  const today = dayOf(Date.now());
  const day = options.day ?? today;
  if (!isDay(day)) throw new UsageFailure(`--day must be a day such as ${today}, not ${JSON.stringify(day)}.`);
  const config = readConfig(process.env);
  const { runImport } = await import('../import/run-import.ts');
  const { publishedKnown } = await import('../crawl/published-today.ts');
  const rules = await rulesOf('import', accept);
  const published = publishedKnown(config, day);
  const report = await runImport(config, { ...options, drop: options.drop ?? [], file, day, rules, published });
  if (day > today && report.imported)
    report.warnings.push(`${day} is in the future: no earlier day can be imported after it.`);
  const { asideOf, reportLines } = await import('../import/import-report.ts');
  const text = options.json ? shownJson(report, 2) : shownLines(reportLines(report));
  (report.imported || options.json ? process.stdout : process.stderr).write(text);
  if (!report.imported) process.exitCode = 1;
  await failAside(asideOf(report));
}

async function importTar(file: string, { json, key, witness, quorum, accept, ...others }: Options): Promise<void> {
  const [other] = Object.keys(others);
  if (other !== undefined)
    throw new UsageFailure(
      `A tar file holds whole days: --key, --witness, --quorum, --accept and --json are the only options for one, not --${kebabCase(other)}.`,
    );
  const config = readConfig(process.env);
  const { readPolicy } = await import('../proofs/read-policy.ts');
  const policy = readPolicy({ key, witness, quorum });
  const { runTarImport } = await import('../mirror/run-mirror.ts');
  const { mirrorLines } = await import('../mirror/mirror-report.ts');
  const rules = await rulesOf('import', accept);
  const outcome = await runTarImport(config, { path: file, policy, rules, isQuiet: json === true });
  printReport(json, outcome, mirrorLines(outcome));
  await failAside(outcome.mirrored?.aside);
}

const kebabCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
