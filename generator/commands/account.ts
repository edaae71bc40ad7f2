// `model-hub account`: shows or removes the records of a person.
import process from 'node:process';
import type { Command } from 'commander';
import { readConfig } from '../../src/service/config.ts';
import { Failure, UsageFailure } from '../process/failure.ts';
import { printReport } from './options/print-report.ts';

const EXAMPLES = `
DID is the identifier that the person's identity tokens carry as "sub". Both work while the hub serves.

Examples:
  $ model-hub account show did:example:alice
  $ model-hub account show did:example:alice --json
  $ model-hub account delete did:example:alice`;

export function define(program: Command): void {
  const account = program
    .command('account')
    .addHelpText('after', EXAMPLES)
    .action(() => {
      throw new UsageFailure('Say what to do with whose account: model-hub account show|delete DID.');
    });
  account
    .command('show')
    .description('print the records of a person')
    .argument('<DID>', 'the identifier of the person')
    .option('--json', 'report as JSON')
    .action((did: string, { json }: { json?: true }) =>
      atTheDesk(async (desk) => {
        const kept = await desk.find(did);
        if (!kept) throw nothingOf(did);
        const { accountLines } = await import('../accounts/account-lines.ts');
        printReport(json, kept, accountLines(kept));
      }),
    );
  account
    .command('delete')
    .description('forget a person: saved list, requests, wallet, note and all')
    .argument('<DID>', 'the identifier of the person')
    .action((did: string) =>
      atTheDesk(async (desk) => {
        if (!(await desk.forget(did))) throw nothingOf(did);
        process.stdout.write(`Forgotten: ${printable(did)}\n`);
      }),
    );
}

const nothingOf = (did: string) => new Failure(`Nothing is kept of ${printable(did)}.`);

/** Escapes an argument so that it fits into one line of a terminal. */
const printable = (text: string) => JSON.stringify(text).slice(1, -1);

type Desk = import('../../src/service/account-store.ts').AccountDesk;

/** Calls `work` with access to the accounts of the hub that the environment describes. */
async function atTheDesk(work: (desk: Desk) => Promise<void>): Promise<void> {
  const { atDesk } = await import('../accounts/at-desk.ts');
  await atDesk(readConfig(process.env), work);
}
