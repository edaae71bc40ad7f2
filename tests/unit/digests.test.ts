// Digests, native and in WebAssembly: what the public vectors say, and the slower ones where the faster are missing.
import { describe, expect, test } from 'vitest';
import { rememberedObjects } from '../../functions/hosts/memory-objects.ts';
import { nativeBlake3, nativeSha } from '../../src/digests/native.ts';
import * as wasmBlake3 from '../../src/digests/wasm-blake3.ts';
import * as wasmSha from '../../src/digests/wasm-sha.ts';
import { type Blake3, blake3Hex, sha1Hex, sha256Hex } from '../../src/digests.ts';
import { publicFile } from './dialects/oci/models.ts';

interface Vector {
  input_len: number;
  hash: string;
}

const text = publicFile('vectors/blake3-test_vectors.json');
const { cases } = JSON.parse(text ?? '{"cases":[]}') as { cases: Vector[] };

/** The input of every public vector is this, cut to its length. */
const input = (length: number) => Uint8Array.from({ length }, (_, at) => at % 251);

const native = nativeBlake3();

// The package has no build for some platforms.
describe.skipIf(!native)('native BLAKE3', () => agrees(() => native!));
describe('BLAKE3 in WebAssembly', () => agrees(() => wasmBlake3));

function agrees(blake3: () => Blake3): void {
  // The vectors are public files beside a checkout, when they are there.
  test.skipIf(text === undefined).each(cases)('$input_len bytes, whole and in pieces', async ({ input_len, hash }) => {
    const bytes = input(input_len);
    expect(blake3().blake3Hex(bytes)).toBe(hash.slice(0, 64));
    const pieces = await blake3().createBlake3();
    for (let at = 0; at < input_len; at += 1000) pieces.update(bytes.subarray(at, at + 1000));
    expect(pieces.hex()).toBe(hash.slice(0, 64));
  });

  test('a text is hashed as UTF-8, streams beside each other keep apart', async () => {
    const { blake3Hex, createBlake3 } = blake3();
    // As `printf abc | b3sum` says.
    expect(blake3Hex('abc')).toBe('6437b3ac38465133ffb63b75273a8db548c558465d79db03fd359c6cd5bd9d85');
    expect(blake3Hex('é')).toBe(blake3Hex(Uint8Array.of(0xc3, 0xa9)));
    const [one, other] = [await createBlake3(), await createBlake3()];
    one.update('a');
    other.update('é');
    one.update(Buffer.from('-bc-').subarray(1, 3));
    expect(one.hex()).toBe(blake3Hex('abc'));
    expect(other.hex()).toBe(blake3Hex('é'));
  });
}

test('where the package can’t be loaded there is no native BLAKE3, and what is used agrees with WebAssembly', () => {
  const missing = () => {
    throw new Error('no build for this platform');
  };
  expect(nativeBlake3(missing)).toBeUndefined();
  const bytes = input(100_000);
  expect(blake3Hex(bytes)).toBe(wasmBlake3.blake3Hex(bytes));
});

test.each([
  ['native', nativeSha()!],
  ['WebAssembly', wasmSha],
  ['what is used', { sha1Hex, sha256Hex }],
])('SHA-1 and SHA-256, %s', (_, sha) => {
  // FIPS 180-4, the examples of one block.
  expect(sha.sha1Hex('abc')).toBe('a9993e364706816aba3e25717850c26c9cd0d89d');
  expect(sha.sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sha.sha256Hex('é')).toBe(sha.sha256Hex(Uint8Array.of(0xc3, 0xa9)));
});

describe.skipIf(text === undefined)('what is published gets the address that the vectors say', () => {
  test('there are 35', () => expect(cases).toHaveLength(35));

  test.each(cases)('$input_len bytes', async ({ input_len, hash }) => {
    const told = { kind: 'file', media_type: 'a/b', filename: null };
    const { id } = await rememberedObjects().publish(input(input_len), told);
    expect(id).toBe(`blake3:${hash.slice(0, 64)}`);
  });
});
