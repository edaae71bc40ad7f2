// The Merkle tree of RFC 6962, section 2.1: the hashes of leaves and nodes, and the check of proofs.
import { sha256 } from '../digests/sha.ts';

/** A SHA-256, 32 bytes. */
export type Hash = Uint8Array;

export const HASH_BYTES = 32;

/** Returns the hash of a leaf: the SHA-256 of a byte 0 and the leaf's bytes. */
export function leafHash(leaf: Uint8Array): Hash {
  const bytes = new Uint8Array(leaf.length + 1);
  bytes.set(leaf, 1);
  return sha256(bytes);
}

/** Returns the hash of a node: the SHA-256 of a byte 1 and the hashes of both children. */
export function nodeHash(left: Hash, right: Hash): Hash {
  const bytes = new Uint8Array(1 + 2 * HASH_BYTES);
  bytes[0] = 1;
  bytes.set(left, 1);
  bytes.set(right, 1 + HASH_BYTES);
  return sha256(bytes);
}

export function equalHashes(one: Hash, other: Hash): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/**
 * Returns the root of the tree whose leaves have these hashes. The root of a tree without leaves is the SHA-256 of no
 * bytes.
 */
export function rootOf(hashes: readonly Hash[]): Hash {
  if (hashes.length === 0) return sha256(new Uint8Array());
  let level = hashes;
  // A node without a sibling moves up unchanged. This gives the same root as splitting at the largest power of two.
  while (level.length > 1) {
    const above: Hash[] = [];
    for (let at = 0; at < level.length; at += 2)
      above.push(at + 1 < level.length ? nodeHash(level[at]!, level[at + 1]!) : level[at]!);
    level = above;
  }
  return level[0]!;
}

/**
 * Returns the root of a tree of `size` leaves, computed from the hash of the leaf at `index` and its proof `path` (RFC
 * 9162, section 2.1.3.2). Undefined if `path` has the wrong length for this leaf.
 */
export function rootByInclusion(hash: Hash, index: number, size: number, path: readonly Hash[]): Hash | undefined {
  if (!isPlace(index, size)) return undefined;
  let [node, last, root] = [index, size - 1, hash];
  for (const other of path) {
    if (last === 0) return undefined;
    if (node % 2 === 1 || node === last) {
      root = nodeHash(other, root);
      while (node % 2 === 0 && node !== 0) [node, last] = [half(node), half(last)];
    } else {
      root = nodeHash(root, other);
    }
    [node, last] = [half(node), half(last)];
  }
  return last === 0 ? root : undefined;
}

/** The size and root of a tree, as a checkpoint states them. */
export interface TreeHead {
  /** The number of leaves. */
  size: number;
  root: Hash;
}

/** Halves a count. Bit shifts would fail for counts over 32 bits. */
const half = (count: number) => Math.floor(count / 2);

const isPlace = (index: number, size: number) =>
  Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0 && index < size;
