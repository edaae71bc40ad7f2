// Content identifiers: how IPFS names a root, as text.

const BASE58 = '[1-9A-HJ-NP-Za-km-z]';

/** Version 0, and version 1 after the prefix of its base: 32, 58, 36 or hex. */
const CID = new RegExp(`^(Qm${BASE58}{44}|b[a-z2-7]{50,120}|z${BASE58}{40,100}|k[0-9a-z]{45,120}|f[0-9a-f]{64,160})$`);

/** True when `text` is spelled like a CID; that it names anything is for the gateway to say. */
export function isCid(text: string): boolean {
  return CID.test(text);
}
