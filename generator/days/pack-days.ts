// Packs the catalogs of earlier days, so that a day in HUB_DATA takes little more space than what it changed. The
// address of a catalog stays that of its whole bytes. The newest day stays whole, since every build reads it.
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import zlib from 'node:zlib';
import { PACKED, PACKED_BLOCK, type PackedIndex, readPackedFile } from '../../functions/stores/bytes/packed-file.ts';
import { type Address, objectName } from '../../src/nouns/address.ts';
import { syncFolder } from '../files/durability.ts';
import { type CatalogFile, openCatalog } from './catalog-reader.ts';
import type { ObjectStore } from './object-store.ts';
import { openBytes } from './packed-file.ts';

/** The maximum number of blocks in the dictionary of a block. */
const MOST_KEY_BLOCKS = 8;
/** The size in bytes from which a catalog is packed: less would hardly save disk space. */
const FEWEST = 1 << 18;
/** A run packs at most this many days, so that the first one in an old hub does not take hours. */
const MOST_DAYS = 10;
/**
 * A day whose difference to the key file has more than this share of the key file becomes a key file itself. The
 * difference of a day takes 2 % of a key file if 1 % of the revisions and all figures are new.
 */
const MOST_SHARE = 1 / 5;

/** True if this version of Node packs files: those before 24.6 know no dictionaries. */
const canPack = (): boolean => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  return major > 24 || (major === 24 && minor >= 6);
};

/**
 * Packs the days before `newest` that are still whole in the first root of `store`, the earliest of them first. A fault,
 * such as a full disk, leaves the rest of them whole until the next run: the new day is in force already.
 */
export async function packDays(store: ObjectStore, newest: CatalogFile): Promise<void> {
  if (canPack()) await packWhole(store, newest).catch(() => {});
}

async function packWhole(store: ObjectStore, newest: CatalogFile): Promise<void> {
  const whole: CatalogFile[] = [];
  let at: Address | null = newest.frame.prev;
  while (at && whole.length < MOST_DAYS && sizeOf(store.placeOf(at)) >= FEWEST) {
    const day: CatalogFile = await openCatalog(store.placeOf(at), at);
    whole.push(day);
    at = day.frame.prev;
  }
  let key = at && existsSync(store.placeOf(at) + PACKED) ? keyOf(store.placeOf(at) + PACKED, at) : undefined;
  for (const day of whole.reverse()) key = await packDay(store, day, key);
}

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

/** Returns the name of the key file that the packed day `address` has, or is. */
const keyOf = (path: string, address: Address) => readPackedFile(path, ({ key }) => key) ?? objectName(address);

/** Replaces a whole catalog by a packed one that was read and hashed. Returns the name of its key file. */
async function packDay(store: ObjectStore, day: CatalogFile, key: string | undefined): Promise<string> {
  const place = store.placeOf(day.address);
  const fresh = `${place}.new${PACKED}`;
  const keyPath = `${store.root}/${key}${PACKED}`;
  try {
    if (key !== undefined) writePacked(day.path, fresh, key, keyPath);
    const isKey = key === undefined || sizeOf(fresh) > MOST_SHARE * sizeOf(keyPath);
    if (isKey) writePacked(day.path, fresh);
    await openCatalog(fresh, day.address);
    renameSync(fresh, place + PACKED);
    syncFolder(dirname(place));
    rmSync(place);
    return isKey ? objectName(day.address) : key;
  } finally {
    rmSync(fresh, { force: true });
  }
}

/** Packs the file `from` into `to`. Its key file, if there is one, has the name `key`, and lies at `keyPath`. */
function writePacked(from: string, to: string, key: string | null = null, keyPath = ''): void {
  const names = namesIn(from);
  const keyNames = key === null ? [] : namesIn(keyPath);
  const file = openBytes(from);
  const keyFile = key === null ? undefined : openBytes(keyPath);
  const fd = openSync(to, 'w');
  try {
    const index: PackedIndex = { size: file.size, key, blocks: [] };
    let written = 0;
    for (const [at, name] of names.entries()) {
      const bytes = Buffer.allocUnsafe(PACKED_BLOCK);
      const plain = bytes.subarray(0, file.read(bytes, at * PACKED_BLOCK));
      const [first, last] = keyBlocks(keyNames, name, names[at + 1]);
      const dictionary = Buffer.alloc((last - first) * PACKED_BLOCK);
      const begin = first * PACKED_BLOCK;
      const end = begin + (keyFile?.read(dictionary, begin) ?? 0);
      const packed = zlib.zstdCompressSync(plain, { dictionary: dictionary.subarray(0, end - begin) });
      writeSync(fd, packed);
      index.blocks.push([written, written + packed.length, begin, end]);
      written += packed.length;
    }
    const packed = zlib.zstdCompressSync(JSON.stringify(index));
    const length = Buffer.alloc(4);
    length.writeUInt32LE(packed.length);
    writeSync(fd, Buffer.concat([packed, length]));
    fsyncSync(fd);
  } finally {
    for (const one of [file, keyFile]) one?.close();
    closeSync(fd);
  }
}

/** Finds the blocks of the key file in which the models between two names are. */
function keyBlocks(names: readonly string[], name: string, end = ''): [number, number] {
  const after = names.findIndex((one) => one > name);
  const from = Math.max(0, (after < 0 ? names.length : after) - 1);
  const next = end === '' ? -1 : names.findIndex((one, at) => at > from && one > end);
  return [from, Math.min(next < 0 ? names.length : next, from + MOST_KEY_BLOCKS)];
}

/**
 * Names each block of a catalog by the first line that begins in it: `m` and the id for the list of models, `r` and the
 * id for the list of rows. A block without such a line has the name of the block before.
 */
function namesIn(path: string): string[] {
  const file = openBytes(path);
  try {
    const names: string[] = [];
    const bytes = Buffer.alloc(PACKED_BLOCK);
    for (let at = 0; at < file.size; at += PACKED_BLOCK) {
      const block = bytes.subarray(0, file.read(bytes, at));
      const lines = block.toString('latin1', block.indexOf(0x0a) + 1).split('\n', 3);
      names.push(lines.map(nameOf).find((name) => name !== undefined) ?? names.at(-1) ?? '');
    }
    return names;
  } finally {
    file.close();
  }
}

function nameOf(line: string): string | undefined {
  const model = /^"([^"]+)":/.exec(line)?.[1];
  if (model !== undefined) return `m${model}`;
  const row = /"id":"([^"]+)"/.exec(line)?.[1];
  return row === undefined ? undefined : `r${row}`;
}
