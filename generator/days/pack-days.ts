// Packs the catalogs of earlier days, so that a day in HUB_DATA takes little more space than what it changed. The
// address of a catalog stays that of its whole bytes. The newest day stays whole, since every build reads it.
import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Address, objectName } from '../../src/nouns/address.ts';
import { syncFolder } from '../files/durability.ts';
import { type CatalogFile, openCatalog } from './catalog-reader.ts';
import type { ObjectStore } from './object-store.ts';
import {
  canPack,
  formatIndex,
  MOST_KEY_BLOCKS,
  openBytes,
  PACKED,
  type PackedBlock,
  PackedFile,
  packBlock,
} from './packed-file.ts';

/** The number of bytes of a block, about: smaller blocks have less in common with their dictionary. */
const BLOCK = 1 << 17;
/** The size in bytes from which a catalog is packed: less would hardly save disk space. */
const FEWEST = 1 << 18;
/** A run packs at most this many days, so that the first one in an old hub does not take hours. */
const MOST_DAYS = 10;
/**
 * A day whose difference to the key file has more than this share of the key file becomes a key file itself. The
 * difference of a day takes 2 % of a key file if 1 % of the revisions and all figures are new.
 */
const MOST_SHARE = 1 / 5;

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
function keyOf(path: string, address: Address): string {
  const file = new PackedFile(path);
  file.close();
  return file.index.key ?? objectName(address);
}

/** Replaces a whole catalog by a packed one that was read and hashed. Returns the name of its key file. */
async function packDay(store: ObjectStore, day: CatalogFile, key: string | undefined): Promise<string> {
  const place = store.placeOf(day.address);
  const fresh = `${place}.new${PACKED}`;
  const keyFile = key === undefined ? undefined : new PackedFile(`${store.root}/${key}${PACKED}`);
  try {
    writePacked(day.path, fresh, key, keyFile);
    const isLarge = keyFile && sizeOf(fresh) > MOST_SHARE * sizeOf(`${store.root}/${key}${PACKED}`);
    if (isLarge) writePacked(day.path, fresh, undefined, undefined);
    await openCatalog(fresh, day.address);
    renameSync(fresh, place + PACKED);
    syncFolder(dirname(place));
    rmSync(place);
    return isLarge || key === undefined ? objectName(day.address) : key;
  } finally {
    keyFile?.close();
    rmSync(fresh, { force: true });
  }
}

function writePacked(from: string, to: string, key: string | undefined, keyFile: PackedFile | undefined): void {
  const fd = openSync(to, 'w');
  try {
    const blocks: PackedBlock[] = [];
    let pending: { bytes: Buffer; name: string } | undefined;
    const put = (end: string | undefined) => {
      const { bytes, name } = pending!;
      const range = keyFile && keyBlocks(keyFile.index.blocks, name, end);
      const packed = packBlock(bytes, range && keyFile.join(range));
      writeSync(fd, packed);
      blocks.push({ plain: bytes.length, packed: packed.length, name, ...(range && { key: range }) });
    };
    for (const block of namedBlocks(from)) {
      if (pending) put(block.name);
      pending = block;
    }
    if (pending) put(undefined);
    writeSync(fd, formatIndex({ key: key ?? null, blocks }));
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Finds the blocks of the key file in which models from `name` up to `end` are. */
function keyBlocks(blocks: readonly PackedBlock[], name: string, end: string | undefined): [number, number] {
  const after = blocks.findIndex((block) => block.name > name);
  const from = Math.max(0, (after < 0 ? blocks.length : after) - 1);
  const next = end === undefined ? -1 : blocks.findIndex((block, at) => at > from && block.name > end);
  return [from, Math.min(next < 0 ? blocks.length : next, from + MOST_KEY_BLOCKS)];
}

/** Cuts a catalog into blocks that end with a line, each named by the list and the id of its first line. */
function* namedBlocks(path: string): Generator<{ bytes: Buffer; name: string }> {
  const file = openBytes(path);
  try {
    let name = '';
    for (let at = 0; at < file.size; ) {
      const buffer = Buffer.allocUnsafe(BLOCK);
      const read = buffer.subarray(0, file.read(buffer, at));
      const end = at + read.length < file.size ? read.lastIndexOf(0x0a) + 1 : 0;
      const bytes = end > 0 ? read.subarray(0, end) : read;
      name = nameOf(bytes) ?? name;
      yield { bytes, name };
      at += bytes.length;
    }
  } finally {
    file.close();
  }
}

/** Names a block by its first line: `m` and the id for the list of models, `r` and the id for the list of rows. */
function nameOf(bytes: Buffer): string | undefined {
  const line = bytes.subarray(0, bytes.indexOf(0x0a)).toString('latin1');
  const model = /^"([^"]+)":/.exec(line)?.[1];
  if (model !== undefined) return `m${model}`;
  const row = /"id":"([^"]+)"/.exec(line)?.[1];
  return row === undefined ? undefined : `r${row}`;
}
