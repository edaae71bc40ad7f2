// Reads the files of a transparency log from a local or remote store. It trusts no file: each kind has a maximum size.
import { andThen } from '../../../src/basics/awaitable.ts';
import { Remembered } from '../../../src/basics/remembered.ts';
import { CHECKPOINT, KEYS, LogDamage, parseLogPath } from '../../../src/log/log-paths.ts';
import type { Store } from '../../../src/tree/store.ts';
import type { LogPort } from '../../ports/ports.ts';

/** The log port of a hub without a log. */
export const noLog: LogPort = { read: () => undefined, mistrust() {} };

/** Reads the log from a `store` on this machine, without a cache. */
export function logHere(store: Store): LogPort {
  return {
    mistrust() {},
    read(path) {
      const most = parseLogPath(path)?.most;
      if (most === undefined) return undefined;
      return andThen(store.size(path), (size) => {
        if (size !== undefined && size > most) throw new LogDamage(`${path} of the log has ${size} bytes.`);
        return size === undefined ? undefined : store.get(path);
      });
    },
  };
}

/**
 * The maximum total size in bytes of the tiles that are kept, and the milliseconds for which a checkpoint is used
 * again.
 */
const [KEPT_BYTES, KEPT_MS] = [8 * 2 ** 20, 2000];
/** The files of a log that may change. */
const MOVING: ReadonlySet<string> = new Set([CHECKPOINT, KEYS]);

/**
 * Reads the log from a remote `store`, within the limits of `mostOfLog`. A file that never changes is fetched once, as
 * long as it fits into the memory.
 */
export function logElsewhere(store: Store, kept = KEPT_BYTES): LogPort {
  const remembered = () => new Remembered<string, Uint8Array>({ most: kept, weigh: ({ length }) => length + 200 });
  let [tiles, moving] = [remembered(), remembered()];
  let asked = Number.NEGATIVE_INFINITY;
  return {
    mistrust() {
      [tiles, moving] = [remembered(), remembered()];
    },
    read(path) {
      if (!parseLogPath(path)) return undefined;
      if (!MOVING.has(path)) return tiles.get(path, () => store.get(path));
      if (performance.now() - asked > KEPT_MS) {
        moving = remembered();
        asked = performance.now();
      }
      return moving.get(path, () => store.get(path));
    },
  };
}
