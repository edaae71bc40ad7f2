// `model-hub key`: makes a new key that signs the log.
import process from 'node:process';
import type { Command } from 'commander';
import { publicBaseUrl, readConfig } from '../../src/service/config.ts';

const EXAMPLES = `
The file holds the key itself, for HUB_SIGNING_KEY=file:PATH of the builds; keep a copy apart from the hub. The printed
line is its verifier key: give it to readers. A log has one name for good, and every key of it has that name: to
replace a key, make another, put both into one file, each on a line, and remove the old one when readers have the new one.

Examples:
  $ model-hub key
  $ model-hub key models.example.org/log --out /etc/model-hub/signing.key
  $ HUB_SIGNING_KEY=file:/etc/model-hub/signing.key model-hub build
  $ model-hub key models.example.org/log --out next.key --json`;

interface Options {
  out: string;
  json?: true;
}

export function define(program: Command): void {
  program
    .command('key')
    .argument('[name]', 'the name of the log (default: the host of the public address, and /log)')
    .option('--out <file>', 'the file for the key; it must not exist yet', 'signing.key')
    .option('--json', 'report as JSON')
    .addHelpText('after', EXAMPLES)
    .action(run);
}

async function run(name: string | undefined, { out, json }: Options): Promise<void> {
  const { makeKey, usesOf } = await import('../log/make-key.ts');
  const made = makeKey(name ?? (await usualName()), out);
  if (!json) process.stderr.write(`${usesOf(made)}\n`);
  process.stdout.write(`${json ? JSON.stringify(made) : made.verifier}\n`);
}

async function usualName(): Promise<string> {
  const { logName } = await import('../log/keep-log.ts');
  const { readService } = await import('../process/read-service.ts');
  const config = readConfig(process.env);
  return logName(publicBaseUrl(config, readService(config)));
}
