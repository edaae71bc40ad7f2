// Explains why an SQLite file can't be used, in a sentence with the file, the reason and the fix.
import { StoreUnavailable, StoreUnusable } from '../../../../src/service/account-store.ts';
import type { CallFault } from './sqlite-calls.ts';

interface Words {
  is: string;
  fix: string;
  /** True if waiting does not help. */
  forGood?: true;
}

const LOCKED: Words = { is: 'is locked by another process', fix: 'end that one, or wait until it is done' };
const CLOSED: Words = {
  is: 'may not be opened or written by this user',
  fix: 'let it write the file and its folder, or set HUB_DATA or HUB_DATABASE to another place',
  forGood: true,
};
const FULL: Words = { is: 'has no room left', fix: 'free some on its disk' };
const READ_ONLY: Words = { ...CLOSED, is: 'is read-only' };
const UNREAD: Words = { is: "can't be read or written", fix: 'look at its disk' };
const SLOW: Words = { is: 'does not answer in time', fix: 'look at its disk, and at who else uses it' };

/** The words for SQLite's primary result codes. Any other code is a fault of ours. */
const BY_RESULT: Readonly<Record<number, Words>> = {
  3: CLOSED,
  5: LOCKED,
  6: LOCKED,
  7: { is: 'found no memory', fix: 'look at what else runs on the machine' },
  8: READ_ONLY,
  10: UNREAD,
  11: { is: 'is damaged', fix: 'restore it from a backup', forGood: true },
  13: FULL,
  14: CLOSED,
  15: LOCKED,
  26: { is: 'is no SQLite database', fix: 'move the file away, or name another in HUB_DATABASE', forGood: true },
};

const BY_CODE: Readonly<Record<string, Words>> = {
  EISDIR: { is: 'is a folder', fix: 'name a file in HUB_DATABASE', forGood: true },
  ENOSPC: FULL,
  EROFS: READ_ONLY,
};

const BY_KIND: Readonly<Record<NonNullable<CallFault['kind']>, Words>> = {
  gone: { is: 'is gone', fix: 'put the file back, or restart the hub to begin with an empty one' },
  replaced: { is: 'was replaced while it was in use', fix: 'the new file is opened' },
  newer: { is: 'was written by a newer release', fix: 'run that one, or use another database', forGood: true },
  late: SLOW,
};

/**
 * Turns the fault of a call into a `StoreUnavailable` if the file at `path` is the reason, and into a plain error
 * otherwise.
 */
export function sqliteFault(path: string, fault: CallFault): Error {
  const words = wordsFor(fault);
  if (!words) return Object.assign(new Error(fault.message), fault.stack !== undefined && { stack: fault.stack });
  const reason = fault.errcode === undefined ? fault.message : `${fault.message}, SQLite error ${fault.errcode}`;
  const Kind = words.forGood ? StoreUnusable : StoreUnavailable;
  return new Kind(`The database ${path} ${words.is} (${reason}): ${words.fix}.`);
}

/** Turns any fault of an attempt to open the file into a `StoreUnavailable`. */
export function sqliteOpeningFault(path: string, fault: CallFault): Error {
  const error = sqliteFault(path, fault);
  return error instanceof StoreUnavailable
    ? error
    : new StoreUnusable(`The database ${path} can't be opened: ${fault.message}.`, { cause: error });
}

function wordsFor({ kind, errcode, code = '' }: CallFault): Words | undefined {
  if (kind) return BY_KIND[kind];
  if (errcode !== undefined) return BY_RESULT[errcode % 256];
  return Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : /^E[A-Z]+$/.test(code) ? CLOSED : undefined;
}
