// Makes a log in memory: its tiles, the index of its models, and a signed checkpoint.
import { ed25519 } from '@noble/curves/ed25519.js';
import { sha256Hex } from '../../../src/digests/sha.ts';
import { formatLeaf, type Leaf } from '../../../src/log/leaves.ts';
import { type Hash, leafHash, rootOf } from '../../../src/log/merkle.ts';
import { modelIndex } from '../../../src/log/model-index.ts';
import {
  cosignatureBytes,
  formatCheckpoint,
  formatNote,
  formatSignature,
  signedBytes,
  type VerifierKey,
  verifierKey,
} from '../../../src/log/note.ts';
import { entryBundle, hashesOfLevel, type LogFiles, newTiles, TILE_WIDTH, tilePath } from '../../../src/log/tiles.ts';
import type { LoggedDay, LoggedModel, LoggedWithdrawal } from '../../../src/shapes/log.ts';

const utf8 = new TextEncoder();
export const bytesOf = (text: string) => utf8.encode(text);

export const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Makes the tiles of a log with these leaves. Computes each tile directly from the leaves below it. */
export function tilesOf(leaves: readonly Uint8Array[]): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const hashes = leaves.map(leafHash);
  for (const tile of newTiles(0, leaves.length)) {
    const begin = tile.index * TILE_WIDTH;
    const places = Array.from({ length: tile.width }, (_, at) => begin + at);
    const bytes =
      typeof tile.level === 'string'
        ? entryBundle(places.map((at) => leaves[at]!))
        : Buffer.concat(places.map((at) => hashAbove(hashes, tile.level as number, at)));
    files.set(tilePath(tile), bytes);
  }
  return files;
}

const hashAbove = (hashes: readonly Hash[], level: number, at: number) =>
  rootOf(hashes.slice(at * TILE_WIDTH ** level, (at + 1) * TILE_WIDTH ** level));

/** Returns the number of tiles in each of the lowest three levels of a tree with `size` leaves. */
export const tilesByLevel = (size: number) =>
  [0, 1, 2].map((level) => Math.ceil(hashesOfLevel(size, level) / TILE_WIDTH));

export interface Signer {
  secret: Uint8Array;
  key: VerifierKey;
}

export function signer(name: string, type: VerifierKey['type'] = 'ed25519'): Signer {
  const { secretKey, publicKey } = ed25519.keygen();
  return { secret: secretKey, key: verifierKey(name, publicKey, type) };
}

export const ORIGIN = 'hub.example/log';

/** Makes the note of a checkpoint, signed by the log's key. */
export function checkpointOf(leaves: readonly Uint8Array[], { secret, key }: Signer, origin = ORIGIN): string {
  const text = formatCheckpoint({ origin, size: leaves.length, root: rootOf(leaves.map(leafHash)) });
  return formatNote({
    text,
    signatures: [{ name: key.name, id: key.id, bytes: ed25519.sign(utf8.encode(text), secret) }],
  });
}

/** Makes a witness's cosignature of `checkpoint`. `time` is in seconds since 1970; `over` replaces the signed text. */
export function cosignature(checkpoint: string, { secret, key }: Signer, time = 1_795_132_800, over?: string): string {
  const text = over ?? checkpoint.slice(0, checkpoint.lastIndexOf('\n\n') + 1);
  const bytes = cosignatureBytes(time, ed25519.sign(signedBytes(text, 'cosignature', time), secret));
  return formatSignature({ name: key.name, id: key.id, bytes });
}

export const sumsOf = (id: string) => `${sha256Hex(id)}  config.json\n`;

export function modelLeaf(id: string, facts: Partial<LoggedModel> = {}): LoggedModel {
  return {
    format: 'hub.model-hub.logged-model/v1',
    id,
    revision: sha256Hex(id).slice(0, 40),
    object: `blake3:${sha256Hex(`object of ${id}`)}`,
    sums: sha256Hex(sumsOf(id)),
    sources: ['huggingface.co'],
    ...facts,
  };
}

export function dayLeaf(facts: Partial<LoggedDay> = {}): LoggedDay {
  return {
    format: 'hub.model-hub.logged-day/v1',
    day: '2026-11-20',
    catalog: `blake3:${sha256Hex('catalog')}`,
    tree: sha256Hex('tree'),
    expires: '2026-11-27T00:00:00Z',
    models: { count: 0, root: hex(rootOf([])) },
    ...facts,
  };
}

/**
 * Makes the log of a day with the leaves `before`, then those of `models`. Its index has the newest leaf of each id.
 */
export function logOf(
  models: readonly (LoggedModel | LoggedWithdrawal)[],
  by: Signer,
  facts: Partial<LoggedDay> = {},
  before: readonly Uint8Array[] = [],
) {
  const leaves = [...before, ...models.map((leaf) => bytesOf(formatLeaf(leaf)))];
  const newest = new Map<string, number>();
  for (const [index, bytes] of leaves.entries()) {
    const leaf = JSON.parse(Buffer.from(bytes).toString()) as Leaf;
    if ('id' in leaf) newest.set(leaf.id, index);
  }
  const listed = [...newest].sort(([one], [other]) => (one < other ? -1 : 1));
  const root = rootOf(listed.map(([, index]) => leafHash(leaves[index]!)));
  const day: Leaf = dayLeaf({ models: { count: listed.length, root: hex(root) }, ...facts });
  leaves.push(bytesOf(formatLeaf(day)));
  const files = tilesOf(leaves);
  for (const [path, text] of modelIndex(leaves.length, listed)) files.set(path, bytesOf(text));
  files.set('checkpoint', bytesOf(checkpointOf(leaves, by)));
  return { leaves, files, read: ((path) => files.get(path)) as LogFiles };
}
