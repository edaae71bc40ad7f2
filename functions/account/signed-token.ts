// A signed token as bytes: its form, its header and its ES256 signature (RFC 7515, RFC 8725 3.1 to 3.4).
import type { EcPublicKey } from '../../src/identity-key.ts';
import { parseStrictObject } from './strict-json.ts';

/** Longer tokens are refused before anything is decoded. */
const MAX_TOKEN = 8192;

/** The rest of four characters after base64url of whole bytes: no padding, no bits that nobody reads. */
const REST = '(?:[\\w-][AQgw]|[\\w-]{2}[AEIMQUYcgkosw048])?';
const PART = `((?:[\\w-]{4})*${REST})`;
/** Three parts; an ES256 signature is 64 bytes, so DER does not pass. */
const FORM = new RegExp(`^${PART}\\.${PART}\\.[\\w-]{85}[AQgw]$`);

/** Headers that name a key, or demand what is not understood here: neither is followed, so neither is let in. */
const REFUSED = ['crit', 'b64', 'jwk', 'jku', 'x5u', 'x5c'];

/** Checks a token's form and signature; gives its payload, or undefined when either is not as it must be. */
export type SignatureCheck = (token: string) => Promise<Uint8Array | undefined>;

/** A check against `key` and no other. Rejects when the key is not on its curve. */
export async function createSignatureCheck(key: EcPublicKey): Promise<SignatureCheck> {
  const { base64url, compactVerify, importJWK } = await import('jose');
  const imported = await importJWK({ ...key, ext: true }, 'ES256');
  return async (token) => {
    const [, header] = token.length <= MAX_TOKEN ? (FORM.exec(token) ?? []) : [];
    if (header === undefined || !isHeader(parseStrictObject(base64url.decode(header)))) return undefined;
    try {
      return (await compactVerify(token, imported, { algorithms: ['ES256'] })).payload;
    } catch {
      return undefined;
    }
  };
}

function isHeader(header: Record<string, unknown> | undefined): boolean {
  if (header === undefined || header.alg !== 'ES256') return false;
  return (header.typ === undefined || header.typ === 'JWT') && !REFUSED.some((name) => Object.hasOwn(header, name));
}
