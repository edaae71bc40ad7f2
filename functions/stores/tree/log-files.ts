// Reads the files of a log from a store, here or elsewhere. It trusts none: each may be at most as large as its kind
// allows.
import { andThen } from '../../../src/basics/awaitable.ts';
import { Remembered } from '../../../src/basics/remembered.ts';
import { KEYS, parseLogPath } from '../../../src/log/log-paths.ts';
import { LogDamage } from '../../../src/log/log-proofs.ts';
import { CHECKPOINT } from '../../../src/log/proof/make-proof.ts';
import type { Store } from '../../../src/tree/store.ts';
import type { LogPort } from '../../ports/ports.ts';

/** The log of a hub without one. */
export const noLog: LogPort = { read: () => undefined, mistrust() {} };

/** Reads the log in `store` on this machine, without a cache of its own. */
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

/** The most bytes of kept tiles, and the milliseconds for which a checkpoint stays valid. */
const [KEPT_BYTES, KEPT_MS] = [8 * 2 ** 20, 2000];
/** These files change from time to time. */
const MOVING: ReadonlySet<string> = new Set([CHECKPOINT, KEYS]);

/**
 * Reads the log in `store` at another place, within the limits of `mostOfLog`. Fetches unchanging files once, as far as
 * memory allows.
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
