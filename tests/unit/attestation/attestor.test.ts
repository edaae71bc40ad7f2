// Tests the attestation key: signatures equal the examples of RFC 6979, and every hub with the same key makes the
// same signatures.
import { createPublicKey, verify } from 'node:crypto';
import { p256 } from '@noble/curves/nist.js';
import { expect, test } from 'vitest';
import { openAttestor } from '../../../src/attestation/attestations.ts';
import { hexOfBytes } from '../../../src/basics/bytes.ts';
import { attestationSecret } from '../../fixtures/attestation.ts';

const attestor = openAttestor(attestationSecret);
const utf8 = new TextEncoder();

// These signatures are the examples of RFC 6979 A.2.5 with SHA-256.
test.each([
  [
    'sample',
    'efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716',
    'f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8',
  ],
  [
    'test',
    'f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367',
    '019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083',
  ],
])('the attestor signs %j as RFC 6979 does', (text, r, s) => {
  expect(hexOfBytes(p256.Signature.fromBytes(attestor.sign(utf8.encode(text)), 'der').toBytes('compact'))).toBe(r + s);
});

test('the public key verifies signatures', () => {
  const [bytes, other] = [utf8.encode('these bytes'), utf8.encode('those bytes')];
  const key = createPublicKey(attestor.publicKey);
  expect(verify('sha256', bytes, key, attestor.sign(bytes))).toBe(true);
  expect(verify('sha256', other, key, attestor.sign(bytes))).toBe(false);
});
