// Checks that a bucket holds a whole tree: every pack and list that `current` leads to, and every object of every day.

import type { Stamp } from '../../generator/packs/tree-layout.ts';
import { blake3Hex } from '../../generator/process/blake3.ts';
import { parseEntryLine } from '../../src/catalog/catalog-object.ts';
import { sha256Hex } from '../../src/digests/sha.ts';
import { type Address, addressFromHex } from '../../src/nouns/address.ts';
import type { ObjectKind } from '../../src/nouns/media-types.ts';
import { objectPath } from '../../src/tree/static-tree.ts';
import { parseCurrent } from '../../src/tree/store.ts';
import { parseShard, storedName } from '../../src/tree/tree-list.ts';

export interface WholeBucket {
  /** The name of the current tree; undefined if there is none. */
  tree: string | undefined;
  snapshot: string | undefined;
  /** A sentence for each missing or damaged file. */
  faults: string[];
}

/** Reads all files of the current tree in a bucket, and all objects of its days; `read` throws if a name is missing. */
export function wholeBucket(read: (name: string) => Buffer): WholeBucket {
  const faults: string[] = [];
  const attempt = (name: string) => {
    try {
      return read(name);
    } catch {
      return undefined;
    }
  };
  const pack = (sha256: string) => {
    const bytes = attempt(storedName(sha256));
    if (!bytes) faults.push(`${storedName(sha256)} is missing`);
    else if (sha256Hex(bytes) !== sha256) faults.push(`${storedName(sha256)} is damaged`);
    return bytes;
  };
  const object = (kind: ObjectKind, address: Address) => {
    const bytes = attempt(objectPath(kind, address));
    if (!bytes) faults.push(`${objectPath(kind, address)} is missing`);
    else if (addressFromHex(blake3Hex(bytes)) !== address) faults.push(`${objectPath(kind, address)} is damaged`);
    return bytes;
  };
  const tree = parseCurrent(attempt('current')?.toString() ?? '');
  const stamp = tree === undefined ? undefined : (JSON.parse(pack(tree)?.toString() ?? 'null') as Stamp | null);
  for (const [, shard] of stamp?.list ?? [])
    for (const { sha256, index } of parseShard(pack(shard) ?? Buffer.alloc(0)))
      for (const name of index === undefined ? [sha256] : [sha256, index]) pack(name);
  for (const { catalog } of stamp?.days ?? []) {
    const text = object('catalog', catalog as Address)?.toString() ?? '';
    for (const line of text.split('\n').filter((one) => /^"[^"]+":\{"(?:card|model)":/.test(one))) {
      const { entry } = parseEntryLine(line.replace(/,$/, ''));
      object('model', entry.model);
      for (const source of entry.sources) object('source', source);
      if (entry.card) object('card', entry.card);
    }
  }
  return { tree, snapshot: stamp?.snapshot, faults };
}
