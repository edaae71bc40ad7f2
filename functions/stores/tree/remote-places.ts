// Opens the remote places of a tree: another hub, or a bucket.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LOG_FOLDER, mostOfLog } from '../../../src/log/log-paths.ts';
import type { BucketPlace, Config } from '../../../src/service/config.ts';
import { href } from '../../../src/table/route.ts';
import { routes } from '../../../src/table/routes.ts';
import { SITE_CLIENT, SITE_ENTRY } from '../../../src/tree/static-tree.ts';
import { CURRENT, type Store, StoreAway } from '../../../src/tree/store.ts';
import type { LogPort } from '../../ports/ports.ts';
import { folderStore } from '../bytes/folder-store.ts';
import { guardedFetch } from '../bytes/guarded-fetch.ts';
import { bucketStore, originStore } from '../bytes/origin-store.ts';
import { Breaker } from '../waits/breaker.ts';
import type { CurrentTree } from './current-tree.ts';
import { FileCache } from './file-cache.ts';
import { lastSeenStore, ownFirst } from './kept-store.ts';
import { logElsewhere } from './log-files.ts';
import { followRemoteTree, type RemotePlace } from './remote-tree.ts';

/**
 * The milliseconds between two looks for a new tree. A new day in a bucket must be served within seconds; another
 * operator's hub is asked less often.
 */
const [LOOK_AT_BUCKET_MS, LOOK_AT_HUB_MS] = [2000, 30_000];
/** The maximum number of bytes that are fetched in advance from another hub. */
const MOST_AHEAD = 64 * 2 ** 20;

/** A remote place of a tree, with the store of the transparency log there. */
interface LoggedPlace extends RemotePlace {
  log: Store;
}

/** Makes the place of the hub at `base`. If `isOpen` is true, the hub may redirect to private addresses. */
export function hubPlace(base: string, isOpen = false): LoggedPlace {
  const ask = guardedFetch([base], isOpen);
  const breaker = new Breaker({
    away: () => new StoreAway(`${base} does not answer`, true),
    trial: (signal) => ask(base + href(routes.treeFile, { path: CURRENT }), { method: 'HEAD', signal }),
  });
  const store = originStore(base + href(routes.treeFile, { path: '' }).replace(/\/$/, ''), ask, { breaker });
  const log = originStore(`${base}/${LOG_FOLDER}`, ask, { mostOf: mostOfLog, breaker });
  const site = originStore(base, ask, { breaker });
  return { address: base, store, site, log, lookEveryMs: LOOK_AT_HUB_MS, mostAhead: MOST_AHEAD };
}

/** Makes the place of a bucket that `model-hub push` fills. */
export async function bucketTree(place: BucketPlace): Promise<LoggedPlace> {
  const { openBucket } = await import('../bytes/bucket.ts');
  const bucket = await openBucket(place, { trial: CURRENT });
  const { breaker } = bucket;
  return {
    address: bucket.address,
    store: bucketStore(bucket, { breaker }),
    site: bucketStore(bucket, { breaker }, SITE_CLIENT),
    log: bucketStore(bucket, { mostOf: mostOfLog, breaker }, LOG_FOLDER),
    lookEveryMs: LOOK_AT_BUCKET_MS,
  };
}

type Elsewhere = Exclude<Config['tree'], { folder: string }>;
type Here = Pick<Config, 'cache' | 'dist'> & Partial<Pick<Config, 'upstreamPrivate'>>;

/**
 * Follows the remote tree that HUB_TREE names, and reads the transparency log of the same place.
 */
export async function followElsewhere(
  tree: Elsewhere,
  here: Here,
  onNotice: (sentence: string) => void,
): Promise<{ tree: CurrentTree; cache: FileCache; log: LogPort }> {
  const { dist } = here;
  // The website is code, so it comes with this release, and never from a remote place.
  if (!existsSync(join(dist, SITE_ENTRY)))
    onNotice(`No website is built in ${dist}: pages that no tree holds are a 500. Run "model-hub build --website".`);
  const { log, ...elsewhere } = await placeElsewhere(tree, here, onNotice);
  return { tree: await followRemoteTree({ ...elsewhere, onNotice }), cache: elsewhere.cache, log };
}

/** Opens the place of the remote tree, and its transparency log. Both use the copies that this host keeps. */
async function placeElsewhere(
  tree: Elsewhere,
  { cache: { folder, bytes }, dist, upstreamPrivate }: Here,
  onNotice: (sentence: string) => void,
): Promise<{ place: RemotePlace; cache: FileCache; log: LogPort }> {
  const place = 'hub' in tree ? hubPlace(tree.hub, upstreamPrivate) : await bucketTree(tree.bucket);
  const cache = new FileCache({ folder, most: bytes, onFault: onNotice });
  // Pages that are made here use the files of this release's website. Pages in packs use the files of the website with
  // which they were built.
  const site = ownFirst(folderStore(join(dist, SITE_CLIENT)), lastSeenStore(place.site, place.address, cache));
  const log = logElsewhere(lastSeenStore(place.log, `${place.address}/${LOG_FOLDER}`, cache));
  return { place: { ...place, site }, cache, log };
}
