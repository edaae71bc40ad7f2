// The trees in a bucket, which are read through a cache on this machine. While the bucket is away, the old tree is
// served from there.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LOG_FOLDER } from '../../../src/log/tiles.ts';
import type { BucketPlace, Config } from '../../../src/service/config.ts';
import { SITE_CLIENT, SITE_ENTRY } from '../../../src/tree/static-tree.ts';
import { CURRENT, formatCurrent, parseCurrent, type Store } from '../../../src/tree/store.ts';
import type { LogPort } from '../../ports/ports.ts';
import { FolderBytes } from '../bytes/folder-bytes.ts';
import { below, damageNotice } from '../bytes/remote.ts';
import { cachedStore, ownFirst, placedKey } from './cached-store.ts';
import { FileCache } from './file-cache.ts';
import { logFiles, REMOTE_LOG } from './log-files.ts';
import { openStoredTree } from './tree.ts';
import { namedIn, TreeFollower, type TreePlace } from './tree-follower.ts';

/** The milliseconds between two looks for a new tree. A new day must be served within seconds. */
const LOOK_MS = 2000;
/** The maximum number of milliseconds between two looks at a place that fails again and again. */
const MOST_WAIT_MS = 30_000;

/** The stores of a bucket with trees. */
interface RemoteTrees {
  /** The address of the bucket, for messages. */
  address: string;
  /** The store of `current`, packs and objects. */
  store: Store;
  /** The store of the website's files. */
  site: Store;
  /** The milliseconds between two reads of `current`, a file of seventy bytes. */
  lookEveryMs?: number;
}

/** Opens a bucket that `model-hub push` fills, with the store of the transparency log there. */
export async function bucketTrees(place: BucketPlace): Promise<RemoteTrees & { log: Store }> {
  const { openBucket } = await import('../bytes/bucket.ts');
  const store = await openBucket(place, { isWaitedFor: true });
  return { address: store.address, store, site: below(store, SITE_CLIENT), log: below(store, LOG_FOLDER) };
}

/** Returns the place of the trees in a bucket. Its files are kept in `cache`. */
export function remotePlace(trees: RemoteTrees, cache: FileCache, onNotice: (sentence: string) => void): TreePlace {
  const { address, store, site, lookEveryMs = LOOK_MS } = trees;
  const bytes = cachedStore(store, address, cache, damageNotice(address, onNotice));
  const noteKey = placedKey(address, CURRENT);
  return {
    everyMs: lookEveryMs,
    mostMs: MOST_WAIT_MS,
    title: () => `the tree of ${address}`,
    current: () => namedIn(store, address),
    open: (name, former) => openStoredTree({ bytes, site, former }, name),
    last: {
      read() {
        const note = cache.read(noteKey);
        return note && parseCurrent(new TextDecoder().decode(note));
      },
      async note(tree) {
        await cache.put(noteKey, new TextEncoder().encode(formatCurrent(tree.name)));
        cache.need([noteKey, tree.name, (await tree.indexEntry()).sha256]);
      },
    },
  };
}

/** Follows the tree in the bucket that HUB_TREE names, and reads the transparency log there. */
export async function followBucket(
  at: BucketPlace,
  { cache: { folder, bytes }, dist }: Pick<Config, 'cache' | 'dist'>,
  onNotice: (sentence: string) => void,
): Promise<{ tree: TreeFollower; log: LogPort }> {
  // The website is code, so it comes with this release, and never from a bucket.
  if (!existsSync(join(dist, SITE_ENTRY)))
    onNotice(`No website is built in ${dist}: pages that no tree holds are a 500. Run "model-hub build --website".`);
  const trees = await bucketTrees(at);
  const { address } = trees;
  const cache = new FileCache({ folder, most: bytes, onFault: onNotice });
  const cached = (store: Store, place: string) => cachedStore(store, place, cache, () => {});
  // Pages that are made here use the files of this release's website. Pages in packs use the files of the website with
  // which they were built.
  const site = ownFirst(new FolderBytes(join(dist, SITE_CLIENT)), cached(trees.site, address));
  const log = logFiles(cached(trees.log, `${address}/${LOG_FOLDER}`), REMOTE_LOG);
  const tree = new TreeFollower(remotePlace({ ...trees, site }, cache, onNotice), onNotice);
  return { tree: await tree.start(true), log };
}
