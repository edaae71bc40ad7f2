// Keeps a published object as one file, on a disk or in a bucket. A file has three parts, so that one rename shows all
// of them:
// - the object's bytes
// - JSON with kind, media_type, filename and created_at_millis
// - 16 bytes: the first 8 bytes of the JSON's BLAKE3, the JSON's length (4 bytes, big-endian), "HUB1"
// `head -c SIZE FILE | b3sum` checks an object by hand.
import type { FileHandle } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { openBlake3 } from '../../../src/digests/blake3.ts';
import { type Address, addressFromHex } from '../../../src/nouns/address.ts';
import type { ObjectMetadata } from '../../../src/shapes/object-plane.ts';

const FOOT = 16;
const MAGIC = 'HUB1';
/**
 * The maximum size in bytes of the JSON. The JSON of an object has a few hundred bytes; a file that claims more than
 * this maximum is damaged.
 */
export const MOST_FACTS = 8192;
/** Objects of at most this many bytes are read as a whole. */
export const SMALL = 1024 * 1024;

type Kept = Omit<ObjectMetadata, 'id' | 'size'>;

/** Makes the part of the file that follows the object's bytes. */
export async function objectTail({ kind, media_type, filename, created_at_millis }: Kept): Promise<Buffer> {
  const facts = Buffer.from(JSON.stringify({ kind, media_type, filename, created_at_millis }));
  const foot = Buffer.alloc(FOOT);
  foot.write(await checkOf(facts), 'hex');
  foot.writeUInt32BE(facts.length, 8);
  foot.write(MAGIC, 12, 'latin1');
  return Buffer.concat([facts, foot]);
}

const checkOf = async (facts: Uint8Array) => (await openBlake3()).blake3Hex(facts).slice(0, 16);

/**
 * Reads the metadata in the file of the object `id`, which is `length` bytes long. It does not read the object's bytes.
 * Returns undefined if the end of the file is damaged.
 */
export async function readTail(file: FileHandle, length: number, id: Address): Promise<ObjectMetadata | undefined> {
  return parseTail(await readPart(file, Math.max(0, length - MOST_FACTS), Math.min(length, MOST_FACTS)), length, id);
}

/**
 * Reads the metadata in `tail`: the last `MOST_FACTS` bytes of the file, or the whole file if it is smaller. Returns
 * undefined if `tail` is damaged.
 */
export async function parseTail(tail: Buffer, length: number, id: Address): Promise<ObjectMetadata | undefined> {
  const at = tail.length - FOOT;
  if (at < 0 || tail.toString('latin1', at + 12) !== MAGIC) return undefined;
  const begin = at - tail.readUInt32BE(at + 8);
  if (begin < 0) return undefined;
  const facts = tail.subarray(begin, at);
  if (tail.toString('hex', at, at + 8) !== (await checkOf(facts))) return undefined;
  return { id, size: length - (tail.length - begin), ...(JSON.parse(facts.toString()) as Kept) };
}

/** The result of reading an object's file and checking its hash. Only a small object has `bytes`. */
export type CheckedObjectFile = { metadata: ObjectMetadata; bytes: Buffer | undefined } | { damage: string };

/** Reads the whole file. If its bytes hash to `id`, returns the object; otherwise says what is damaged. */
export async function checkFile(file: FileHandle, length: number, id: Address): Promise<CheckedObjectFile> {
  const metadata = await readTail(file, length, id);
  if (!metadata) return { damage: 'its description can’t be read' };
  const { size } = metadata;
  const bytes = size <= SMALL ? await readPart(file, 0, size) : undefined;
  const found = addressFromHex(await (bytes ? hashBytes(bytes) : hashPart(file, size)));
  return found === id ? { metadata, bytes } : { damage: `its bytes hash to ${found}` };
}

/**
 * Computes the BLAKE3 of an object's bytes as 64 lowercase hex characters. Works in parts, so that other requests run
 * in between.
 */
export async function hashBytes(bytes: Uint8Array): Promise<string> {
  const { blake3Hex, createBlake3 } = await openBlake3();
  if (bytes.length <= SMALL) return blake3Hex(bytes);
  const hasher = await createBlake3();
  for (let at = 0; at < bytes.length; at += SMALL) {
    hasher.update(bytes.subarray(at, at + SMALL));
    await turn();
  }
  return hasher.hex();
}

async function readPart(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(length);
  let at = 0;
  while (at < length) {
    const { bytesRead } = await file.read(bytes, at, length - at, start + at);
    if (bytesRead === 0) return bytes.subarray(0, at);
    at += bytesRead;
  }
  return bytes;
}

/** Hashes the first `length` bytes of a file piece by piece, so that other requests run in between. */
async function hashPart(file: FileHandle, length: number): Promise<string> {
  const hasher = await (await openBlake3()).createBlake3();
  const piece = Buffer.allocUnsafeSlow(SMALL);
  for (let at = 0; at < length; ) {
    const { bytesRead } = await file.read(piece, 0, Math.min(piece.length, length - at), at);
    if (bytesRead === 0) break;
    hasher.update(piece.subarray(0, bytesRead));
    at += bytesRead;
  }
  return hasher.hex();
}
