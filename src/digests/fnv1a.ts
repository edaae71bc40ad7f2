// A quick hash for tables and for checksums of our own files. It gives no security: anybody can make two texts with the
// same hash.

/** Returns the FNV-1a hash of some bytes, an unsigned number of 32 bits. */
export function fnv1a(bytes: Uint8Array): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < bytes.length; at++) sum = Math.imul(sum ^ bytes[at]!, 0x01000193);
  return sum >>> 0;
}
