// Opens the current tree of a bucket for an isolate, at the first request, and looks for a newer tree every few
// seconds. The memory of the tree fits into the isolate's memory.
import { LOG_FOLDER } from '../../../src/log/tiles.ts';
import { SITE_CLIENT } from '../../../src/tree/static-tree.ts';
import type { Bytes } from '../../../src/tree/store.ts';
import { below, damageNotice } from '../../stores/bytes/remote.ts';
import { logFiles } from '../../stores/tree/log-files.ts';
import { openStoredTree } from '../../stores/tree/tree.ts';
import { namedIn, TreeFollower } from '../../stores/tree/tree-follower.ts';

/** The milliseconds between two looks for a new tree. */
const LOOK_EVERY_MS = 3000;
const MIB = 2 ** 20;
/** The maximum sizes in bytes of what is kept of the tree and of the log, which share the 128 MB of an isolate. */
const MEMORY = { tree: 28 * MIB, log: 2 * MIB };
/**
 * If the search index has more bytes, an isolate can't search it. The limit is about 90,000 models. In workerd, code and heap
 * take 23 MB, and an open index 1.15 times its bytes. With full caches, and two indexes and the copy of a file while a
 * new tree is opened, that is 120 of the 128 MB.
 */
const MOST_INDEX = 32 * MIB;

/**
 * Makes the tree of an isolate, and reads nothing yet. If the search index has more than `mostIndex` bytes, there is no
 * search.
 */
export function openWorkerTree(bucket: Bytes, onFault: (sentence: string) => void, { mostIndex = MOST_INDEX } = {}) {
  // This store keeps no copies of bytes, so there is nothing to forget.
  const bytes = { ...bucket, mistrust() {}, damaged: damageNotice(bucket.address, onFault) };
  const site = below(bucket, SITE_CLIENT);
  const place = {
    everyMs: LOOK_EVERY_MS,
    mostMs: LOOK_EVERY_MS,
    title: () => `the tree of ${bucket.address}`,
    current: () => namedIn(bytes, bucket.address),
    open: (name: string) => openStoredTree({ bytes, site, memory: MEMORY.tree, mostIndex }, name),
  };
  const follower = new TreeFollower(place, onFault);
  let looked = Number.NEGATIVE_INFINITY;
  return {
    /** The transparency log, which is in the same bucket. */
    log: logFiles(below(bucket, LOG_FOLDER), MEMORY.log),
    /** Returns the tree that was opened last. */
    current: follower.current,
    /**
     * Looks for a new tree, unless it looked less than `LOOK_EVERY_MS` ago. Waits for the result only while no tree is
     * open yet. `beside` keeps the isolate alive for work for which no request waits. The first search opens the index,
     * so that redirects do not wait for it.
     */
    async look(beside: (work: Promise<unknown>) => void): Promise<void> {
      if (performance.now() - looked < LOOK_EVERY_MS) return;
      const looking = follower.look(false).finally(() => {
        looked = performance.now();
      });
      if (follower.current()) beside(looking);
      else await looking;
    },
  };
}
