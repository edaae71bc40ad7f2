// Compares a caller's token with the operator's token in constant time.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../../src/basics/secret.ts';

/**
 * Makes a check of an `Authorization` header against `token`, as Bearer or, if `isBasicToo`, as the password of Basic
 * (RFC 6750, RFC 7617). If `token` is undefined, every caller fails the check.
 */
export function tokenCheck(token: Secret | undefined, isBasicToo: boolean) {
  const expected = token && hash(token.reveal());
  return (authorization = ''): boolean => {
    const [, scheme, value = ''] = /^(bearer|basic) +(\S+)$/i.exec(authorization) ?? [];
    const isBasic = scheme?.toLowerCase() === 'basic';
    const given = isBasic && isBasicToo ? passwordIn(value) : isBasic ? undefined : value;
    return expected !== undefined && Boolean(given) && timingSafeEqual(hash(given!), expected);
  };
}

function passwordIn(value: string): string | undefined {
  const pair = Buffer.from(value, 'base64').toString();
  const colon = pair.indexOf(':');
  return colon < 0 ? undefined : pair.slice(colon + 1);
}

/** Hashes a token, so that the compared values have equal lengths. */
const hash = (text: string) => createHash('sha256').update(text).digest();
