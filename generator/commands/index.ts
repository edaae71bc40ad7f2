// `model-hub index`: makes a new day from the public hub's present listings.
import process from 'node:process';
import type { Command } from 'commander';
import { shownJson, shownLines } from '../../src/basics/shown-text.ts';
import { dayOf, isDay } from '../../src/nouns/calendar.ts';
import { parseModelId } from '../../src/nouns/model-id.ts';
import { readConfig } from '../../src/service/config.ts';
import { UsageFailure } from '../process/failure.ts';

interface Options {
  day?: string;
  rules?: string;
  dryRun?: true;
  json?: true;
}

const EXAMPLES = `
content/index.yaml lists the wanted and unwanted models, and limits the cost of a run. Ids named here replace its wishes;
indexed models are updated in any case. Each small file is read once, for all models that have it, and checked against
its git SHA-1; the hub declares the SHA-256 of large ones. The rules' further sources are asked which of these files
they have. A stopped run continues where it ended. A model that could not be reached stays unchanged; if there are too
many of these, the day fails and the one before stays in force.

Examples:
  $ model-hub index HuggingFaceTB/SmolLM2-135M-Instruct
  $ model-hub index
  $ model-hub index --dry-run
  $ model-hub index --rules ./index.yaml --json`;

/** Adds the command to the program. */
export function define(program: Command): void {
  program
    .command('index')
    .description('index a new day from the public hub')
    .argument('[ids...]', 'models to look at (default: the wishes of content/index.yaml)')
    .option('--day <YYYY-MM-DD>', 'the day (default: today, UTC)')
    .option('--rules <file>', 'another index.yaml')
    .option('--dry-run', 'only list the models that would be looked at')
    .option('--json', 'report as JSON')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(ids: string[], { day = dayOf(Date.now()), rules, dryRun, json }: Options): Promise<void> {
  const wrong = ids.find((id) => !parseModelId(id));
  if (wrong !== undefined) throw new UsageFailure(`${JSON.stringify(wrong)} is no model: an id is owner/name.`);
  if (!isDay(day)) throw new UsageFailure(`--day must be a day such as 2026-11-20, not ${JSON.stringify(day)}.`);
  const config = readConfig(process.env);
  const { runCrawl } = await import('../crawl/run-crawl.ts');
  const { crawlLines } = await import('../crawl/crawl-lines.ts');
  const { originOfNow } = await import('../import/run-import.ts');
  const { stoppable } = await import('../process/stoppable.ts');
  const request = { ids, day, rules, isDry: dryRun === true, isQuiet: json === true, made: originOfNow() };
  const outcome = await stoppable((signal) => runCrawl(config, request, signal));
  const isMade = outcome.crawl?.imported?.imported === true;
  const lines = [...crawlLines(outcome), ...(isMade ? ['Next: model-hub build'] : [])];
  process.stdout.write(json ? shownJson(outcome, 2) : shownLines(lines));
  if (!dryRun && !isMade) process.exitCode = 1;
}
