// `model-hub index`: makes a new day from what the public hub lists now.
import process from 'node:process';
import type { Command } from 'commander';
import { type Config, readConfig } from '../../src/service/config.ts';
import { UsageFailure } from '../process/failure.ts';
import { dayAsked, failAside } from './options/day-rules.ts';
import { checkModelIds } from './options/model-id.ts';
import { printReport } from './options/print-report.ts';

interface Options {
  day?: string;
  rules?: string;
  retry?: string[];
  dryRun?: true;
  accept?: true;
  json?: true;
}

const EXAMPLES = `
content/index.yaml lists the wanted and unwanted models, and limits the cost of a run. Ids named here replace its wishes;
indexed models that are due are updated in any case. Each small file is read once, for all models that have it, and checked against
its git SHA-1; the hub declares the SHA-256 of large ones. The rules' further sources are asked which of these files
they have. A stopped run continues where it ended. A model that could not be reached stays unchanged. If there are too
many of these, or of models that are gone, have shrunk or have other bytes, the day is kept aside and the one before stays
in force. --accept publishes the day that is kept aside; where there is none, it makes a day and publishes it unchecked.

Examples:
  $ model-hub index HuggingFaceTB/SmolLM2-135M-Instruct
  $ model-hub index
  $ model-hub index --retry owner/name
  $ model-hub index --dry-run
  $ model-hub index --rules ./index.yaml --json
  $ model-hub index --accept`;

export function define(program: Command): void {
  program
    .command('index')
    .argument('[ids...]', 'models to look at (default: the wishes of content/index.yaml)')
    .option('--day <YYYY-MM-DD>', 'the day (default: today, UTC)')
    .option('--rules <file>', 'another index.yaml')
    .option('--retry <ids...>', 'look at these too, even if they were not found lately')
    .option('--dry-run', 'only list the models that would be looked at')
    .option('--accept', 'publish the day that is kept aside')
    .option('--json', 'report as JSON')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(ids: string[], options: Options): Promise<void> {
  const { day: given, rules, retry = [], dryRun, accept, json } = options;
  checkModelIds([...ids, ...retry]);
  if (accept && dryRun) throw new UsageFailure('Give one of --accept and --dry-run.');
  const config = readConfig(process.env);
  const day = await dayAsked(config, { day: given, accept });
  if (accept && (await publishAside(config, day, json))) return;
  const { originOfNow } = await import('../import/run-import.ts');
  const { stoppable } = await import('../process/stoppable.ts');
  const request = {
    ...{ ids, day, rules, isQuiet: json === true, made: originOfNow() },
    ...{ again: retry, isDry: dryRun === true, isAccepted: accept === true },
  };
  const { runCrawl } = await import('../crawl/run-crawl.ts');
  const outcome = await stoppable((signal) => runCrawl(config, request, signal));
  const { crawlLines } = await import('../crawl/crawl-lines.ts');
  const isMade = outcome.crawl?.imported?.imported === true;
  const lines = [...crawlLines(outcome), ...(isMade ? ['Next: model-hub build'] : [])];
  printReport(json, outcome, lines);
  if (!dryRun && !isMade) process.exitCode = 1;
  const { asideOf } = await import('../import/import-report.ts');
  await failAside(asideOf(outcome.crawl?.imported));
}

/** Brings the day that is kept aside into force. Gives false if there is none. */
async function publishAside(config: Config, day: string, json: true | undefined): Promise<boolean> {
  const { acceptAside } = await import('../aside/kept-aside.ts');
  const { storeOf } = await import('../days/object-store.ts');
  const { inData } = await import('../files/in-data.ts');
  return inData(config, 'index', async () => {
    const aside = await acceptAside(config.data, storeOf(config), { command: 'index', day });
    if (!aside) return false;
    const report = { day, catalog: aside.catalog, isAccepted: true };
    const lines = [`${day} is in force: it was kept aside at ${aside.kept}.`, 'Next: model-hub build'];
    printReport(json, report, lines);
    return true;
  });
}
