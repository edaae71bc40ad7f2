// `model-hub archive verify` compares every object of every day with its address. `model-hub archive takedown` removes
// a model's card from every day.

import process from 'node:process';
import type { Command } from 'commander';
import { counted } from '../../src/model/figures.ts';
import { readConfig } from '../../src/service/config.ts';
import { checkModelIds } from './options/model-id.ts';
import { printReport } from './options/print-report.ts';

const EXAMPLES = `
Walks the days back from the newest, and reads and hashes every catalog, model, source and card object that they name.
Damaged or missing objects are listed with the fix, and the exit code is 1. A card may be gone, since it can be taken
down: those are counted.

Examples:
  $ model-hub archive verify
  $ model-hub archive verify --json`;

const TAKEDOWN = `
Removes the text of README.md from the object store, the tree and the crawl's memory, for all days, and no import, index or
mirror brings it back. The days are unchanged: they name an object that is gone. The page of
the model is made again, without its card, by the next "model-hub build". Files of an export, of a bucket and of other
hubs are not touched: export again, and remove the objects that are named here from the bucket.

Examples:
  $ model-hub archive takedown owner/name && model-hub build
  $ model-hub archive takedown owner/name --lift`;

export function define(program: Command): void {
  const archive = program.command('archive');
  archive
    .command('verify')
    .description('read every object of every day and compare it with its address')
    .option('--json', 'report as JSON')
    .addHelpText('after', EXAMPLES)
    .action(verify);
  archive
    .command('takedown')
    .description('remove the card of a model, of every day, and keep it out')
    .argument('<owner/name>', 'the model')
    .option('--lift', 'let its card in again with the next day that has one')
    .option('--json', 'report as JSON')
    .addHelpText('after', TAKEDOWN)
    .action(takedown);
}

async function verify({ json }: { json?: true }): Promise<void> {
  const config = readConfig(process.env);
  const { progressFor } = await import('../process/progress-for.ts');
  const { checkArchive } = await import('../tree/check-archive.ts');
  const report = await checkArchive(config, progressFor(json));
  const { snapshot, models, faults, goneCards } = report;
  const gone =
    goneCards === 0 ? [] : [`Cards that are not here, taken down or gone at the hub that was mirrored: ${goneCards}.`];
  const lines =
    faults.length === 0
      ? [`Every object of the days up to ${snapshot} is whole: ${counted(models, 'model')} read.`, ...gone]
      : [...faults, `${counted(faults.length, 'fault')}.`, ...gone];
  printReport(json, report, lines);
  if (faults.length > 0) process.exitCode = 1;
}

async function takedown(id: string, { lift, json }: { lift?: true; json?: true }): Promise<void> {
  checkModelIds([id]);
  const config = readConfig(process.env);
  const { liftTakedown, takeDown } = await import('../cards/take-down.ts');
  if (lift) {
    const isLifted = await liftTakedown(config, id);
    const said = isLifted ? `The next day that has a card of ${id} keeps it.` : `The card of ${id} was not taken down.`;
    process.stdout.write(`${json ? JSON.stringify({ model: id, lifted: isLifted }) : said}\n`);
    return;
  }
  const report = await takeDown(config, id);
  const { model, cards, removed } = report;
  const lines =
    cards.length === 0
      ? [`No day has a card of ${id}; from now on none is kept.`]
      : [
          `The card of ${model} is taken down: ${removed} of ${cards.length} objects were here and are removed.`,
          ...cards.map((card) => `  ${card}`),
          'Next: model-hub build',
        ];
  printReport(json, report, lines);
}
