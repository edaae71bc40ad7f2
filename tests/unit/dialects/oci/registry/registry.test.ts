/** Tests the files that a tree stores for a model's repository, and the manifest that each reference leads to. */
import { describe, expect, test } from 'vitest';
import { ollamaChat } from '../../../../../src/dialects/oci/llama/ollama-chat.ts';
import { registryOf } from '../../../../../src/dialects/oci/registry/registry.ts';
import { findManifest } from '../../../../../src/dialects/oci/registry/registry-index.ts';
import { sha256Hex } from '../../../../../src/digests/sha.ts';
import type { GgufFacts, ModelObject } from '../../../../../src/shapes/objects.ts';
import type { OciDescriptor, OciManifest } from '../../../../../src/shapes/registry.ts';
import { shippedModels } from '../../../../docs/shipped-model.ts';
import { modelWith } from '../models.ts';

const options = { chatOf: ollamaChat };
const header: GgufFacts = {
  architecture: 'llama',
  chatTemplate: "{% for m in messages %}{{ '@@' + m['role'] + ': ' + m['content'] + '\n' }}{% endfor %}",
};

const twoQuants = modelWith(
  ['README.md', 'a-Q4_K_M.gguf', 'a-Q8_0.gguf', 'mmproj-F16.gguf', 'BF16/a-BF16-00001-of-00002.gguf'],
  {},
  { 'a-Q4_K_M.gguf': header, 'a-Q8_0.gguf': header },
);

/**
 * Expects that a manifest names only stored blobs or files of the model, each once and with the right digest and
 * size.
 */
function expectWhole(model: ModelObject): void {
  const { index, manifests, blobs } = registryOf(model, options);
  const stored = new Map([...manifests, ...blobs].map((blob) => [blob.digest, blob]));
  expect(stored.size, model.id).toBe(manifests.length + blobs.length);
  for (const { digest, text, size } of stored.values()) {
    expect(digest).toBe(`sha256:${sha256Hex(text)}`);
    expect(size).toBe(Buffer.byteLength(text));
  }
  const files = new Set(model.files.map(({ sha256, size }) => `sha256:${sha256} ${size}`));
  const named = new Set<string>();
  for (const { text } of manifests) {
    const { config, layers } = JSON.parse(text) as OciManifest;
    for (const part of [config, ...layers] satisfies OciDescriptor[]) {
      named.add(part.digest);
      const made = stored.get(part.digest);
      expect(made ? made.size === part.size : files.has(`${part.digest} ${part.size}`), part.digest).toBe(true);
    }
  }
  for (const { digest } of blobs) expect(named).toContain(digest);
  const entries = Object.values(index.tags).flatMap(({ oci, gguf }) => [oci, gguf]);
  for (const { digest } of manifests) expect(entries).toContain(digest);
}

describe('tags', () => {
  test('a GGUF without a quantisation in its name is the tag of its file name, in any case', () => {
    const model = modelWith([
      'a-Q8_0.gguf',
      'mmproj-BF16.gguf',
      'mmproj-F16.gguf',
      'mtp-a.gguf',
      'Tiny Two.gguf',
      'tiny.gguf',
    ]);
    const { index, manifests } = registryOf(model, options);
    expect(Object.keys(index.tags)).toEqual(['latest', 'Q8_0', 'tiny']);
    const found = findManifest(index, 'TINY', 'oci');
    expect(found).toEqual({ digest: index.tags.tiny!.oci, mediaType: 'application/vnd.oci.image.manifest.v1+json' });
    const { text } = manifests.find(({ digest }) => digest === index.tags.tiny!.oci)!;
    const titles = (JSON.parse(text) as OciManifest).layers.map(
      (one) => one.annotations!['org.opencontainers.image.title'],
    );
    expect(titles).toEqual(['mmproj-F16.gguf', 'tiny.gguf']);
  });
});

describe('the stored files', () => {
  test.each([
    ['two quantisations', twoQuants],
    ['no files', modelWith([])],
  ])('for %s are complete', (_, model) => expectWhole(model));

  test('for every model of the shipped catalog are complete', () => {
    for (const model of shippedModels()) expectWhole(model);
  });
});

test('a reference that resembles a tag, or a word that objects inherit, is unknown', () => {
  const { index } = registryOf(twoQuants, options);
  for (const tag of ['constructor', 'lateſt'])
    expect(findManifest(index, tag, 'oci')).toMatchObject({ refusal: 'TagUnknown' });
});

test('a manifest larger than clients accept is reported', () => {
  const paths = Array.from({ length: 13_000 }, (_, i) => `checkpoints/step-${i}/optimizer-state-of-the-run.bin`);
  const { manifests, oversized } = registryOf(modelWith(paths), options);
  expect(oversized).toEqual([{ tag: 'latest', size: Buffer.byteLength(manifests[0]!.text) }]);
  expect(oversized[0]!.size).toBeGreaterThan(4 * 1024 * 1024);
  expect(registryOf(twoQuants, options).oversized).toEqual([]);
});
