// Tests the attestations of a manifest: they have the forms that cosign and notation expect, and each signature
// verifies. tests/clients runs both tools.
import { createHash, verify, X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { openAttestations } from '../../../src/attestation/attestations.ts';
import { openAttestor } from '../../../src/attestation/attestor.ts';
import { attestManifest } from '../../../src/attestation/manifest-attestations.ts';
import type { Digest } from '../../../src/shapes/registry.ts';
import { attestationSecret } from '../../fixtures/attestation.ts';

const attestor = openAttestor(attestationSecret);
const mediaType = 'application/vnd.oci.image.manifest.v1+json';
const subject = { mediaType, digest: `sha256:${'0'.repeat(64)}` as Digest, size: 10 };
const made = attestManifest(attestor, 'acme/tiny', subject);
const digestOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;
const manifest = (digest: string) => JSON.parse(made.manifests.find((one) => one.digest === digest)!.text);
const blob = (digest: string) => made.blobs.find((one) => one.digest === digest)!.text;

test('every blob is stored under its digest, and every named blob exists', () => {
  for (const { digest, text, size } of [...made.manifests, ...made.blobs])
    expect([digestOf(text), Buffer.byteLength(text)]).toEqual([digest, size]);
  const there = new Set<string>(made.blobs.map(({ digest }) => digest));
  for (const { digest } of made.manifests)
    for (const named of [manifest(digest).config, ...manifest(digest).layers]) expect(there).toContain(named.digest);
  for (const { digest, artifactType, annotations } of made.referrers)
    expect(manifest(digest)).toMatchObject({ artifactType, annotations, subject });
});

test('cosign’s bundle signs the digest, and says what it attests', () => {
  const [{ digest }] = manifest(made.referrers[0]!.digest).layers;
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

test('notation’s envelope is a JWS by the certificate in it', () => {
  const { layers, annotations } = manifest(made.referrers[1]!.digest);
  const jws = JSON.parse(blob(layers[0].digest));
  const certificate = new X509Certificate(Buffer.from(jws.header.x5c[0], 'base64'));
  const key = { key: certificate.publicKey, dsaEncoding: 'ieee-p1363' } as const;
  const signed = Buffer.from(`${jws.protected}.${jws.payload}`);
  expect(verify('sha256', signed, key, Buffer.from(jws.signature, 'base64url'))).toBe(true);
  const thumbprint = certificate.fingerprint256.replaceAll(':', '').toLowerCase();
  expect(JSON.parse(annotations['io.cncf.notary.x509chain.thumbprint#S256'])).toEqual([thumbprint]);
  expect(JSON.parse(Buffer.from(jws.protected, 'base64url').toString())).toEqual({
    alg: 'ES256',
    cty: 'application/vnd.cncf.notary.payload.v1+json',
    crit: ['io.cncf.notary.signingScheme'],
    'io.cncf.notary.signingScheme': 'notary.x509',
    'io.cncf.notary.signingTime': '2000-01-01T00:00:00Z',
  });
  const { targetArtifact } = JSON.parse(Buffer.from(jws.payload, 'base64url').toString());
  expect(targetArtifact).toMatchObject(subject);
});

test('older versions of cosign find a payload and its signature', () => {
  const [layer] = manifest(made.tagged).layers;
  const signature = Buffer.from(layer.annotations['dev.cosignproject.cosign/signature'], 'base64');
  expect(verify('sha256', Buffer.from(blob(layer.digest)), attestor.publicKey, signature)).toBe(true);
});

test('two hubs with the same key make the same digests on any day; another manifest or another key gives other digests', () => {
  const digests = ({ referrers, tagged }: typeof made) => [...referrers.map(({ digest }) => digest), tagged];
  expect(digests(made)).toEqual([
    'sha256:732ca02e8936a8a16629ad7d7ca218b915bf5b8cf2c7be58c89b0077d44c665d',
    'sha256:c81d996b342cea9aa918f786f79391160bbe91ff7cffa167a5a2e7ebe47d0a09',
    'sha256:efa4a5d7749cdf1b0bf539693893c6c70ef85b634814e473c1fba973fa85bcf0',
  ]);
  const [one, two] = [openAttestations(attestationSecret), openAttestations(attestationSecret)];
  expect(one.ofManifest('acme/tiny', subject)).toEqual(two.ofManifest('acme/tiny', subject));
  expect(one.ofManifest('acme/tiny', subject)).toBe(one.ofManifest('acme/tiny', subject));
  const others = [
    one.ofManifest('acme/tiny', { ...subject, digest: `sha256:${'1'.repeat(64)}` }),
    openAttestations('1'.padStart(64, '0')).ofManifest('acme/tiny', subject),
  ];
  for (const other of others) for (const digest of digests(other)) expect(digests(made)).not.toContain(digest);
});
