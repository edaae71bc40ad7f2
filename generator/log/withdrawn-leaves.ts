// Makes the leaves of withdrawals that the log lacks: one for each withdrawal that is new or changed, and one for each
// that was lifted.
import { join } from 'node:path';
import { sha256Hex } from '../../src/digests/sha.ts';
import { dayOf } from '../../src/nouns/calendar.ts';
import { type Withdrawal, withdrawalOf } from '../../src/service/withdrawals.ts';
import { LOGGED_WITHDRAWAL_FORMAT } from '../../src/shapes/formats.ts';
import type { LoggedWithdrawal } from '../../src/shapes/log.ts';
import { readJsonNote, writeJsonNote } from '../files/json-note.ts';

/**
 * The file in the log of HUB_DATA with the withdrawals that were logged last. If it is missing, all withdrawals are
 * logged again.
 */
const LOGGED = 'withdrawn.json';

/**
 * Returns the leaves for all differences between `withdrawn` and the withdrawals that the log in `folder` has. `now` is
 * in milliseconds since 1970.
 */
export function withdrawnLeaves(folder: string, withdrawn: readonly Withdrawal[], now: number): LoggedWithdrawal[] {
  const before = readJsonNote<Withdrawal[]>(join(folder, LOGGED)) ?? [];
  const known = new Set(before.map((one) => JSON.stringify(one)));
  const fresh = withdrawn.filter((one) => !known.has(JSON.stringify(one)));
  const lifted = before.filter(({ model }) => withdrawalOf(withdrawn, model) === undefined);
  return [...fresh.map((one) => leafOf(one, one.day, false)), ...lifted.map((one) => leafOf(one, dayOf(now), true))];
}

/** Notes in `folder` that the log has the withdrawals `withdrawn`. */
export function noteLogged(folder: string, withdrawn: readonly Withdrawal[]): void {
  writeJsonNote(join(folder, LOGGED), withdrawn);
}

const leafOf = ({ model, status, reason, until }: Withdrawal, since: string, lifted: boolean): LoggedWithdrawal => ({
  ...{ format: LOGGED_WITHDRAWAL_FORMAT, model, lifted, since, status, reason: sha256Hex(reason) },
  until: until ?? null,
});
