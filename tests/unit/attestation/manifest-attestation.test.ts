// Tests the attestations of a manifest: they have the form that cosign expects, and the signature
// verifies. tests/clients runs cosign.

import { verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { attestManifest, openAttestations, openAttestor } from '../../../src/attestation/attestations.ts';
import { sha256Hex } from '../../../src/digests/sha.ts';
import type { Digest } from '../../../src/shapes/registry.ts';
import { attestationSecret } from '../../fixtures/attestation.ts';

const attestor = openAttestor(attestationSecret);
const mediaType = 'application/vnd.oci.image.manifest.v1+json';
const subject = { mediaType, digest: `sha256:${'0'.repeat(64)}` as Digest, size: 10 };
const made = attestManifest(attestor, subject);
const digestOf = (text: string) => `sha256:${sha256Hex(text)}`;
const manifest = JSON.parse(made.manifest.text);
const blob = (digest: string) => made.blobs.find((one) => one.digest === digest)!.text;

test('every blob is stored under its digest, and every named blob exists', () => {
  for (const { digest, text, size } of [made.manifest, ...made.blobs])
    expect([digestOf(text), Buffer.byteLength(text)]).toEqual([digest, size]);
  const there = new Set<string>(made.blobs.map(({ digest }) => digest));
  for (const named of [manifest.config, ...manifest.layers]) expect(there).toContain(named.digest);
  const { artifactType, annotations } = made.referrer;
  expect(manifest).toMatchObject({ artifactType, annotations, subject });
});

test('cosign’s bundle signs the digest, and says what it attests', () => {
  const [{ digest }] = manifest.layers;
  const { dsseEnvelope: envelope } = JSON.parse(blob(digest));
  const payload = Buffer.from(envelope.payload, 'base64');
  const head = `DSSEv1 ${envelope.payloadType.length} ${envelope.payloadType} ${payload.length} `;
  const signature = Buffer.from(envelope.signatures[0].sig, 'base64');
  expect(verify('sha256', Buffer.concat([Buffer.from(head), payload]), attestor.publicKey, signature)).toBe(true);
  expect(JSON.parse(payload.toString())).toMatchObject({
    predicateType: 'https://sigstore.dev/cosign/sign/v1',
    subject: [{ digest: { sha256: '0'.repeat(64) } }],
  });
});

test('two hubs with the same key make the same digests on any day; another manifest or another key gives other digests', () => {
  expect(made.referrer.digest).toBe('sha256:732ca02e8936a8a16629ad7d7ca218b915bf5b8cf2c7be58c89b0077d44c665d');
  const [one, two] = [openAttestations(attestationSecret), openAttestations(attestationSecret)];
  expect(one.ofManifest(subject)).toEqual(two.ofManifest(subject));
  expect(one.ofManifest(subject)).toBe(one.ofManifest(subject));
  const others = [
    one.ofManifest({ ...subject, digest: `sha256:${'1'.repeat(64)}` }),
    openAttestations('1'.padStart(64, '0')).ofManifest(subject),
  ];
  for (const { referrer } of others) expect(referrer.digest).not.toBe(made.referrer.digest);
});
