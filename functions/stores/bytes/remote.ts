// The members that stores over a network share.
import type { Store } from '../../../src/tree/store.ts';

/** The size in bytes of a piece of a large file: each is a request, and each slow client holds one. */
export const REMOTE_PIECE = 256 * 1024;

/** Makes a store of the names below `folder` in `store`. */
export const below = (store: Store, folder: string): Store => ({
  get: (name, most) => store.get(`${folder}/${name}`, most),
  range: (name, start, end) => store.range(`${folder}/${name}`, start, end),
  size: (name) => store.size(`${folder}/${name}`),
  piece: store.piece,
});
