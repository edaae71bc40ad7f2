// Signs with the attestation key: ECDSA on P-256 with SHA-256. Equal bytes always get the same signature (RFC 6979).
import { p256 } from '@noble/curves/nist.js';
import { base64, bytesOfHex } from '../basics/byte-text.ts';
import { joined } from '../basics/joined-bytes.ts';
import { sha256Hex } from '../digests/sha.ts';

export interface Attestor {
  /** The public key as SubjectPublicKeyInfo, PEM. */
  publicKey: string;
  /** Returns the signature of `bytes`, as DER. */
  sign(bytes: Uint8Array): Uint8Array;
}

/** The bytes before an uncompressed point of P-256 in a SubjectPublicKeyInfo (RFC 5480 2). */
const BEFORE_POINT = bytesOfHex('3059301306072a8648ce3d020106082a8648ce3d030107034200');

/** Makes a signer from a secret key: 32 bytes in hex, as `parseAttestationKey` returns them. */
export function openAttestor(secret: string): Attestor {
  const key = bytesOfHex(secret);
  const info = joined([BEFORE_POINT, p256.getPublicKey(key, false)]);
  const lines = base64(info).match(/.{1,64}/g)!;
  return {
    publicKey: `-----BEGIN PUBLIC KEY-----\n${lines.join('\n')}\n-----END PUBLIC KEY-----\n`,
    // The runtime hashes megabytes of text faster than the library, so the library does not hash (`prehash: false`).
    // `lowS: false` keeps the s that RFC 6979 computes.
    sign: (bytes) => p256.sign(bytesOfHex(sha256Hex(bytes)), key, { prehash: false, lowS: false, format: 'der' }),
  };
}
