// Keeps a published object as one file, on a disk or in a bucket. A file has three parts, so that one write shows all
// of them:
// - the object's bytes
// - JSON with kind, media_type, filename and created_at_millis
// - 16 bytes: the first 8 bytes of the JSON's BLAKE3, the JSON's length (4 bytes, big-endian), "HUB1"
// `head -c SIZE FILE | b3sum` checks an object by hand.
import { openBlake3 } from '../../../src/digests/blake3.ts';
import { sha256Hex } from '../../../src/digests/sha.ts';
import { type Address, addressFromHex, objectName } from '../../../src/nouns/address.ts';
import type { ObjectMetadata } from '../../../src/shapes/objects.ts';
import { type Store, StoreAway } from '../../../src/tree/store.ts';
import { madeFile } from '../../answers/built-answer.ts';
import { piecewise } from '../../answers/piecewise.ts';
import type { BuiltFile, PublishedObject } from '../../ports/ports.ts';
import { takeTurn } from '../../ports/turns.ts';

const FOOT = 16;
const MAGIC = 'HUB1';
/**
 * The maximum size in bytes of the JSON. The JSON of an object has a few hundred bytes; a file that claims more than
 * this maximum is damaged.
 */
const MOST_FACTS = 8192;
/** Objects of about this many bytes are read as a whole, and kept. */
const SMALL = 1024 * 1024;
/** The size in bytes of a piece of a larger object, unless the store names one. */
const PIECE = 64 * 1024;

type Kept = Omit<ObjectMetadata, 'id' | 'size'>;

/** Makes the file of an object. */
export async function objectFile(bytes: Uint8Array, metadata: ObjectMetadata): Promise<Uint8Array> {
  const { kind, media_type, filename, created_at_millis } = metadata;
  const facts = Buffer.from(JSON.stringify({ kind, media_type, filename, created_at_millis }));
  const foot = Buffer.alloc(FOOT);
  foot.write(await checkOf(facts), 'hex');
  foot.writeUInt32BE(facts.length, 8);
  foot.write(MAGIC, 12, 'latin1');
  return Buffer.concat([bytes, facts, foot]);
}

const checkOf = async (facts: Uint8Array) => (await openBlake3()).blake3Hex(facts).slice(0, 16);

/** Reads the metadata of an object without its bytes; undefined if the object is absent, or the file's end damaged. */
export async function readMetadata(store: Store, id: Address): Promise<ObjectMetadata | undefined> {
  const name = objectName(id);
  const length = (await store.size(name)) ?? 0;
  const tail = await store.range(name, Math.max(0, length - MOST_FACTS), length);
  return tail && parseTail(tail, length, id);
}

/** Reads the metadata in the last bytes of a file of `length` bytes; undefined if they are damaged. */
async function parseTail(last: Uint8Array, length: number, id: Address): Promise<ObjectMetadata | undefined> {
  const tail = Buffer.from(last.buffer, last.byteOffset, last.length).subarray(-MOST_FACTS);
  const at = tail.length - FOOT;
  if (at < 0 || tail.toString('latin1', at + 12) !== MAGIC) return undefined;
  const begin = at - tail.readUInt32BE(at + 8);
  if (begin < 0) return undefined;
  const facts = tail.subarray(begin, at);
  if (tail.toString('hex', at, at + 8) !== (await checkOf(facts))) return undefined;
  return { id, size: length - (tail.length - begin), ...(JSON.parse(facts.toString()) as Kept) };
}

/** An object whose bytes have the right hash. `weight` is the approximate number of bytes that it takes in memory. */
export type CheckedObject = PublishedObject & { weight: number };

/**
 * Reads the file of an object as a whole, and checks its hash. Returns undefined if there is none, or says what is
 * damaged. Each piece of a large object is checked again when it is sent; `onChange` is called if it has changed.
 */
export async function readPublished(
  store: Store,
  id: Address,
  onChange = () => {},
): Promise<CheckedObject | { damage: string } | undefined> {
  const name = objectName(id);
  const first = await store.range(name, 0, SMALL + MOST_FACTS);
  if (!first) return undefined;
  const isAll = first.length < SMALL + MOST_FACTS;
  const metadata = await (isAll ? parseTail(first, first.length, id) : readMetadata(store, id));
  if (!metadata) return { damage: 'its description can’t be read' };
  const bytes = first.subarray(0, metadata.size);
  const { hex, file, weight } = isAll
    ? { hex: await hashBytes(bytes), file: madeFile(bytes, id), weight: bytes.length }
    : await largeFile(store, metadata, onChange);
  const found = addressFromHex(hex);
  return found === id ? { metadata, file, weight: weight + 500 } : { damage: `its bytes hash to ${found}` };
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
    await takeTurn();
  }
  return hasher.hex();
}

/** Hashes a large object piece by piece. The file that it makes sends a piece only if its hash is still the same. */
async function largeFile(
  store: Store,
  { id, size }: ObjectMetadata,
  onChange: () => void,
): Promise<{ hex: string; file: BuiltFile; weight: number }> {
  const { piece = PIECE } = store;
  const read = async (at: number) => {
    const bytes = await store.range(objectName(id), at, Math.min(size, at + piece));
    // Another turn begins, so that other requests run in between.
    await takeTurn();
    return bytes ?? new Uint8Array();
  };
  const hasher = await (await openBlake3()).createBlake3();
  const hashes: string[] = [];
  for (let at = 0; at < size; at += piece) {
    const bytes = await read(at);
    hasher.update(bytes);
    hashes.push(sha256Hex(bytes));
  }
  const checked = async (start: number, end: number) => {
    const at = start - (start % piece);
    const bytes = await read(at);
    if (sha256Hex(bytes) === hashes[at / piece]) return bytes.subarray(start - at, end - at);
    onChange();
    throw new StoreAway(`the published object ${id} has changed`, true);
  };
  const body = piecewise(size, checked, { piece });
  return {
    hex: hasher.hex(),
    file: madeFile(body, id),
    weight: hashes.length * 100,
  };
}
