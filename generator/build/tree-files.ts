// The files of a tree's own folder: those of models and objects lie elsewhere, and are only linked.
import { createHash } from 'node:crypto';
import { closeSync, linkSync, readdirSync, readSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { openOwnFileSync } from '../../functions/hosts/plain-file.ts';
import { HASH_SHARDS, STAMP } from '../../src/static-tree.ts';
import { SUPERSEDED_FILE } from './owners-file.ts';

const CHUNK = 1 << 20;

/** The paths of all files in the folder of the tree, links to others not included; sorted. */
export function ownFiles(tree: string, below = ''): string[] {
  return readdirSync(join(tree, below), { withFileTypes: true })
    .flatMap((entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) return path === 'models' ? [] : ownFiles(tree, path);
      return entry.isFile() ? [path] : [];
    })
    .sort();
}

/**
 * Gives every file of `tree` that has the same bytes as that of the tree at `before` the very file that stands there:
 * what did not change is written by nobody, and who copies a tree by what is new copies nothing.
 */
export function keepSameFiles(tree: string, before: string): void {
  for (const path of ownFiles(tree)) {
    const [fresh, old] = [join(tree, path), join(before, path)];
    if (!isSameFile(fresh, old)) continue;
    const link = `${fresh}.link`;
    linkSync(old, link);
    renameSync(link, fresh);
  }
}

/**
 * SHA-256 of the files that neither the catalog nor a document vouches for, by their paths: the search index, the
 * registry's answers for our own repositories, and the lists that the tree keeps of itself. Left out is the list of what
 * this tree superseded: it depends on which tree stood before.
 */
export function otherFiles(tree: string, documents: Readonly<Record<string, string>>): Record<string, string> {
  const isVouchedFor = (path: string) =>
    path === STAMP ||
    path === SUPERSEDED_FILE ||
    path.startsWith(`${HASH_SHARDS}/`) ||
    Object.hasOwn(documents, path.replace(/\.(br|gz)$/, ''));
  return Object.fromEntries(
    ownFiles(tree)
      .filter((path) => !isVouchedFor(path))
      .map((path) => [path, sha256OfFile(join(tree, path))]),
  );
}

/** The SHA-256 of a file. Throws when there is none. */
export function sha256OfFile(path: string): string {
  const hash = createHash('sha256');
  for (const chunk of chunksOf(path)) hash.update(chunk);
  return hash.digest('hex');
}

/** True when a file is there and has that SHA-256. */
export function hasSha256(path: string, sha256: string): boolean {
  try {
    return sha256OfFile(path) === sha256;
  } catch {
    return false;
  }
}

/** True when both are there with the same bytes, and are not one file already. */
function isSameFile(fresh: string, old: string): boolean {
  const [one, other] = [statSync(fresh), statSync(old, { throwIfNoEntry: false })];
  if (!other?.isFile() || one.ino === other.ino || one.size !== other.size) return false;
  const others = chunksOf(old);
  for (const chunk of chunksOf(fresh)) {
    const { value } = others.next();
    if (!value || !chunk.equals(value)) return false;
  }
  return true;
}

/** The bytes of a file; each chunk is valid until the next. */
function* chunksOf(path: string): Generator<Buffer, undefined> {
  const fd = openOwnFileSync(path);
  try {
    const buffer = Buffer.allocUnsafe(CHUNK);
    for (let read = readSync(fd, buffer); read > 0; read = readSync(fd, buffer)) yield buffer.subarray(0, read);
  } finally {
    closeSync(fd);
  }
}
