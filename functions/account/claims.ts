// What an identity token must claim: who it is for, who issued it, and that its time is now (RFC 7519 4.1, RFC 8725 3.8 to 3.10).
import { parseStrictObject } from './strict-json.ts';

/** Clocks may differ by as much, in seconds. */
const SKEW = 60;
const MAX_SUBJECT = 256;

export interface Expected {
  /** The `iss` to be equal to; undefined: any. */
  issuer: string | undefined;
  /** The `aud` to be equal to or among; undefined: any. */
  audience: string | undefined;
}

/** What is wrong with a token, as the end of a sentence. It repeats nothing of the token. */
export type TokenFault = 'has expired' | 'is not valid yet' | 'is for somebody else' | 'is not one of this service';

/** Reads the payload of a token whose signature is good. `now` is in seconds since 1970. */
export function readClaims(payload: Uint8Array, expected: Expected, now: number): { did: string } | TokenFault {
  const claims = parseStrictObject(payload);
  if (claims === undefined) return 'is not one of this service';
  const { sub, iss, aud, exp, nbf, iat } = claims;
  if (typeof sub !== 'string' || !isSubject(sub)) return 'is not one of this service';
  if (!isTime(exp) || (nbf !== undefined && !isTime(nbf)) || (iat !== undefined && !isTime(iat)))
    return 'is not one of this service';
  if (expected.issuer !== undefined && iss !== expected.issuer) return 'is for somebody else';
  if (expected.audience !== undefined && !isFor(aud, expected.audience)) return 'is for somebody else';
  if (now >= exp + SKEW) return 'has expired';
  if ((nbf !== undefined && nbf > now + SKEW) || (iat !== undefined && iat > now + SKEW)) return 'is not valid yet';
  return { did: sub };
}

const isTime = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);

/** It names an account in the database and on the operator's screen: no control characters, no broken ones. */
function isSubject(text: string): boolean {
  return text.trim() !== '' && text.length <= MAX_SUBJECT && text.isWellFormed() && !/\p{Cc}/u.test(text);
}

function isFor(audience: unknown, expected: string): boolean {
  if (Array.isArray(audience)) return audience.every((one) => typeof one === 'string') && audience.includes(expected);
  return audience === expected;
}
