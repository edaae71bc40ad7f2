// Reads keys on P-256: the public one that checks identity tokens (ES256, as PEM or JWK), and the private one for
// signatures that common tools check (PEM, PKCS #8 or SEC 1).
import { base64Url, bytesOfBase64, hexOfBytes } from '../basics/bytes.ts';

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

/** The order of P-256's group (SEC 2 2.4.2). A secret must be a positive number below it. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

const NO_KEY =
  'must be a private ECDSA key on the curve P-256 as PEM, and nothing else: make one with "openssl ecparam -name prime256v1 -genkey -noout"';

/** Matches a private key, alone or behind the parameters that openssl writes before it. */
const PRIVATE_PEM = new RegExp(
  '^\\s*(?:-----BEGIN EC PARAMETERS-----[^-]*-----END EC PARAMETERS-----\\s*)?' +
    '-----BEGIN (EC )?PRIVATE KEY-----([\\sA-Za-z0-9+/=]+)-----END \\1PRIVATE KEY-----\\s*$',
);

/**
 * The DER of `AlgorithmIdentifier { id-ecPublicKey, prime256v1 }` (RFC 5480 2.1.1), and of the curve's identifier
 * alone.
 */
const ALGORITHM = '301306072a8648ce3d020106082a8648ce3d030107';
const CURVE = 'a00a06082a8648ce3d030107';

const LENGTH = '(?:[0-7].|81..)';
/** Matches an ECPrivateKey up to its secret, which always has 32 bytes (RFC 5915 3). */
const SECRET = `30${LENGTH}0201010420([0-9a-f]{64})`;
const PKCS8 = new RegExp(`^30${LENGTH}020100${ALGORITHM}04${LENGTH}${SECRET}`);
const SEC1 = new RegExp(`^${SECRET}${CURVE}`);

/**
 * Reads the 32 bytes of the secret, as hex. For any other text, `fault` says what is wrong, as the end of a sentence
 * that quotes no part of the text.
 */
export function parseAttestationKey(text: string): { secret: string } | { fault: string } {
  // Files of environment variables keep a value on one line, and write its line feeds as \n.
  const pem = text.replaceAll('\\n', '\n');
  if (pem.includes('ENCRYPTED'))
    return { fault: 'is locked with a passphrase: unlock it with "openssl pkey -in KEY.pem"' };
  const [, isSec1, encoded = ''] = PRIVATE_PEM.exec(pem) ?? [];
  const der = hexOfBytes(bytesOfBase64(encoded) ?? new Uint8Array());
  const [, secret = '0'] = (isSec1 ? SEC1 : PKCS8).exec(der) ?? [];
  const number = BigInt(`0x${secret}`);
  return number > 0n && number < ORDER ? { secret } : { fault: NO_KEY };
}
