// The attestation key at work: signs by ECDSA on P-256 with SHA-256, the same bytes always alike (RFC 6979).
import { p256 } from '@noble/curves/nist.js';
import { base64, bytesOfHex } from '../basics/byte-text.ts';
import { sha256Hex } from '../digests/sha.ts';
import { publicKeyInfo, selfSigned } from './certificate.ts';

export interface Attestor {
  /** SubjectPublicKeyInfo, PEM. */
  publicKey: string;
  /** Self-signed, PEM. */
  certificate: string;
  /** The same as DER. */
  certificateBytes: Uint8Array;
  /** The signature of `bytes`: `der` as X.509 and cosign have it, `compact` as JWS does, r and s of 32 bytes each. */
  sign(bytes: Uint8Array, format: 'der' | 'compact'): Uint8Array;
}

/** Opens the key with this secret: 32 bytes in hex, as `parseAttestationKey` gives them. */
export function openAttestor(secret: string): Attestor {
  const key = bytesOfHex(secret);
  // A signed text may be megabytes long, which the runtime hashes faster. No other s than that of RFC 6979 is taken.
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

/** Lines of 64 characters, a line's end behind the last (RFC 7468 2). */
function pem(label: string, bytes: Uint8Array): string {
  const lines = base64(bytes).match(/.{1,64}/g)!;
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
