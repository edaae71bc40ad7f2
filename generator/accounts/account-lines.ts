// Formats lines for a terminal: the records of a person, and the requested models.

import type { AccountAdmin, NamedInterest, NotedInterest, Wanted } from '../../src/service/account-store.ts';

type Kept = NonNullable<Awaited<ReturnType<AccountAdmin['find']>>>;

/** Formats an account as lines of text. Texts that people wrote are quoted, so that no terminal interprets them. */
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
    `publisher ${interest ? `asked ${interest.noted}: ${noteOf(interest)}` : 'did not ask'}`,
  ];
}

/** Formats, as one line, the note of a person who asked to publish. */
const noteOf = ({ note }: NotedInterest) => (note === null ? 'no note' : JSON.stringify(note));

/** Formats the people who asked to publish, one line for each person. */
export const interestLines = (interests: readonly NamedInterest[]): string[] =>
  interests.length === 0
    ? ['Nobody asked to publish.']
    : interests.map((interest) => `${interest.noted}  ${interest.did}  ${noteOf(interest)}`);

/** Formats the requested models as the lines of a table. */
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
