// What is kept of a person, and what people want, as lines for a terminal.
import type { AccountDesk, Wanted } from '../../functions/ports/accounts/account-store.ts';

type Kept = NonNullable<Awaited<ReturnType<AccountDesk['find']>>>;

/** An account as lines of text. What people wrote is quoted, so that no terminal obeys it. */
export function accountLines({ account, open, interest }: Kept): string[] {
  const list = (label: string, models: readonly string[]) => [
    `${label} ${models.length}`,
    ...models.map((model) => `          ${model}`),
  ];
  return [
    `did       ${account.did}`,
    `created   ${account.created}`,
    `wallet    ${account.wallet ?? 'none'}`,
    ...list('saved    ', account.saved),
    `requests  ${account.requests}`,
    ...list('open     ', open),
    `publisher ${interest ? `asked ${interest.noted}: ${interest.note === null ? 'no note' : JSON.stringify(interest.note)}` : 'did not ask'}`,
  ];
}

/** The wanted models as lines of a table. */
export function wantedLines(wanted: readonly Wanted[]): string[] {
  if (wanted.length === 0) return ['Nobody asks for a model that is not here.'];
  const width = Math.max(...wanted.map(({ model }) => model.length));
  return [
    `${'model'.padEnd(width)}  accounts  days`,
    ...wanted.map(
      ({ model, accounts, days }) => `${model.padEnd(width)}  ${`${accounts}`.padStart(8)}  ${`${days}`.padStart(4)}`,
    ),
  ];
}
