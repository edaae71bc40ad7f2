// Who is asking: from an `Authorization` header to the identifier that a token was issued for (decision 0024).
import type { EcPublicKey } from '../../src/identity-key.ts';
import { LazyValue } from '../../src/lazy-value.ts';
import { type Expected, readClaims, type TokenFault } from './claims.ts';
import { createSignatureCheck } from './signed-token.ts';

/** The caller, or why nobody is taken to be signed in; 'missing': nothing was sent. */
export type Caller = { did: string } | { fault: TokenFault | 'missing' };

/** Reads an `Authorization` header. */
export type IdentityCheck = (authorization: string | undefined) => Promise<Caller>;

interface IdentitySettings extends Expected {
  key: EcPublicKey;
  /** Milliseconds since 1970. */
  now: () => number;
}

/** A check of identity tokens against one key. The library that verifies is loaded with the first token. */
export function createIdentityCheck({ key, now, ...expected }: IdentitySettings): IdentityCheck {
  const signature = new LazyValue(() => createSignatureCheck(key));
  return async (authorization) => {
    if (authorization === undefined) return { fault: 'missing' };
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    const payload = token === undefined ? undefined : await (await signature.get())(token);
    if (payload === undefined) return { fault: 'is not one of this service' };
    const read = readClaims(payload, expected, Math.floor(now() / 1000));
    return typeof read === 'string' ? { fault: read } : read;
  };
}
