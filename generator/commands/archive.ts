// `model-hub archive verify`: every object of every day, back to the first one, is what its address says.
import { join } from 'node:path';
import process from 'node:process';
import type { Command } from 'commander';
import { readConfig } from '../../src/service/config.ts';

const EXAMPLES = `
The days are walked back from the newest. Every catalog, model and source object that one names is read and hashed.
What is damaged or missing is named, with what to do about it, and the exit code is 1.

Examples:
  $ model-hub archive verify
  $ model-hub archive verify --json`;

/** Adds the command to the program. */
export function define(program: Command): void {
  const archive = program.command('archive').description('look after the days of the index');
  archive
    .command('verify')
    .description('read every object of every day and compare it with its address')
    .option('--json', 'report as JSON')
    .addHelpText('after', EXAMPLES)
    .action(verify);
}

async function verify({ json }: { json?: true }): Promise<void> {
  const config = readConfig(process.env);
  const { currentPointer } = await import('../days/pointer.ts');
  const { Failure } = await import('../process/failure.ts');
  const { seedFolder } = await import('../process/places.ts');
  const { createProgress, silent } = await import('../process/progress.ts');
  const { checkStore } = await import('../tree/check/check-store.ts');
  const pointer = currentPointer(config.data);
  if (!pointer) throw new Failure('There is no day yet: run "model-hub import FILE" first.');
  const { dist, objects } = config;
  const { catalog, snapshot, from } = pointer;
  let models = 0;
  const task = (json ? silent : createProgress()).start('Reading models');
  const stores: [string, string] = [objects, join(seedFolder, 'objects')];
  const faults = await checkStore({ dist, stores, catalog, ships: from === 'seed' }, (count) => {
    models += count;
    task.advance(count);
  });
  task.done();
  const lines =
    faults.length === 0
      ? [`Every object of the days up to ${snapshot} is whole: ${models} models read.`]
      : [...faults, `${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}.`];
  process.stdout.write(`${json ? JSON.stringify({ snapshot, catalog, models, faults }, null, 2) : lines.join('\n')}\n`);
  if (faults.length > 0) process.exitCode = 1;
}
