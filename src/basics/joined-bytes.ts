// Joins pieces of bytes.

/** Joins all pieces; returns a single piece unchanged, without a copy. */
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

/** Joins all pieces. Returns undefined, and stops reading, once they have more than `most` bytes. */
export async function bytesUpTo(
  most: number,
  pieces: AsyncIterable<Uint8Array> | null,
): Promise<Uint8Array | undefined> {
  const all: Uint8Array[] = [];
  let length = 0;
  for await (const piece of pieces ?? []) {
    length += piece.length;
    if (length > most) return undefined;
    all.push(piece);
  }
  return joined(all);
}
