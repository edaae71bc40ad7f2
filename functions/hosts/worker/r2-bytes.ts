// Opens an R2 bucket from its binding, as the one interface for bytes.
import { type Bytes, StoreAway, type Stored } from '../../../src/tree/store.ts';
import { REMOTE_PIECE } from '../../stores/bytes/remote.ts';
import type { R2Bucket } from './bindings.ts';

/**
 * Opens the objects of `bucket` whose keys begin with `prefix`, which is empty or ends with a slash. Messages call the
 * bucket `address`.
 */
export function r2Bytes(bucket: R2Bucket, prefix: string, address: string): Bytes {
  const read = async (name: string, most: number, range?: { offset: number; length: number }) => {
    const found = await bucket.get(prefix + name, range && { range }).catch(async (error: Error) => {
      // R2 has no error of its own for a range that begins at the object's end or after it.
      const all = range && (await bucket.head(prefix + name).catch(() => null));
      if (all && all.size <= range.offset) return null;
      throw new StoreAway(`${address}/${name} can't be read: ${error.message}`, false, error);
    });
    if (!found?.body) return undefined;
    if (!range && found.size > most) throw new StoreAway(`${address}/${name} has more than ${most} bytes`, true);
    return new Uint8Array(await new Response(found.body).arrayBuffer());
  };
  return {
    address,
    piece: REMOTE_PIECE,
    get: (name, most = Number.POSITIVE_INFINITY) => read(name, most),
    range: async (name, offset, end) =>
      end <= offset ? new Uint8Array() : read(name, end - offset, { offset, length: end - offset }),
    size: async (name) => (await bucket.head(prefix + name))?.size,
    async *list(start, after) {
      let cursor: string | undefined;
      do {
        const from = { ...(after && { startAfter: prefix + after }), ...(cursor !== undefined && { cursor }) };
        const page = await bucket.list({ prefix: prefix + start, ...from });
        for (const { key, size, uploaded } of page.objects)
          yield { name: key.slice(prefix.length), size, put: uploaded.getTime() } satisfies Stored;
        cursor = page.truncated ? page.cursor : undefined;
      } while (cursor !== undefined);
    },
    async put(name, bytes, { ifAbsent = false } = {}) {
      const onlyIf = ifAbsent ? { onlyIf: new Headers({ 'If-None-Match': '*' }) } : {};
      const kept = await bucket.put(prefix + name, bytes, onlyIf).catch((error: Error) => {
        throw new StoreAway(`${address}/${name} can't be put: ${error.message}`, false, error);
      });
      return kept !== null;
    },
    remove: (name) => bucket.delete(prefix + name),
    answers: () =>
      bucket.head(`${prefix}current`).then(
        () => true,
        () => false,
      ),
    now: Date.now,
  };
}
