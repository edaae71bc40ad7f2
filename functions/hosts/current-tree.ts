// Follows `<dist>/current`: a new build is picked up within a second, a bad one is named and the good one kept.
import { readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { Tree } from '../ports.ts';
import { openTree } from './node-tree.ts';

const LOOK_EVERY_MS = 1000;

export interface CurrentTree {
  get(): Tree | undefined;
  stop(): void;
}

/** Opens the current tree and keeps looking for a newer one. `onFault` is told once of each that can't be opened. */
export function followCurrentTree(
  dist: string,
  onFault: (sentence: string) => void,
  lookEveryMs: number = LOOK_EVERY_MS,
): CurrentTree {
  let link: string | undefined;
  let tree: Tree | undefined;
  const look = () => {
    const found = readLink(join(dist, 'current'));
    if (found === undefined || found === link) return;
    link = found;
    try {
      tree = openTree(dist);
    } catch (error) {
      onFault(`the tree ${found} can't be opened: ${(error as Error).message}`);
    }
  };
  look();
  const timer = setInterval(look, lookEveryMs).unref();
  return { get: () => tree, stop: () => clearInterval(timer) };
}

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path);
  } catch {
    return undefined;
  }
}
