// Bytes that came in pieces, as one.

/** All of them one behind the other; a single one as it is. */
export function joined(all: readonly Uint8Array[]): Uint8Array {
  if (all.length === 1) return all[0]!;
  const bytes = new Uint8Array(all.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const one of all) {
    bytes.set(one, at);
    at += one.length;
  }
  return bytes;
}
