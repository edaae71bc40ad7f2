// Reads package-lock.json: the version and hash of each package, and the packages that it needs.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { own } from '../../src/basics/own.ts';

interface Entry {
  version?: string;
  integrity?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

export interface LockFile {
  /**
   * Lists a line for each package in `names`, and for every package that these need: its path below node_modules, its
   * version, its hash.
   */
  held(names: readonly string[]): string[];
}

/** Reads the lock file of the package at `root`. */
export function readLockFile(root: string): LockFile {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Entry>;
  };
  return {
    held(names) {
      const places = new Set(names.map((name) => placeOf(packages, '', name) ?? `node_modules/${name}`));
      for (const place of places) {
        const { dependencies, optionalDependencies, peerDependencies } = own(packages, place) ?? {};
        for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
          const next = placeOf(packages, place, name);
          if (next !== undefined) places.add(next);
        }
      }
      return [...places].sort().map((place) => {
        const { version = 'unlocked', integrity = '' } = own(packages, place) ?? {};
        return `${place} ${version} ${integrity}`;
      });
    },
  };
}

/**
 * Finds `name` as the package at `from` would: in its own node_modules, or in those of a folder above. Gives undefined
 * when the lock file lacks it.
 */
function placeOf(packages: Record<string, Entry>, from: string, name: string): string | undefined {
  for (let at = from; ; ) {
    const place = `${at === '' ? '' : `${at}/`}node_modules/${name}`;
    if (own(packages, place)) return place;
    if (at === '') return undefined;
    const above = at.lastIndexOf('/node_modules/');
    at = above < 0 ? '' : at.slice(0, above);
  }
}
