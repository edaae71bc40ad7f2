// Content identifiers: how IPFS names a root, as text.

const BASE58 = '[1-9A-HJ-NP-Za-km-z]';

/** Version 0, and version 1 after the prefix of its base: 32, 58, 36 or hex. */
const CID = new RegExp(`^(Qm${BASE58}{44}|b[a-z2-7]{50,120}|z${BASE58}{40,100}|k[0-9a-z]{45,120}|f[0-9a-f]{64,160})$`);

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';

/** Version 1, a raw block, SHA-256, 32 bytes of it: what the 36 bytes of such a CID begin with. */
const RAW_SHA256 = '01551220';

/**
 * The SHA-256, in hex, of the raw block that `cid` names: such a block is the file itself, so the name proves the bytes.
 * Undefined for any other CID, and for one that is not written in base 32.
 */
export function sha256OfRawBlock(cid: string): string | undefined {
  if (!/^b[a-z2-7]{58}$/.test(cid)) return undefined;
  let bits = 0n;
  for (const digit of cid.slice(1)) bits = (bits << 5n) | BigInt(BASE32.indexOf(digit));
  // 58 digits hold 290 bits: 36 bytes, and two that are empty.
  const hex = (bits >> 2n).toString(16).padStart(72, '0');
  return (bits & 3n) === 0n && hex.startsWith(RAW_SHA256) ? hex.slice(RAW_SHA256.length) : undefined;
}

/** True when `text` is spelled like a CID; that it names anything is for the gateway to say. */
export function isCid(text: string): boolean {
  return CID.test(text);
}
