// Signs with the attestation key: ECDSA on P-256 with SHA-256. Equal bytes always get the same signature (RFC 6979).
import { p256 } from '@noble/curves/nist.js';
import { base64, bytesOfHex } from '../basics/byte-text.ts';
import { sha256Hex } from '../digests/sha.ts';
import { publicKeyInfo, selfSigned } from './certificate.ts';

export interface Attestor {
  /** The public key as SubjectPublicKeyInfo, PEM. */
  publicKey: string;
  /** The self-signed certificate, PEM. */
  certificate: string;
  /** The bytes of the self-signed certificate, DER. */
  certificateBytes: Uint8Array;
  /** Signs `bytes`. X.509 and cosign use the format `der`. JWS uses `compact`: r and s, 32 bytes each. */
  sign(bytes: Uint8Array, format: 'der' | 'compact'): Uint8Array;
}

/** Makes a signer from a secret key: 32 bytes in hex, as `parseAttestationKey` returns them. */
export function openAttestor(secret: string): Attestor {
  const key = bytesOfHex(secret);
  // The runtime hashes megabytes of text faster than the library, so the library does not hash (`prehash: false`).
  // `lowS: false` keeps the s that RFC 6979 computes.
  const sign: Attestor['sign'] = (bytes, format) =>
    p256.sign(bytesOfHex(sha256Hex(bytes)), key, { prehash: false, lowS: false, format });
  const point = p256.getPublicKey(key, false);
  const certificateBytes = selfSigned(point, (bytes) => sign(bytes, 'der'));
  return {
    publicKey: pem('PUBLIC KEY', publicKeyInfo(point)),
    certificate: pem('CERTIFICATE', certificateBytes),
    certificateBytes,
    sign,
  };
}

/** Returns `bytes` in PEM form: lines of 64 characters, each with a line feed (RFC 7468 2). */
function pem(label: string, bytes: Uint8Array): string {
  const lines = base64(bytes).match(/.{1,64}/g)!;
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
