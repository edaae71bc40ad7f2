// SHA-256 digests of file bytes, as bare lowercase hex (decision 0011).

const SHA256 = /^[0-9a-f]{64}$/;

/** True for 64 lowercase hex characters. */
export function isSha256(text: string): boolean {
  return SHA256.test(text);
}

/** Returns the first three digits of a hash. They name the list of `/hashes/` that has the hash. */
export function hashShard(sha256: string): string {
  return sha256.slice(0, 3);
}
