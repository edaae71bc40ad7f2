// `model-hub index`: makes a new day from what the public hub lists now.
import process from 'node:process';
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

export async function run(ids: string[], options: Options): Promise<void> {
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
