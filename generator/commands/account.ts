// `model-hub account`: shows or removes the records of a person.
import process from 'node:process';
import type { AccountAdmin } from '../../src/service/account-store.ts';
import { readConfig } from '../../src/service/config.ts';
import { Failure } from '../process/failure.ts';
import { printReport } from './options/print-report.ts';

export const show = (did: string, { json }: { json?: true }): Promise<void> =>
  withAccounts(async (accounts) => {
    const kept = await accounts.find(did);
    if (!kept) throw nothingOf(did);
    const { accountLines } = await import('../accounts/account-lines.ts');
    printReport(json, kept, accountLines(kept));
  });

export const forget = (did: string): Promise<void> =>
  withAccounts(async (accounts) => {
    if (!(await accounts.forget(did))) throw nothingOf(did);
    process.stdout.write(`Forgotten: ${printable(did)}\n`);
  });

const nothingOf = (did: string) => new Failure(`Nothing is kept of ${printable(did)}.`);

/** Escapes an argument so that it fits into one line of a terminal. */
const printable = (text: string) => JSON.stringify(text).slice(1, -1);

/** Calls `work` with the accounts of the hub that the environment describes. */
async function withAccounts(work: (accounts: AccountAdmin) => Promise<void>): Promise<void> {
  const { withAdmin } = await import('../accounts/account-admin.ts');
  await withAdmin(readConfig(process.env), work);
}
