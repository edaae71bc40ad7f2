/** Tests the files that a tree stores for a model's repository, and the manifest that each reference leads to. */
import { describe, expect, test } from 'vitest';
import { formatModelObject, parseModelObject } from '../../../../../src/catalog/model-object.ts';
import { ollamaChat } from '../../../../../src/dialects/oci/llama/ollama-chat.ts';
import { pageOf, tagList, tagsOf } from '../../../../../src/dialects/oci/registry/lists.ts';
import { registryOf } from '../../../../../src/dialects/oci/registry/registry.ts';
import { findManifest } from '../../../../../src/dialects/oci/registry/registry-index.ts';
import type { GgufFacts, ModelObject } from '../../../../../src/shapes/objects.ts';
import type { OciDescriptor, OciManifest } from '../../../../../src/shapes/registry.ts';
import { shippedModels } from '../../../../docs/shipped-model.ts';
import { outsideTest } from '../../../../fixtures/outside.ts';
import { FACTS, modelsOfFacts, modelWith, sha256 } from '../models.ts';

const options = { chatOf: ollamaChat };
const header: GgufFacts = {
  architecture: 'llama',
  chatTemplate: "{% for m in messages %}{{ '@@' + m['role'] + ': ' + m['content'] + '\n' }}{% endfor %}",
};
const OCI = 'application/vnd.oci.image.manifest.v1+json';
const DOCKER = 'application/vnd.docker.distribution.manifest.v2+json';

const twoQuants = modelWith(
  ['README.md', 'a-Q4_K_M.gguf', 'a-Q8_0.gguf', 'mmproj-F16.gguf', 'BF16/a-BF16-00001-of-00002.gguf'],
  {},
  { 'a-Q4_K_M.gguf': header, 'a-Q8_0.gguf': header },
);

function pathsAt(model: ModelObject, tag: string): string[] {
  const { index, manifests } = registryOf(model, options);
  const { layers } = JSON.parse(manifests.find(({ digest }) => digest === index.tags[tag]!.oci)!.text) as OciManifest;
  return layers.map(({ annotations }) => annotations!['org.opencontainers.image.title']!);
}

/**
 * Expects that a manifest names only stored blobs or files of the model, each once and with the right digest and
 * size.
 */
function expectWhole(model: ModelObject): void {
  const { index, manifests, blobs } = registryOf(model, options);
  const stored = new Map([...manifests, ...blobs].map((blob) => [blob.digest, blob]));
  expect(stored.size, model.id).toBe(manifests.length + blobs.length);
  for (const { digest, text, size } of stored.values()) {
    expect(digest).toBe(`sha256:${sha256(text)}`);
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
  test('are latest, and one for each file of weights, sorted as Go sorts', () => {
    const { index } = registryOf(twoQuants, options);
    expect(tagList(index, pageOf(tagsOf(index), undefined, undefined))).toEqual({
      name: 'acme/tiny-model',
      tags: ['Q4_K_M', 'Q8_0', 'latest'],
    });
  });

  test('give all files for `latest`, and otherwise one weight file with all files that are no weights', () => {
    expect(pathsAt(twoQuants, 'latest')).toEqual(twoQuants.files.map(({ path }) => path));
    expect(pathsAt(twoQuants, 'Q8_0')).toEqual(['README.md', 'a-Q8_0.gguf']);
  });

  test('of one file share their manifests and blobs', () => {
    const { index, blobs } = registryOf(twoQuants, options);
    expect(index.tags.latest!.gguf).toBe(index.tags.Q4_K_M!.gguf);
    expect(blobs.filter(({ mediaType }) => mediaType.endsWith('.template'))).toHaveLength(1);
    const alone = registryOf(modelWith(['a-Q8_0.gguf']), options);
    expect(alone.index.tags.latest).toEqual(alone.index.tags.Q8_0);
    expect(alone.manifests).toHaveLength(2);
  });
});

describe('the stored files', () => {
  test.each([
    ['two quantisations', twoQuants],
    ['safetensors', modelWith(['config.json', 'model.safetensors'])],
    ['no weights', modelWith(['README.md'])],
    ['no files', modelWith([])],
  ])('for %s are complete', (_, model) => expectWhole(model));

  test('are the same after the model object is written and read', () => {
    const again = parseModelObject(formatModelObject(twoQuants));
    expect(registryOf(again, options)).toEqual(registryOf(twoQuants, options));
  });

  test('for every model of the shipped catalog are complete', () => {
    for (const model of shippedModels()) expectWhole(model);
  });

  outsideTest(FACTS, 'for every model in the public facts is whole', (text) => {
    for (const model of modelsOfFacts(text)) expectWhole(model);
  });
});

