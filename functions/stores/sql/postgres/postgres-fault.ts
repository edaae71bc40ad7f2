// Explains why a PostgreSQL database can't be used, in a sentence that names host and database but no password.
import { StoreUnavailable, StoreUnusable } from '../../../../src/service/account-store.ts';
import { NewerSchema } from '../migrations.ts';

interface Words {
  is: string;
  forGood?: true;
}

/**
 * The words for an SQLSTATE, by its first characters (PostgreSQL appendix A). No code matches two rows. A code without a
 * row is a fault of ours.
 */
const BY_STATE: readonly [RegExp, Words][] = [
  [/^28/, { is: 'refuses the login: check user and password in HUB_DATABASE' }],
  [/^3D/, { is: 'does not exist on that server: create it' }],
  [/^42501|^3F/, { is: 'does not let this user make and use tables: grant that', forGood: true }],
  [/^53/, { is: 'has no room or no connection left' }],
  [/^(?:25006|25P0)/, { is: 'takes no writes just now' }],
  [/^(?:40|55|57014)/, { is: 'did not answer in time' }],
  [/^(?:08|57P|58|XX)/, { is: "can't be reached or is going down" }],
];

/**
 * Turns the error of a call, or of opening, into a `StoreUnavailable` if the database is at fault; returns any other
 * error unchanged. `name` names the database.
 */
export function postgresFault(name: string, error: unknown): unknown {
  if (error instanceof NewerSchema)
    return new StoreUnusable(`${name} was written by a newer release: run that one, or use another database.`);
  if (error instanceof TypeError || error instanceof RangeError || error instanceof ReferenceError) return error;
  const { code, message } = error as { code?: string; message: string };
  if (code === undefined || !/^[0-9A-Z]{5}$/.test(code) || /^E[A-Z]{4}$/.test(code))
    // An error without an SQLSTATE comes from the connection or the driver. Its message may quote HUB_DATABASE, so the
    // code is shown instead, if there is one.
    return new StoreUnavailable(`${name} can't be reached (${code ?? message}).`, { cause: error });
  const words = BY_STATE.find(([state]) => state.test(code))?.[1];
  if (!words) return error;
  const Kind = words.forGood ? StoreUnusable : StoreUnavailable;
  return new Kind(`${name} ${words.is} (${message}, SQLSTATE ${code}).`, { cause: error });
}

/** Turns any fault of an attempt to open the database into a `StoreUnavailable`. */
export function postgresOpeningFault(name: string, error: unknown): StoreUnavailable {
  const fault = postgresFault(name, error);
  return fault instanceof StoreUnavailable
    ? fault
    : new StoreUnusable(`${name} can't be opened: ${(error as Error).message}.`, { cause: error });
}
