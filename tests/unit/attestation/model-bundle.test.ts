// Tests the signed bundle of a model: the files that it names, and its signature. tests/clients runs the tool
// `model_signing`.

import { verify } from 'node:crypto';
import { expect, test } from 'vitest';
import { modelBundle, openAttestor } from '../../../src/attestation/attestations.ts';
import { sha256Hex } from '../../../src/digests/sha.ts';
import { attestationSecret } from '../../fixtures/attestation.ts';

const attestor = openAttestor(attestationSecret);
const file = (path: string) => ({ path, sha256: sha256Hex(path) });
const bundleOf = (...paths: string[]) =>
  modelBundle(attestor, { id: 'acme/tiny', revision: 'a'.repeat(40), files: paths.map(file) });

/** Verifies the signature of a bundle, and returns its statement. */
function stated(text: string) {
  const { dsseEnvelope: envelope, verificationMaterial } = JSON.parse(text);
  const payload = Buffer.from(envelope.payload, 'base64');
  const head = Buffer.from(`DSSEv1 ${envelope.payloadType.length} ${envelope.payloadType} ${payload.length} `);
  const [{ sig }] = envelope.signatures;
  const isSigned = verify('sha256', Buffer.concat([head, payload]), attestor.publicKey, Buffer.from(sig, 'base64'));
  expect(isSigned).toBe(true);
  expect(verificationMaterial.publicKey.hint).toBe(sha256Hex(attestor.publicKey));
  return JSON.parse(payload.toString());
}

test('the bundle has every file by name and hash, and its subject is all of them', async () => {
  const { subject, predicate, predicateType, _type } = stated(await bundleOf('a.json', 'b.txt', 'b/c.bin'));
  expect([_type, predicateType]).toEqual(['https://in-toto.io/Statement/v1', 'https://model_signing/signature/v1.0']);
  const names = ['a.json', 'b.txt', 'b/c.bin'];
  expect(predicate.resources).toEqual(names.map((name) => ({ name, algorithm: 'sha256', digest: sha256Hex(name) })));
  const all = Buffer.concat(names.map((name) => Buffer.from(sha256Hex(name), 'hex')));
  expect(subject).toEqual([
    {
      name: 'acme/tiny',
      digest: { sha256: sha256Hex(all) },
      annotations: {
        'hub.model-hub.attestation': 'the index attests these bytes; it is not their maker',
        'org.opencontainers.image.revision': 'a'.repeat(40),
      },
    },
  ]);
});

test('files of git and SHA256SUMS are left out, but not others with similar names', async () => {
  const { predicate } = stated(
    await bundleOf(
      '.gitattributes',
      '.gitignore',
      '.github/workflow.yml',
      'SHA256SUMS',
      'sub/.gitattributes',
      '.gitkeep',
    ),
  );
  expect(predicate.resources.map(({ name }: { name: string }) => name)).toEqual(['sub/.gitattributes', '.gitkeep']);
  const usual = ['.git', '.gitattributes', '.github', '.gitignore', '.cache/huggingface', 'SHA256SUMS', 'model.sig'];
  expect(predicate.serialization.ignore_paths).toEqual(usual);
});

test('a model’s own model.sig and the cache files of hf are signed, not ignored', async () => {
  const { predicate } = stated(await bundleOf('model.sig', '.cache/huggingface/x', 'config.json'));
  const ignored = ['.git', '.gitattributes', '.github', '.gitignore', 'SHA256SUMS'];
  expect(predicate.serialization.ignore_paths).toEqual(ignored);
  expect(predicate.resources).toHaveLength(3);
});

test('the same facts give the same bytes at every hub and on any day', async () => {
  expect(sha256Hex(await bundleOf('a.json', 'model.safetensors'))).toBe(
    '54575246b22e281a18b5c57287801046f0388b72fabaa3bf5d0921ae690f48a4',
  );
});
