// Content identifiers (CIDs), by which IPFS names roots, as text.

const BASE58 = '[1-9A-HJ-NP-Za-km-z]';

/** Matches a CID of version 0, or of version 1 in base 32, 58, 36 or hex. */
const CID = new RegExp(`^(Qm${BASE58}{44}|b[a-z2-7]{50,120}|z${BASE58}{40,100}|k[0-9a-z]{45,120}|f[0-9a-f]{64,160})$`);

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** The bytes before the hash in the CID of a raw block: version 1, raw block, SHA-256, 32 bytes. */
const RAW_SHA256 = '01551220';

/**
 * Returns the SHA-256, in hex, of the raw block that `cid` names. A raw block is the file itself, so its CID proves the
 * file's bytes. Undefined for any other CID, and for a CID that is not in base 32.
 */
export function sha256OfRawBlock(cid: string): string | undefined {
  if (!/^b[a-z2-7]{58}$/.test(cid)) return undefined;
  let bits = 0n;
  for (const digit of cid.slice(1)) bits = (bits << 5n) | BigInt(BASE32.indexOf(digit));
  // The 58 digits hold 290 bits: 36 bytes and two bits, which must be zero.
  const hex = (bits >> 2n).toString(16).padStart(72, '0');
  return (bits & 3n) === 0n && hex.startsWith(RAW_SHA256) ? hex.slice(RAW_SHA256.length) : undefined;
}

/** True if `text` has the form of a CID. It may still name nothing; only a gateway can find out. */
export function isCid(text: string): boolean {
  return CID.test(text);
}
