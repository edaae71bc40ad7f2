// `model-hub archive verify` compares every object of every day with its address. `model-hub archive takedown` removes
// a model's card from every day.

import process from 'node:process';
import { counted } from '../../src/model/figures.ts';
import { readConfig } from '../../src/service/config.ts';
import { checkModelIds } from './options/model-id.ts';
import { printReport } from './options/print-report.ts';

export async function verify({ json }: { json?: true }): Promise<void> {
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

export async function takedown(id: string, { lift, json }: { lift?: true; json?: true }): Promise<void> {
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
