// Follows the tree of another hub: a newer one is opened whole before it is served, and while that hub can't be asked the one before is.
import { gunzipSync } from 'node:zlib';
import { href } from '../../../src/table/route.ts';
import { routes } from '../../../src/table/routes.ts';
import { CURRENT, parseCurrent, type Store } from '../../../src/tree/store.ts';
import type { Tree } from '../../ports/ports.ts';
import { originStore } from '../../tree/origin-store.ts';
import { openPackedTree } from '../../tree/packed-tree.ts';
import type { CurrentTree } from './current-tree.ts';

const LOOK_EVERY_MS = 30_000;

/** Opens the current tree of the hub at `base` and keeps looking for a newer one. `onNotice` is told once of each fault, and of its end. */
export async function followOriginTree(
  base: string,
  onNotice: (sentence: string) => void,
  lookEveryMs = LOOK_EVERY_MS,
): Promise<CurrentTree> {
  const store = originStore(base + href(routes.treeFile, { path: '' }).replace(/\/$/, ''));
  const settings = { store, site: originStore(base), gunzip: gunzipSync };
  let tree: Tree | undefined;
  let told: string | undefined;
  let isLooking = false;
  const look = async () => {
    if (isLooking) return;
    isLooking = true;
    try {
      const name = await currentName(store, base);
      if (name !== tree?.name) {
        const fresh = await openPackedTree(settings, name);
        // Read before it is needed: no request waits for the index.
        await fresh.search();
        tree = fresh;
      }
      if (told !== undefined) onNotice(`the tree of ${base} is open now and served.`);
      told = undefined;
    } catch (error) {
      const sentence = `the tree of ${base} can't be opened: ${(error as Error).message}`;
      if (sentence !== told) onNotice(sentence);
      told = sentence;
    } finally {
      isLooking = false;
    }
  };
  await look();
  const timer = setInterval(() => void look(), lookEveryMs).unref();
  return { get: () => tree, stop: () => clearInterval(timer) };
}

async function currentName(store: Store, base: string): Promise<string> {
  const text = new TextDecoder().decode(await store.get(CURRENT));
  const name = parseCurrent(text);
  if (name === undefined) throw new Error(`${base} names no tree of this version`);
  return name;
}
