// Names of bytes by their hashes: object addresses, `blake3:` and 64 hex digits (decision 0011); the SHA-256 of files;
// content identifiers (CIDs), by which IPFS names roots.

export type Address = `blake3:${string}`;

export const ADDRESS_PATTERN = '^blake3:[0-9a-f]{64}$';
const ADDRESS = new RegExp(ADDRESS_PATTERN);

/** Reads an address; undefined for any other text, including one in upper case. */
export function parseAddress(text: string): Address | undefined {
  return ADDRESS.test(text) ? (text as Address) : undefined;
}

/** Makes the address of the object whose BLAKE3 is `hex`. */
export function addressFromHex(hex: string): Address {
  return `blake3:${hex}`;
}

/** Returns the 64 hex digits of an address. */
export function hexOfAddress(address: Address): string {
  return address.slice('blake3:'.length);
}

/** Returns the name of an object in a folder or a bucket: `<2 hex>/<62 hex>`. */
export function objectName(address: Address): string {
  const hex = hexOfAddress(address);
  return `${hex.slice(0, 2)}/${hex.slice(2)}`;
}

/** Parses the name of an object; undefined for any other name. */
export function parseObjectName(name: string): Address | undefined {
  return /^[0-9a-f]{2}\/[0-9a-f]{62}$/.test(name) ? addressFromHex(name.replace('/', '')) : undefined;
}

export const SHA256_PATTERN = '^[0-9a-f]{64}$';
const SHA256 = new RegExp(SHA256_PATTERN);

/** True for 64 lowercase hex characters. */
export function isSha256(text: string): boolean {
  return SHA256.test(text);
}

/** Returns the first three digits of a hash. They name the list of `/hashes/` that has the hash. */
export function hashShard(sha256: string): string {
  return sha256.slice(0, 3);
}

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

/** `read`: somebody hashed the bytes of the file. `declared`: a source of the file states the hash. */
export const HASHED = ['read', 'declared'] as const;
export type Hashed = (typeof HASHED)[number];

/** The number of files for each way in which hashes were obtained. */
export type HashedCounts = Record<Hashed, number>;

/** Counts files by how their hashes were obtained; undefined if this is unknown for all files. */
export function hashedCounts(files: readonly { hashed?: Hashed | undefined }[]): HashedCounts | undefined {
  const counts: HashedCounts = { read: 0, declared: 0 };
  for (const { hashed } of files) if (hashed) counts[hashed]++;
  return counts.read + counts.declared === 0 ? undefined : counts;
}
