// Opens a file that is stored under its own name: an object, or a file of the website with its compressed forms.
import { type Awaitable, allOf, andThen } from '../../../src/basics/awaitable.ts';
import { paysToCompress } from '../../../src/basics/compression.ts';
import { sha256Hex } from '../../../src/digests/sha.ts';
import type { Store } from '../../../src/tree/store.ts';
import { LARGE, piecewise } from '../../answers/piecewise.ts';
import type { Body } from '../../request/answer.ts';
import type { PackedFile } from './packed-file.ts';

/** Opens the file at `name`; undefined if the store lacks it. `tag` is a hash of its bytes, if a hash is known. */
export function looseFile(store: Store, name: string, tag?: string): Awaitable<PackedFile | undefined> {
  return andThen(store.size(name), (size) => {
    if (size === undefined) return undefined;
    if (size > LARGE) {
      const stream = store.stream?.(name, size) ?? piecewise(size, (start, end) => store.range(name, start, end));
      return fileOf(tag ?? sha256Hex(`${name} ${size}`).slice(0, 32), size, stream);
    }
    const twins = tag === undefined && paysToCompress(size) ? [store.get(`${name}.br`), store.get(`${name}.gz`)] : [];
    return andThen(
      store.get(name),
      (bytes) =>
        bytes && andThen(allOf(twins), ([br, gz]) => fileOf(tag ?? sha256Hex(bytes).slice(0, 32), size, bytes, br, gz)),
    );
  });
}

function fileOf(tag: string, size: number, body: Body, br?: Uint8Array, gz?: Uint8Array): PackedFile {
  const weight = (body instanceof Uint8Array ? size : 0) + (br?.length ?? 0) + (gz?.length ?? 0) + 500;
  return { tag, size, body: () => body, twin: (coding) => (coding === 'br' ? br : gz), weight };
}
