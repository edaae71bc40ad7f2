// Identifies the caller: checks the identity token in an `Authorization` header, and returns the identifier for which
// the token was issued (decision 0024). It accepts fewer forms and headers of tokens than the standard allows (RFC 7515,
// RFC 8725 3.1 to 3.4).
import type { errors, JWTVerifyGetKey } from 'jose';
import { defined } from '../../src/basics/records.ts';
import { lazyValue } from '../../src/basics/remembered.ts';
import type { EcPublicKey } from '../../src/service/keys.ts';
import { type IdentityCheck, ProviderAway, type TokenFault } from '../ports/sign-in.ts';
import { parseStrictObject } from './strict-json.ts';

interface IdentitySettings {
  /** One key, or a function that finds the key that a token's header names. */
  key: EcPublicKey | JWTVerifyGetKey;
  /** The `iss` that the token must have; undefined allows any. */
  issuer: string | undefined;
  /** The allowed audiences. The token's `aud` must be or contain one of them; undefined allows any. */
  audience: string | string[] | undefined;
  /** Returns the time in milliseconds since 1970; by default that of the clock. */
  now?: () => number;
}

/** The maximum length of a token in characters. Longer tokens are refused before they are decoded. */
const MAX_TOKEN = 8192;
/** The provider's clock and ours may differ by this many seconds. */
const SKEW = 60;
const MAX_SUBJECT = 256;

/** Matches the last characters of base64url without padding, whose unused bits must be zero. */
const REST = '(?:[\\w-][AQgw]|[\\w-]{2}[AEIMQUYcgkosw048])?';
const PART = `((?:[\\w-]{4})*${REST})`;
/** A token has three parts. An ES256 signature has 64 bytes, so a DER signature does not match. */
const FORM = new RegExp(`^${PART}\\.${PART}\\.[\\w-]{85}[AQgw]$`);
/**
 * The header members that name a key, or that demand an extension. The hub supports neither, so it refuses a token that
 * has one.
 */
const REFUSED = ['crit', 'b64', 'jwk', 'jku', 'x5u', 'x5c'];
const NOT_OURS = { fault: 'is not one of this service' } as const;

/**
 * Makes a check of identity tokens, either against one key or against the keys of a provider. A check against a
 * provider may reject with a ProviderAway. The library that verifies tokens is loaded when the first token arrives.
 */
export function createIdentityCheck({ key, issuer, audience, now = Date.now }: IdentitySettings): IdentityCheck {
  const loaded = lazyValue(() => loadJose(key));
  return async (authorization) => {
    if (authorization === undefined) return { fault: 'missing' };
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '';
    const [, header, payload] = token.length <= MAX_TOKEN ? (FORM.exec(token) ?? []) : [];
    if (header === undefined || payload === undefined) return NOT_OURS;
    const { base64url, jwtVerify, keyOf } = await loaded.get();
    if (!isHeader(parseStrictObject(base64url.decode(header)))) return NOT_OURS;
    const time = now();
    try {
      await jwtVerify(token, keyOf, {
        algorithms: ['ES256'],
        requiredClaims: ['sub', 'exp'],
        clockTolerance: SKEW,
        currentDate: new Date(time),
        ...defined({ issuer, audience }),
      });
    } catch (error) {
      if (error instanceof ProviderAway) throw error;
      return { fault: faultOf(error) };
    }
    return readClaims(base64url.decode(payload), time);
  };
}

/** Loads the library that verifies tokens. Rejects if `key` is not a point of its curve. */
async function loadJose(key: EcPublicKey | JWTVerifyGetKey) {
  const { base64url, importJWK, jwtVerify } = await import('jose');
  if (typeof key === 'function') return { base64url, jwtVerify, keyOf: key };
  const imported = (await importJWK({ ...key, ext: true }, 'ES256')) as CryptoKey;
  return { base64url, jwtVerify, keyOf: async () => imported };
}

function isHeader(header: Record<string, unknown> | undefined): boolean {
  if (header === undefined || header.alg !== 'ES256') return false;
  return (header.typ === undefined || header.typ === 'JWT') && !REFUSED.some((name) => Object.hasOwn(header, name));
}

/** Says why jose refused a token. */
function faultOf(error: unknown): TokenFault {
  const { code, claim, reason } = error as Partial<errors.JWTClaimValidationFailed>;
  if (code === 'ERR_JWT_EXPIRED') return 'has expired';
  if (claim === 'iss' || claim === 'aud') return 'is for somebody else';
  return claim === 'nbf' && reason === 'check_failed' ? 'is not valid yet' : NOT_OURS.fault;
}

/**
 * Reads the payload of a token that jose accepted, and checks what jose does not (RFC 7519 4.1, RFC 8725 3.8 to 3.10). No
 * member may occur twice, `exp` must be finite, and `iat` may not be in the future. `aud` may hold only texts, and the
 * subject must fit the database. `now` is in milliseconds since 1970.
 */
function readClaims(payload: Uint8Array, now: number): { did: string } | { fault: TokenFault } {
  const { sub, aud, exp, iat } = parseStrictObject(payload) ?? {};
  if (!isSubject(sub) || !Number.isFinite(exp)) return NOT_OURS;
  if (Array.isArray(aud) && !aud.every((one) => typeof one === 'string')) return { fault: 'is for somebody else' };
  if (iat !== undefined && (iat as number) > Math.floor(now / 1000) + SKEW) return { fault: 'is not valid yet' };
  return { did: sub };
}

/**
 * True if `text` can be the subject of a token. The subject names an account in the database and on the operator's
 * screen, so it may hold neither control characters nor half of a surrogate pair.
 */
function isSubject(text: unknown): text is string {
  if (typeof text !== 'string' || text.trim() === '' || text.length > MAX_SUBJECT) return false;
  return text.isWellFormed() && !/\p{Cc}/u.test(text);
}
