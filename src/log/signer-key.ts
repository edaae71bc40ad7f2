// Keys that sign notes, in the format of Go's checksum database: a name, an id, and the seed of an Ed25519 key (RFC
// 8032).
import { ed25519 } from '@noble/curves/ed25519.js';
import { base64, exactBytes } from '../basics/bytes.ts';
import { Secret } from '../basics/secret.ts';
import { isKeyName, type VerifierKey, verifierKey } from './note.ts';

/** A key with its public part and a function that signs. */
interface SignerKey {
  key: VerifierKey;
  /** Returns the Ed25519 signature of `bytes`. A signature has 64 bytes. */
  sign(bytes: Uint8Array): Uint8Array;
}

const PREFIX = 'PRIVATE+KEY';
const ED25519 = 1;
const SEED_BYTES = 32;

/** Makes a new key. `line` is the secret to keep, and `key` the public part for others. */
export function makeSignerKey(name: string): { line: Secret; key: VerifierKey } {
  const { secretKey, publicKey } = ed25519.keygen();
  const key = verifierKey(name, publicKey);
  const line = `${PREFIX}+${name}+${key.id}+${base64(Uint8Array.of(ED25519, ...secretKey))}`;
  return { line: new Secret(line), key };
}

/** Reads the line of a key; undefined for other text, and if the id is wrong. */
export function parseSignerKey(line: string): SignerKey | undefined {
  const [, name, id, base64] = /^PRIVATE\+KEY\+([^+]+)\+([0-9a-f]{8})\+(.+)$/.exec(line) ?? [];
  const bytes = base64 === undefined ? undefined : exactBytes(base64);
  if (name === undefined || !isKeyName(name) || bytes?.length !== 1 + SEED_BYTES || bytes[0] !== ED25519)
    return undefined;
  const seed = bytes.subarray(1);
  const key = verifierKey(name, ed25519.getPublicKey(seed));
  return key.id === id ? { key, sign: (text) => ed25519.sign(text, seed) } : undefined;
}
