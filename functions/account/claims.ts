// Lists the claims that an identity token must make: an audience, an issuer, and a period of validity that includes now
// (RFC 7519 4.1, RFC 8725 3.8 to 3.10).
import type { errors, JWTVerifyOptions } from 'jose';
import { defined } from '../../src/basics/defined.ts';
import type { TokenFault } from '../ports/sign-in.ts';
import { parseStrictObject } from './strict-json.ts';

/** The provider's clock and ours may differ by this many seconds. */
const SKEW = 60;
const MAX_SUBJECT = 256;

export interface ExpectedClaims {
  /** The `iss` that the token must have; undefined allows any. */
  issuer: string | undefined;
  /** The allowed audiences. The token's `aud` must be or contain one of them; undefined allows any. */
  audience: string | string[] | undefined;
}

/** Returns the options with which jose checks the claims of a token; `now` is in milliseconds since 1970. */
export function claimChecks({ issuer, audience }: ExpectedClaims, now: number): JWTVerifyOptions {
  return {
    algorithms: ['ES256'],
    requiredClaims: ['sub', 'exp'],
    clockTolerance: SKEW,
    currentDate: new Date(now),
    ...defined({ issuer, audience }),
  };
}

/** Says why jose refused a token. */
export function faultOf(error: unknown): TokenFault {
  const { code, claim, reason } = error as Partial<errors.JWTClaimValidationFailed>;
  if (code === 'ERR_JWT_EXPIRED') return 'has expired';
  if (claim === 'iss' || claim === 'aud') return 'is for somebody else';
  return claim === 'nbf' && reason === 'check_failed' ? 'is not valid yet' : 'is not one of this service';
}

/**
 * Reads the payload of a token that jose accepted, and checks what jose does not. No member may occur twice, `exp` must
 * be finite, and `iat` may not be in the future. `aud` may hold only texts, and the subject must fit the database.
 * `now` is in milliseconds since 1970.
 */
export function readClaims(payload: Uint8Array, now: number): { did: string } | TokenFault {
  const claims = parseStrictObject(payload);
  if (claims === undefined) return 'is not one of this service';
  const { sub, aud, exp, iat } = claims;
  if (!isSubject(sub) || !Number.isFinite(exp)) return 'is not one of this service';
  if (Array.isArray(aud) && !aud.every((one) => typeof one === 'string')) return 'is for somebody else';
  return iat !== undefined && (iat as number) > Math.floor(now / 1000) + SKEW ? 'is not valid yet' : { did: sub };
}

/**
 * True if `text` can be the subject of a token. The subject names an account in the database and on the operator's
 * screen, so it may hold neither control characters nor half of a surrogate pair.
 */
function isSubject(text: unknown): text is string {
  if (typeof text !== 'string' || text.trim() === '' || text.length > MAX_SUBJECT) return false;
  return text.isWellFormed() && !/\p{Cc}/u.test(text);
}
