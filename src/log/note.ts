// Signed notes (C2SP signed-note): a text and its signatures; the keys that sign them, in the format of Go's checksum
// database; and checkpoints (C2SP tlog-checkpoint), notes with the size and the root of a log.
import { ed25519 } from '@noble/curves/ed25519.js';
import { base64, bytesOfHex, exactBytes, hexOfBytes } from '../basics/bytes.ts';
import { defined } from '../basics/records.ts';
import { Secret } from '../basics/secret.ts';
import { sha256 } from '../digests/sha.ts';
import { HASH_BYTES, type TreeHead } from './merkle.ts';

/**
 * The kind of a signature. A log signs the text itself; a witness signs a time and the text (C2SP tlog-cosignature).
 */
export type SignatureType = 'ed25519' | 'cosignature';

const TYPE_BYTE: Record<SignatureType, number> = { ed25519: 1, cosignature: 4 };
/** The bytes of a public key, and of the seed of a private one. */
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const TIME_BYTES = 8;
/** The maximum size in bytes of a note, and the maximum number of its signatures. */
const MOST_BYTES = 256 * 1024;
const MOST_SIGNATURES = 64;

/** A public key with its name. */
export interface VerifierKey {
  name: string;
  type: SignatureType;
  /** 8 lowercase hex characters. */
  id: string;
  key: Uint8Array;
}

export interface NoteSignature {
  name: string;
  id: string;
  /** The bytes of the signature, without the key id before them. */
  bytes: Uint8Array;
}

/** Returns a test that is true for what has the name and the id of `key`: a key, or a signature by it. */
export const isOfKey =
  (key: Pick<VerifierKey, 'name' | 'id'>) =>
  ({ name, id }: Pick<VerifierKey, 'name' | 'id'>): boolean =>
    name === key.name && id === key.id;

export interface Note {
  /** The text, which ends with a line feed. */
  text: string;
  signatures: NoteSignature[];
}

/** A valid signature. */
export interface VerifiedSignature {
  key: VerifierKey;
  /** The time of a cosignature, in seconds since 1970. */
  time?: number;
}

const utf8 = new TextEncoder();

/** True if `name` may name a key: it is not empty, and has no spaces, plus signs or control characters. */
export function isKeyName(name: string): boolean {
  return /^[^\s+\p{Cc}\p{Zs}]+$/u.test(name);
}

/** Makes the verifier key of a public key, which has 32 bytes. */
export function verifierKey(name: string, key: Uint8Array, type: SignatureType = 'ed25519'): VerifierKey {
  const named = Uint8Array.of(...utf8.encode(`${name}\n`), TYPE_BYTE[type], ...key);
  return { name, type, id: hexOfBytes(sha256(named).subarray(0, 4)), key };
}

/** Returns a verifier key in the usual form: `name+id+base64`. */
export function formatVerifierKey({ name, id, type, key }: VerifierKey): string {
  return `${name}+${id}+${base64(Uint8Array.of(TYPE_BYTE[type], ...key))}`;
}

/**
 * Reads a verifier key. Undefined for other text, for a type of key that this module can't check, and for a wrong id.
 */
export function parseVerifierKey(text: string): VerifierKey | undefined {
  const { name, id, first, bytes } = keyIn(text) ?? {};
  const type = (Object.keys(TYPE_BYTE) as SignatureType[]).find((one) => TYPE_BYTE[one] === first);
  const key = name && bytes && type && verifierKey(name, bytes, type);
  return key && key.id === id && isOwnable(key.key) ? key : undefined;
}

