// Checks the files of a tree without comparing them with the objects: each file must have the hash in its name, and the
// gzip and brotli forms of an answer must unpack to the same bytes.

import { isOfObjects, isSearchFile } from '../../../src/tree/static-tree.ts';
import { type Listed, parseShard, type Shard, storedName } from '../../../src/tree/tree-list.ts';
import { unpackers } from '../../files/compress.ts';
import { packAt, readPacked } from '../../packs/dist-store.ts';
import { listedEntries } from '../../packs/list-reader.ts';
import type { TornFault } from '../../packs/torn-note.ts';

/**
 * Finds damaged packs and files of the tree with the list `list`. Other checks compare the content of packs with the
 * objects.
 */
export function checkPacks(dist: string, list: readonly Shard[]): TornFault[] {
  return list.flatMap(([, shard]) => {
    let listed: Listed[];
    try {
      listed = parseShard(readPacked(dist, shard));
    } catch {
      return [{ said: `${storedName(shard)}, a part of the list, is missing or damaged` }];
    }
    return listed.filter(({ key }) => !isOfObjects(key)).flatMap((one) => checkPack(dist, one));
  });
}

function checkPack(dist: string, listed: Listed): TornFault[] {
  const { key } = listed;
  try {
    // Reads the whole pack to check its hash, because other checks read only parts of it.
    readPacked(dist, listed.sha256);
    if (isSearchFile(key)) return [];
    const entries = new Map(listedEntries(packAt(dist, listed)));
    const torn = [...entries.keys()].filter((name) => name.endsWith('.gz') && !isSame(entries, name.slice(0, -3)));
    return torn.map((name) => fault(`${key}/${name}`));
  } catch {
    return [fault(key)];
  }
}

function isSame(entries: ReadonlyMap<string, Buffer>, name: string): boolean {
  const br = entries.get(`${name}.br`);
  return br !== undefined && unpackers.br(br).equals(unpackers.gz(entries.get(`${name}.gz`)!));
}

const fault = (path: string): TornFault => ({ said: `${path} is missing or differs`, file: path });
