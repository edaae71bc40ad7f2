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

/** The milliseconds between two reports. */
const TELL_MS = 60_000;

/** Makes a function that reports the first damaged file at once, and then at most one a minute. */
export function damageNotice(place: string, tell: (sentence: string) => void): (name: string) => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  let more = 0;
  return (name) => {
    const now = performance.now();
    if (now - reportedAt < TELL_MS) {
      more++;
      return;
    }
    const others = more === 0 ? '' : `, and for other files, ${more} times since the last notice`;
    tell(
      `${place} sends wrong bytes for ${name}, or none${others}. If this goes on: ` +
        '"model-hub push", run again with the tree that is current there, sends what is missing, and "push --repair" all of it.',
    );
    reportedAt = now;
    more = 0;
  };
}
