// Stores an object whose bytes come in pieces.
import type { Address } from '../../src/nouns/address.ts';
import type { ObjectStore } from './object-store.ts';

/** Stores the bytes of `chunks` if they hash to `address`. Gives the address of the bytes, and their number. */
export async function takeObject(
  store: Pick<ObjectStore, 'create'>,
  address: Address,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<{ found: Address; bytes: number }> {
  const writer = await store.create();
  try {
    let bytes = 0;
    for await (const chunk of chunks) {
      writer.write(chunk);
      bytes += chunk.length;
    }
    return { found: writer.finish(address), bytes };
  } finally {
    writer.abandon();
  }
}
