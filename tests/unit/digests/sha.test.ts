// Tests SHA-1 and SHA-256, both Node's own and the code in WebAssembly.
import { expect, test } from 'vitest';
import { nativeSha } from '../../../src/digests/native.ts';
import { sha1Hex, sha256Hex } from '../../../src/digests/sha.ts';
import { wasmSha } from '../../../src/digests/wasm-sha.ts';

test.each([
  ['native', nativeSha()!],
  ['WebAssembly', wasmSha],
  ['what is used', { sha1Hex, sha256Hex }],
])('SHA-1 and SHA-256, %s', (_, sha) => {
  // The examples of FIPS 180-4 for one block.
  expect(sha.sha1Hex('abc')).toBe('a9993e364706816aba3e25717850c26c9cd0d89d');
  expect(sha.sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(sha.sha256Hex('é')).toBe(sha.sha256Hex(Uint8Array.of(0xc3, 0xa9)));
});
