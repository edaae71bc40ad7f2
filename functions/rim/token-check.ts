// Compares a caller's token with the operator's token in constant time.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { Secret } from '../../src/basics/secret.ts';

/**
 * Makes a check of an `Authorization` header against `token`, as Bearer or as the password of Basic (RFC 6750, RFC
 * 7617). If `token` is undefined, every caller fails the check.
 */
export function tokenCheck(token: Secret | undefined): (authorization: string | undefined) => boolean {
  return checkBy(token, tokenOf);
}

/** Makes a check of an `Authorization` header against `token`, as Bearer only. */
export function bearerCheck(token: Secret | undefined): (authorization: string | undefined) => boolean {
  return checkBy(token, bearerOf);
}

function checkBy(token: Secret | undefined, read: (authorization: string) => string | undefined) {
  const expected = token && hash(token.reveal());
  return (authorization: string | undefined) => {
    const given = authorization && read(authorization);
    return expected !== undefined && given !== undefined && timingSafeEqual(hash(given), expected);
  };
}

function tokenOf(authorization: string): string | undefined {
  const bearer = bearerOf(authorization);
  if (bearer !== undefined) return bearer;
  const [, value] = /^basic +(\S+)$/i.exec(authorization) ?? [];
  if (value === undefined) return undefined;
  const pair = Buffer.from(value, 'base64').toString();
  const colon = pair.indexOf(':');
  return colon < 0 ? undefined : pair.slice(colon + 1);
}

function bearerOf(authorization: string): string | undefined {
  return /^bearer +(\S+)$/i.exec(authorization)?.[1];
}

/** Hashes a token, so that the compared values have equal lengths. */
const hash = (text: string) => createHash('sha256').update(text).digest();
