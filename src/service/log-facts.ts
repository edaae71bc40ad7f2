// The log's settings in service.yaml: how long a day counts, and which witnesses cosign it.
import { parseUrlBase } from '../nouns/url-base.ts';

export interface LogFacts {
  /** How long the leaf of a day counts; 7 by default. */
  expiryDays?: number;
  /** Witnesses are asked in this order. */
  witnesses?: WitnessFacts[];
}

/** A witness by the protocol of C2SP (`tlog-witness`). */
export interface WitnessFacts {
  /** Its verifier key: name, id and base64, joined by plus signs. */
  key: string;
  /** The address that its `add-checkpoint` is below, without a trailing slash. */
  url: string;
}

const MOST_DAYS = 365;
const MOST_WITNESSES = 16;
/** The form alone: what computes an id is not loaded by a server, which needs none of it. */
const VERIFIER_KEY = /^[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]+={0,2}$/;

/** Gets the place in the file, and the fault there. It throws. */
type Refuse = (where: string, fault: string) => never;

/** Checks the value of `log`. */
export function checkLogFacts(value: unknown, refuse: Refuse): LogFacts {
  const { expiryDays, witnesses } = known(value, 'log', ['expiryDays', 'witnesses'], refuse);
  if (expiryDays !== undefined && !(Number.isInteger(expiryDays) && isWithin(expiryDays as number, 1, MOST_DAYS)))
    refuse('log.expiryDays', `must be a whole number of days from 1 to ${MOST_DAYS}`);
  if (witnesses !== undefined && !(Array.isArray(witnesses) && witnesses.length <= MOST_WITNESSES))
    refuse('log.witnesses', `must be a list of at most ${MOST_WITNESSES} witnesses`);
  const checked = (witnesses as unknown[] | undefined)?.map((one, at) => checkWitness(one, at, refuse));
  if (checked && new Set(checked.map(({ key }) => key)).size < checked.length)
    refuse('log.witnesses', 'names a key twice');
  return {
    ...(expiryDays === undefined ? {} : { expiryDays: expiryDays as number }),
    ...(checked && { witnesses: checked }),
  };
}

function checkWitness(value: unknown, at: number, refuse: Refuse): WitnessFacts {
  const where = `log.witnesses[${at}]`;
  const { key, url } = known(value, where, ['key', 'url'], refuse);
  if (typeof key !== 'string' || !VERIFIER_KEY.test(key))
    refuse(`${where}.key`, 'must be a verifier key such as witness.example+2d9f1c7a+BA…');
  const base = typeof url === 'string' ? parseUrlBase(url) : undefined;
  if (base === undefined) refuse(`${where}.url`, 'must be an http(s) URL without login or query');
  return { key: key as string, url: base as string };
}

function known(value: unknown, where: string, names: readonly string[], refuse: Refuse): Record<string, unknown> {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    refuse(where, 'must be a map of names to values');
  for (const name of Object.keys(value as object))
    if (!names.includes(name)) refuse(`${where}.${name}`, `is unknown; known are ${names.join(', ')}`);
  return value as Record<string, unknown>;
}

const isWithin = (number: number, least: number, most: number) => number >= least && number <= most;
