// Compares a caller's token with the operator's in constant time.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../../src/secret.ts';

/**
 * A check of `Authorization` against `token`, given as Bearer or as the password of Basic (RFC 6750, RFC 7617).
 * Without a token nothing passes.
 */
export function tokenCheck(token: Secret | undefined): (authorization: string | undefined) => boolean {
  const expected = token && hash(token.reveal());
  return (authorization) => {
    const given = authorization && tokenOf(authorization);
    return expected !== undefined && given !== undefined && timingSafeEqual(hash(given), expected);
  };
}

function tokenOf(authorization: string): string | undefined {
  const [, scheme = '', value = ''] = /^(\w+) +(\S+)$/.exec(authorization) ?? [];
  if (/^bearer$/i.test(scheme)) return value;
  if (!/^basic$/i.test(scheme)) return undefined;
  const pair = Buffer.from(value, 'base64').toString();
  const colon = pair.indexOf(':');
  return colon < 0 ? undefined : pair.slice(colon + 1);
}

/** Equal lengths for the comparison, whatever was sent. */
const hash = (text: string) => createHash('sha256').update(text).digest();
