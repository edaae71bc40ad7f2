// `model-hub pull`: downloads a model from all its sources at once, and checks every byte.
import process from 'node:process';
import type { Command } from 'commander';
import { publicBaseUrl, readConfig } from '../../src/service/config.ts';
import { PULL_EXAMPLES, type PullOptions } from '../pull/pull-words.ts';

export function define(program: Command): void {
  program
    .command('pull')
    .argument('<model>', 'owner/name, owner/name:Q4_K_M for one quantisation, or a lock')
    .argument('[files...]', 'paths, folders or patterns (default: all files)')
    .option('--hub <url>', 'the hub (default: HUB_URL, else the one configured here)')
    .option('--to <dir>', 'the folder (default: one named as the model)')
    .option('--cache', 'lay the files out as the cache of the public hub’s clients')
    .option('--include <patterns...>', 'only files that match one of these')
    .option('--exclude <patterns...>', 'no files that match one of these')
    .option('--limit-rate <rate>', 'the most bytes a second, such as 20M')
    .option('--offline', 'fetch nothing: check the files that are here')
    .option('--json', 'report each event as a line of JSON')
    .addHelpText('after', PULL_EXAMPLES.replaceAll('PULL', 'model-hub pull'))
    .action(run);
}

async function run(model: string, files: string[], options: PullOptions): Promise<void> {
  const { pullModel } = await import('../pull/pull-model.ts');
  const hub = options.hub ?? process.env.HUB_URL ?? (await configuredHub());
  const { ok } = await pullModel(model, files, { ...options, hub });
  if (!ok) process.exitCode = 1;
}

async function configuredHub(): Promise<string> {
  const { readService } = await import('../process/read-service.ts');
  const config = readConfig(process.env);
  return publicBaseUrl(config, readService(config));
}
