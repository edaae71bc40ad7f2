// Identifies the caller: reads an `Authorization` header and returns the identifier for which the token was issued
// (decision 0024).

import type { JWTVerifyGetKey } from 'jose';
import { LazyValue } from '../../src/basics/lazy-value.ts';
import type { EcPublicKey } from '../../src/service/identity-key.ts';
import { type IdentityCheck, ProviderAway } from '../ports/sign-in.ts';
import { claimChecks, type ExpectedClaims, faultOf, readClaims } from './claims.ts';
import { payloadOf } from './signed-token.ts';

interface IdentitySettings extends ExpectedClaims {
  /** One key, or a function that finds the key that a token's header names. */
  key: EcPublicKey | JWTVerifyGetKey;
  /** Returns the time in milliseconds since 1970. */
  now: () => number;
}

/**
 * Makes a check of identity tokens, either against one key or against the keys of a provider. A check against a
 * provider may reject with a ProviderAway. The library that verifies tokens is loaded when the first token arrives.
 */
export function createIdentityCheck({ key, now, ...expected }: IdentitySettings): IdentityCheck {
  const loaded = new LazyValue(() => loadJose(key));
  return async (authorization) => {
    if (authorization === undefined) return { fault: 'missing' };
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    if (token === undefined) return { fault: 'is not one of this service' };
    const { base64url, jwtVerify, keyOf } = await loaded.get();
    const payload = payloadOf(token, base64url.decode);
    if (payload === undefined) return { fault: 'is not one of this service' };
    const time = now();
    try {
      await jwtVerify(token, keyOf, claimChecks(expected, time));
    } catch (error) {
      if (error instanceof ProviderAway) throw error;
      return { fault: faultOf(error) };
    }
    const read = readClaims(payload, time);
    return typeof read === 'string' ? { fault: read } : read;
  };
}

/** Loads the library that verifies tokens. Rejects if `key` is not a point of its curve. */
async function loadJose(key: EcPublicKey | JWTVerifyGetKey) {
  const { base64url, importJWK, jwtVerify } = await import('jose');
  if (typeof key === 'function') return { base64url, jwtVerify, keyOf: key };
  const imported = (await importJWK({ ...key, ext: true }, 'ES256')) as CryptoKey;
  return { base64url, jwtVerify, keyOf: async () => imported };
}
