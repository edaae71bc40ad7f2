// `model-hub status`: what is in force here.
import process from 'node:process';
import type { Command } from 'commander';
import { readConfig } from '../../src/service/config.ts';
import { UsageFailure } from '../process/failure.ts';

const EXAMPLES = `
Every object of the newest day is read and hashed on the way, so a damaged catalog is noticed here.

Examples:
  $ model-hub status
  $ model-hub status --json --days 365
  $ model-hub status --wanted`;

/** Adds the command to the program. */
export function define(program: Command): void {
  program
    .command('status')
    .description('show the catalog in force, its days, the tree and the sources')
    .option('--days <count>', 'how many days of the chain to show', '7')
    .option('--wanted', 'instead, list the models that people ask for and the index lacks, with counts')
    .option('--json', 'report as JSON')
    .addHelpText('after', EXAMPLES)
    .action(async ({ days, wanted, json }: { days: string; wanted?: true; json?: true }) => {
      if (wanted) return reportWanted(json);
      if (!/^[1-9]\d{0,5}$/.test(days)) throw new UsageFailure('--days must be a whole number, 1 or more.');
      const config = readConfig(process.env);
      const { readService } = await import('../process/read-service.ts');
      const { createProgress, silent } = await import('../process/progress.ts');
      const { readStatus, statusLines } = await import('../status/status-report.ts');
      const status = await readStatus(config, readService(config), Number(days), json ? silent : createProgress());
      process.stdout.write(`${json ? JSON.stringify(status, null, 2) : statusLines(status).join('\n')}\n`);
    });
}

async function reportWanted(json: true | undefined): Promise<void> {
  const { readWanted } = await import('../accounts/wanted-models.ts');
  const { wantedLines } = await import('../accounts/account-lines.ts');
  const wanted = await readWanted(process.env);
  process.stdout.write(`${json ? JSON.stringify(wanted, null, 2) : wantedLines(wanted).join('\n')}\n`);
}
