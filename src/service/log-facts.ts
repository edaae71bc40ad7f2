// Reads the log's settings in service.yaml: the time for which a day is valid, and the witnesses that cosign it.
import { defined } from '../basics/defined.ts';
import { baseAt, factsAt, fail } from './facts.ts';

export interface LogFacts {
  /** The number of days for which a logged day is valid; 7 by default. */
  expiryDays?: number;
  /** The witnesses, in the order in which the build asks them. */
  witnesses?: WitnessFacts[];
}

/** A witness that speaks the protocol of C2SP (`tlog-witness`). */
export interface WitnessFacts {
  /** The witness's verifier key: name, id and base64, joined by plus signs. */
  key: string;
  /** The address of the witness, without a trailing slash. `/add-checkpoint` is added to it. */
  url: string;
}

const MOST_DAYS = 365;
const MOST_WITNESSES = 16;
/**
 * Matches the form of a key. It does not check the key's id, so that a server need not load the code that computes it.
 */
const VERIFIER_KEY = /^[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]+={0,2}$/;

/** Checks the value of `log`. Throws a ServiceError for a wrong value. */
export function checkLogFacts(value: unknown): LogFacts {
  const { expiryDays, witnesses } = factsAt(value, 'log', ['expiryDays', 'witnesses']);
  if (expiryDays !== undefined && !(Number.isInteger(expiryDays) && isWithin(expiryDays as number, 1, MOST_DAYS)))
    fail('log.expiryDays', `must be a whole number of days from 1 to ${MOST_DAYS}`);
  if (witnesses !== undefined && !(Array.isArray(witnesses) && witnesses.length <= MOST_WITNESSES))
    fail('log.witnesses', `must be a list of at most ${MOST_WITNESSES} witnesses`);
  const checked = (witnesses as unknown[] | undefined)?.map(checkWitness);
  if (checked && new Set(checked.map(({ key }) => key)).size < checked.length)
    fail('log.witnesses', 'names a key twice');
  return defined({ expiryDays: expiryDays as number | undefined, witnesses: checked });
}

function checkWitness(value: unknown, at: number): WitnessFacts {
  const where = `log.witnesses[${at}]`;
  const { key, url } = factsAt(value, where, ['key', 'url']);
  if (typeof key !== 'string' || !VERIFIER_KEY.test(key))
    fail(`${where}.key`, 'must be a verifier key such as witness.example+2d9f1c7a+BA…');
  return { key, url: baseAt(url, `${where}.url`) };
}

const isWithin = (number: number, least: number, most: number) => number >= least && number <= most;
