// Reads the private key for signatures that common tools check: ECDSA on P-256, as PEM (PKCS #8 or SEC 1).
import { bytesOfBase64, hexOfBytes } from '../basics/byte-text.ts';

/** The order of P-256's group (SEC 2 2.4.2). A secret must be a positive number below it. */
const ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** The end of a sentence that says how to make a key. */
const FIX = 'make one with "openssl ecparam -name prime256v1 -genkey -noout"';

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
  const labels = [...pem.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----/g)].map(([, label]) => label!);
  const others = labels.filter(
    (label) => label !== 'EC PARAMETERS' && label !== 'PRIVATE KEY' && label !== 'EC PRIVATE KEY',
  );
  if (labels.length === 0) return { fault: `is no PEM (-----BEGIN PRIVATE KEY-----): ${FIX}` };
  if (others.includes('PUBLIC KEY')) return { fault: `is a public key, and signing takes the private one: ${FIX}` };
  if (others.includes('CERTIFICATE')) return { fault: 'holds a certificate: leave it out, the key alone is needed' };
  if (others.includes('ENCRYPTED PRIVATE KEY') || pem.includes('ENCRYPTED'))
    return { fault: 'is locked with a passphrase: unlock it with "openssl pkey -in KEY.pem"' };
  if (others.length > 0) return { fault: `is no ECDSA key (${others[0]}): ${FIX}` };
  const body = /-----BEGIN (EC )?PRIVATE KEY-----([\sA-Za-z0-9+/=]+)-----END \1PRIVATE KEY-----/;
  const blocks = [...pem.matchAll(new RegExp(body, 'g'))];
  if (blocks.length !== 1) return { fault: `must hold one whole private key: ${FIX}` };
  const [, isSec1, encoded] = blocks[0]!;
  const der = hexOfBytes(bytesOfBase64(encoded!) ?? new Uint8Array());
  const [, secret] = (isSec1 ? SEC1 : PKCS8).exec(der) ?? [];
  if (secret === undefined) return { fault: `is no ECDSA key on the curve P-256: ${FIX}` };
  const number = BigInt(`0x${secret}`);
  return number > 0n && number < ORDER ? { secret } : { fault: `is no key of P-256: ${FIX}` };
}