/** Reads the parts of a key: the name, the id, and the bytes, the first of which says what kind of key it is. */
function keyIn(text: string) {
  const [, name = '', id, base64 = ''] = /^([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? [];
  const bytes = exactBytes(base64);
  const isKey = isKeyName(name) && bytes?.length === 1 + KEY_BYTES;
  return isKey ? { name, id, first: bytes[0], bytes: bytes.subarray(1) } : undefined;
}

/**
 * False for bytes that are no point of the curve (RFC 8032, 5.1.3), and for points of small order, whose signatures
 * anybody can forge.
 */
function isOwnable(key: Uint8Array): boolean {
  try {
    return !ed25519.Point.fromBytes(key).isSmallOrder();
  } catch {
    return false;
  }
}

/** Explains why `text` is no verifier key. The words continue a sentence that begins with `text`. */
export function whyNoKey(text: string): string {
  return /^[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]{44}$/.test(text)
    ? 'was mistyped: its 8 digits do not fit the rest'
    : 'is no verifier key: name+8 hex digits+base64';
}

/** Returns a note: `text`, which ends with a line feed, and `signatures` below it. */
export function formatNote({ text, signatures }: Note): string {
  return `${text}\n${signatures.map(formatSignature).join('')}`;
}

/** Returns the line of a signature, which ends with a line feed. */
export function formatSignature({ name, id, bytes }: NoteSignature): string {
  return `— ${name} ${base64(Uint8Array.of(...bytesOfHex(id), ...bytes))}\n`;
}

/** Reads a note, signed or not; undefined for other text. */
export function parseNote(note: string): Note | undefined {
  const cut = note.lastIndexOf('\n\n');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a note must not hold.
  if (cut < 0 || note.length > MOST_BYTES || !note.isWellFormed() || /[\u0000-\u0009\u000b-\u001f]/.test(note))
    return undefined;
  const signatures = parseSignatures(note.slice(cut + 2));
  return signatures && { text: note.slice(0, cut + 1), signatures };
}

/** Reads lines of signatures. Undefined if a line is no signature, or if there are too many. */
export function parseSignatures(lines: string): NoteSignature[] | undefined {
  if (lines !== '' && !lines.endsWith('\n')) return undefined;
  const signatures = lines.split('\n').slice(0, -1).map(parseSignature);
  if (signatures.length > MOST_SIGNATURES || signatures.includes(undefined)) return undefined;
  return signatures as NoteSignature[];
}

function parseSignature(line: string): NoteSignature | undefined {
  const [, name, base64] = /^— (\S+) (\S+)$/u.exec(line) ?? [];
  const bytes = base64 === undefined ? undefined : exactBytes(base64);
  if (name === undefined || !isKeyName(name) || bytes === undefined || bytes.length < 5) return undefined;
  return { name, id: hexOfBytes(bytes.subarray(0, 4)), bytes: bytes.subarray(4) };
}

/**
 * Returns the bytes that a signature of this type covers. `time` is the time of a cosignature, in seconds since 1970.
 */
export function signedBytes(text: string, type: SignatureType, time = 0): Uint8Array {
  return utf8.encode(type === 'ed25519' ? text : `cosignature/v1\ntime ${time}\n${text}`);
}

/** Returns the bytes of a cosignature: the time in eight bytes, then the Ed25519 signature. */
export function cosignatureBytes(time: number, signature: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(TIME_BYTES + SIGNATURE_BYTES);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(time));
  bytes.set(signature, TIME_BYTES);
  return bytes;
}

/**
 * Checks the signatures that `keys` made. `verified` has the valid ones. `wrong` lists the keys with a wrong signature;
 * a caller must refuse the note if there is any.
 */
export function verifyNote({ text, signatures }: Note, keys: readonly VerifierKey[]) {
  const verified: VerifiedSignature[] = [];
  const wrong: VerifierKey[] = [];
  for (const signature of signatures) {
    const key = keys.find(isOfKey(signature));
    if (!key) continue;
    const found = verifySignature(text, signature.bytes, key);
    if (!found) wrong.push(key);
    else if (!verified.some((one) => one.key === key)) verified.push(found);
  }
  return { verified, wrong };
}

function verifySignature(text: string, bytes: Uint8Array, key: VerifierKey): VerifiedSignature | undefined {
  const isTimed = key.type === 'cosignature';
  if (bytes.length !== SIGNATURE_BYTES + (isTimed ? TIME_BYTES : 0)) return undefined;
  const time = isTimed ? Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0)) : undefined;
  if (time !== undefined && !Number.isSafeInteger(time)) return undefined;
  const signature = bytes.subarray(isTimed ? TIME_BYTES : 0);
  // The rule of RFC 8032 applies, as in other verifiers. The wider rule of some ledgers (ZIP 215) would accept more
  // signatures.
  const holds = ed25519.verify(signature, signedBytes(text, key.type, time), key.key, { zip215: false });
  return holds ? { key, ...defined({ time }) } : undefined;
}

const PREFIX = 'PRIVATE+KEY';

/** Makes a new key. `line` is the secret to keep, and `key` the public part for others. */
export function makeSignerKey(name: string) {
  const { secretKey, publicKey } = ed25519.keygen();
  const key = verifierKey(name, publicKey);
  const line = `${PREFIX}+${name}+${key.id}+${base64(Uint8Array.of(TYPE_BYTE.ed25519, ...secretKey))}`;
  return { line: new Secret(line), key };
}

/**
 * Reads the line of a key: `key` is its public part, and `sign` returns the Ed25519 signature of bytes, which has 64
 * bytes. Undefined for other text, and if the id is wrong.
 */
export function parseSignerKey(line: string) {
  const found = line.startsWith(`${PREFIX}+`) ? keyIn(line.slice(PREFIX.length + 1)) : undefined;
  if (found?.first !== TYPE_BYTE.ed25519) return undefined;
  const { name, id, bytes: seed } = found;
  const key = verifierKey(name, ed25519.getPublicKey(seed));
  return key.id === id ? { key, sign: (bytes: Uint8Array) => ed25519.sign(bytes, seed) } : undefined;
}

export interface Checkpoint extends TreeHead {
  /** The name of the log, which is also the name of the key with which the log signs. */
  origin: string;
}

/** Returns the text to sign, including its last line feed. */
export function formatCheckpoint({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${base64(root)}\n`;
}

/**
 * Reads the text of a checkpoint; undefined for any other text. Ignores lines after the third, but none of them may be
 * empty.
 */
export function parseCheckpoint(text: string): Checkpoint | undefined {
  const [origin, digits, base64] = text.split('\n');
  const root = exactBytes(base64 ?? '');
  const size = /^(0|[1-9]\d{0,15})$/.test(digits ?? '') ? Number(digits) : Number.NaN;
  if (!origin || !Number.isSafeInteger(size) || root?.length !== HASH_BYTES || !/^(?:[^\n]+\n)+$/.test(text))
    return undefined;
  return { origin, size, root };
}

/** A signed checkpoint. */
export interface Head extends Checkpoint {
  note: Note;
  /** The exact text of the note. */
  text: string;
}

/** Reads the note of a checkpoint, signed or not; undefined for any other text. */
export function parseSignedCheckpoint(text: string): Head | undefined {
  const note = parseNote(text);
  const checkpoint = note && parseCheckpoint(note.text);
  return checkpoint && { ...checkpoint, note, text };
}
