// Reads the files of a transparency log from a store. It trusts no file: each kind has a maximum size.
import { andThen, createRemembered } from '../../../src/basics/remembered.ts';
import { CHECKPOINT, KEYS, LogDamage, parseLogPath } from '../../../src/log/tiles.ts';
import type { Store } from '../../../src/tree/store.ts';
import type { LogPort } from '../../ports/ports.ts';

/** The log port of a hub without a log. */
export const noLog: LogPort = { read: () => undefined, mistrust() {} };

/** The maximum total size in bytes of the files that are kept of a remote log. */
export const REMOTE_LOG = 8 * 2 ** 20;
/** The milliseconds for which a checkpoint is used again. */
const KEPT_MS = 2000;
/** The files of a log that may change. */
const MOVING: ReadonlySet<string> = new Set([CHECKPOINT, KEYS]);

/** Reads the log in `store`, and keeps files of at most `kept` bytes in all; a log on this machine needs none. */
export function logFiles(store: Store, kept = 0): LogPort {
  const remembered = () => createRemembered<string, Uint8Array>({ most: kept, weigh: ({ length }) => length + 200 });
  let [tiles, moving] = [remembered(), remembered()];
  let asked = Number.NEGATIVE_INFINITY;
  return {
    mistrust() {
      [tiles, moving] = [remembered(), remembered()];
    },
    read(path) {
      const most = parseLogPath(path)?.most;
      if (most === undefined) return undefined;
      if (performance.now() - asked > KEPT_MS) {
        moving = remembered();
        asked = performance.now();
      }
      return (MOVING.has(path) ? moving : tiles).get(path, () =>
        andThen(store.get(path, 2 * most), (bytes) => {
          if (bytes && bytes.length > most) throw new LogDamage(`${path} of the log has ${bytes.length} bytes.`);
          return bytes;
        }),
      );
    },
  };
}
