// A quick hash for tables and sums of our own files, of no use against anybody who wants two texts to have one.

/** FNV-1a of some bytes: 32 bits, without a sign. */
export function fnv1a(bytes: Uint8Array): number {
  let sum = 0x811c9dc5;
  for (let at = 0; at < bytes.length; at++) sum = Math.imul(sum ^ bytes[at]!, 0x01000193);
  return sum >>> 0;
}
