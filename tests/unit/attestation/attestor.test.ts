// Tests the attestation key: signatures equal the examples of RFC 6979, and every hub with the same key makes the
// same signatures and the same certificate.
import { createPublicKey, verify, X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { openAttestor } from '../../../src/attestation/attestor.ts';
import { NOTICE } from '../../../src/attestation/notice.ts';
import { hexOfBytes } from '../../../src/basics/byte-text.ts';
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
  expect(hexOfBytes(attestor.sign(utf8.encode(text), 'compact'))).toBe(r + s);
});

test('the public key verifies signatures in both formats, DER and compact', () => {
  const [bytes, other] = [utf8.encode('these bytes'), utf8.encode('those bytes')];
  const key = createPublicKey(attestor.publicKey);
  const compact = { key, dsaEncoding: 'ieee-p1363' } as const;
  expect(verify('sha256', bytes, key, attestor.sign(bytes, 'der'))).toBe(true);
  expect(verify('sha256', bytes, compact, attestor.sign(bytes, 'compact'))).toBe(true);
  expect(verify('sha256', other, key, attestor.sign(bytes, 'der'))).toBe(false);
});

test('the certificate is signed by itself, allows only signatures, says what it attests, and never expires', () => {
  const certificate = new X509Certificate(attestor.certificate);
  expect(certificate.verify(createPublicKey(attestor.publicKey))).toBe(true);
  expect(certificate.ca).toBe(false);
  expect(certificate.subject).toBe(certificate.issuer);
  expect(certificate.subject).toContain(NOTICE.replace(';', '\\;'));
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.3']);
  expect(certificate.validFromDate.toISOString()).toBe('2000-01-01T00:00:00.000Z');
  expect(certificate.validToDate.toISOString()).toBe('9999-12-31T23:59:59.000Z');
  expect(BigInt(`0x${certificate.serialNumber}`)).toBeGreaterThan(0n);
});

test('a key has the same certificate on every hub and every day, and another key has another certificate', () => {
  const fingerprint = new X509Certificate(attestor.certificate).fingerprint256;
  expect(fingerprint.replaceAll(':', '').toLowerCase()).toBe(
    '211adec2e0ec6e2736599f2820e2ed76ce99cfffbb56122727a09c8413822c6e',
  );
  expect(openAttestor(attestationSecret).certificate).toBe(attestor.certificate);
  expect(openAttestor('1'.padStart(64, '0')).certificate).not.toBe(attestor.certificate);
});
