// Reads the public key that checks identity tokens: ES256, which is ECDSA on P-256, as PEM (SPKI) or JWK.
import { base64Url, bytesOfBase64, hexOfBytes } from '../basics/byte-text.ts';

/** A P-256 public key as a JWK, whether it was read from PEM or JWK. */
export interface EcPublicKey {
  kty: 'EC';
  crv: 'P-256';
  x: string;
  y: string;
}

/** The DER of an uncompressed P-256 SubjectPublicKeyInfo, up to the two coordinates of the point (RFC 5480). */
const SPKI_HEAD = '3059301306072a8648ce3d020106082a8648ce3d03010703420004';
const COORDINATE = /^[A-Za-z0-9_-]{43}$/;

/**
 * Reads the key. For any other text, returns the fault as the end of a sentence. The sentence quotes no part of the
 * text, which may be a private key.
 */
export function parseIdentityKey(text: string): EcPublicKey | string {
  return text.trimStart().startsWith('{') ? fromJwk(text) : fromPem(text);
}

function fromJwk(text: string): EcPublicKey | string {
  let jwk: Record<string, unknown>;
  try {
    jwk = JSON.parse(text) as Record<string, unknown>;
  } catch {
    return 'is not a JWK: it does not parse as JSON';
  }
  if (jwk.d !== undefined) return 'is a private key; give the public one';
  const { kty, crv, x, y, use = 'sig', alg = 'ES256', key_ops: operations = ['verify'] } = jwk;
  if (kty !== 'EC' || crv !== 'P-256') return 'is not an ES256 key: it must have kty EC and crv P-256';
  if (use !== 'sig' || alg !== 'ES256' || !Array.isArray(operations) || !operations.includes('verify'))
    return 'is a key for something else than checking ES256 signatures (use, alg, key_ops)';
  if (typeof x !== 'string' || typeof y !== 'string' || !COORDINATE.test(x) || !COORDINATE.test(y))
    return 'lacks the coordinates x and y of a P-256 key';
  return { kty, crv, x, y };
}

function fromPem(text: string): EcPublicKey | string {
  // Files of environment variables keep a value on one line, and write its line feeds as \n.
  const pem = text.replaceAll('\\n', '\n');
  if (pem.includes('PRIVATE KEY')) return 'is a private key; give the public one';
  const body = /-----BEGIN PUBLIC KEY-----([\sA-Za-z0-9+/=]+)-----END PUBLIC KEY-----/.exec(pem)?.[1];
  if (body === undefined) return 'is neither a PEM public key (BEGIN PUBLIC KEY) nor a JWK';
  const der = bytesOfBase64(body);
  const head = SPKI_HEAD.length / 2;
  const isP256 = der?.length === head + 64 && hexOfBytes(der.subarray(0, head)) === SPKI_HEAD;
  if (!der || !isP256) return 'is not an ES256 key: an uncompressed P-256 public key is expected';
  return {
    kty: 'EC',
    crv: 'P-256',
    x: base64Url(der.subarray(head, head + 32)),
    y: base64Url(der.subarray(head + 32)),
  };
}
