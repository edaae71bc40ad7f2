// Reads the text of a signed token. It accepts fewer forms and headers than the standard allows (RFC 7515, RFC 8725 3.1
// to 3.4).
import { parseStrictObject } from './strict-json.ts';

/** The maximum length of a token in characters. Longer tokens are refused before they are decoded. */
const MAX_TOKEN = 8192;

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

/**
 * Returns the bytes of a token's payload without checking the signature; undefined if the token's form or header is
 * wrong.
 */
export function payloadOf(token: string, decode: (base64url: string) => Uint8Array): Uint8Array | undefined {
  const [, header, payload] = token.length <= MAX_TOKEN ? (FORM.exec(token) ?? []) : [];
  if (header === undefined || !isHeader(parseStrictObject(decode(header)))) return undefined;
  return decode(payload!);
}

function isHeader(header: Record<string, unknown> | undefined): boolean {
  if (header === undefined || header.alg !== 'ES256') return false;
  return (header.typ === undefined || header.typ === 'JWT') && !REFUSED.some((name) => Object.hasOwn(header, name));
}