describe('a reference', () => {
  const { index } = registryOf(twoQuants, options);
  const { oci, gguf } = index.tags.Q8_0!;

  test('leads to the requested manifest, in upper or lower case', () => {
    expect(findManifest(index, 'q8_0', 'oci')).toEqual({ digest: oci, mediaType: OCI });
    expect(findManifest(index, 'Q8_0', 'gguf')).toEqual({ digest: gguf, mediaType: DOCKER });
    expect(findManifest(index, 'LATEST', 'oci')).toEqual({ digest: index.tags.latest!.oci, mediaType: OCI });
  });

  test('by digest gives the bytes with that digest, whatever the client asks for', () => {
    expect(findManifest(index, oci, 'gguf')).toEqual({ digest: oci, mediaType: OCI });
    expect(findManifest(index, gguf as string, 'oci')).toEqual({ digest: gguf, mediaType: DOCKER });
    expect(findManifest(index, `sha256:${'0'.repeat(64)}`, 'oci')).toMatchObject({ code: 'MANIFEST_UNKNOWN' });
    expect(findManifest(index, 'sha256:123', 'oci')).toMatchObject({ code: 'DIGEST_INVALID', status: 400 });
  });

  test('from llama.cpp leads to a file, also in shards', () => {
    const file = (path: string) => {
      const { size, sha256: hash } = twoQuants.files.find((known) => known.path === path)!;
      return { rfilename: path, blobId: `sha256:${hash}`, size };
    };
    const mmprojFile = file('mmproj-F16.gguf');
    const found = (tag: string) => findManifest(index, tag, 'gguf-file');
    expect(found('latest')).toEqual({ ggufFile: { ggufFile: file('a-Q4_K_M.gguf'), mmprojFile } });
    expect(found('bf16')).toEqual({ ggufFile: { ggufFile: file('BF16/a-BF16-00001-of-00002.gguf'), mmprojFile } });
    expect(found('Q2_K')).toMatchObject({ code: 'MANIFEST_UNKNOWN', status: 404 });
  });

  test('to a missing tag or manifest gets the reason', () => {
    expect(findManifest(index, 'Q2_K', 'oci')).toMatchObject({
      status: 404,
      message: '"acme/tiny-model" has no tag "Q2_K": it has latest, Q4_K_M, Q8_0.',
    });
    expect(findManifest(index, 'BF16', 'gguf')).toMatchObject({ code: 'UNSUPPORTED', status: 400 });
    expect(findManifest(index, 'BF16', 'oci')).toMatchObject({ code: 'MANIFEST_UNKNOWN', status: 404 });
    expect(findManifest(index, 'constructor', 'oci')).toMatchObject({ code: 'MANIFEST_UNKNOWN' });
    expect(findManifest(index, 'lateſt', 'oci')).toMatchObject({ code: 'MANIFEST_UNKNOWN' });
  });

  test('to a GGUF manifest is a 404 if the model has no GGUF, and a 400 if it has only shards', () => {
    const none = registryOf(modelWith(['model.safetensors']), options).index;
    expect(findManifest(none, 'latest', 'gguf')).toMatchObject({ code: 'MANIFEST_UNKNOWN', status: 404 });
    const shards = registryOf(modelWith(['a-Q8_0-00001-of-00002.gguf', 'a-Q8_0-00002-of-00002.gguf']), options).index;
    expect(findManifest(shards, 'latest', 'gguf')).toMatchObject({ code: 'UNSUPPORTED', status: 400 });
    expect(findManifest(shards, 'latest', 'oci')).toMatchObject({ mediaType: OCI });
    expect(findManifest(shards, 'latest', 'gguf-file')).toMatchObject({
      ggufFile: { ggufFile: { rfilename: 'a-Q8_0-00001-of-00002.gguf' } },
    });
    expect(tagsOf(shards)).toEqual(['latest']);
  });
});

test('a manifest larger than clients accept is reported', () => {
  const paths = Array.from({ length: 13_000 }, (_, i) => `checkpoints/step-${i}/optimizer-state-of-the-run.bin`);
  const { manifests, oversized } = registryOf(modelWith(paths), options);
  expect(oversized).toEqual([{ tag: 'latest', size: Buffer.byteLength(manifests[0]!.text) }]);
  expect(oversized[0]!.size).toBeGreaterThan(4 * 1024 * 1024);
  expect(registryOf(twoQuants, options).oversized).toEqual([]);
});
