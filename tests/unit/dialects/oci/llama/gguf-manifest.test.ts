/** Tests the GGUF manifest: it has the layout of Ollama's registry, and the facts that are known. */
import { describe, expect, test } from 'vitest';
import { ggufManifest } from '../../../../../src/dialects/oci/llama/gguf-manifest.ts';
import type { OllamaChat } from '../../../../../src/dialects/oci/llama/ollama-chat.ts';
import type { GgufFacts, ModelObject } from '../../../../../src/shapes/objects.ts';
import type { OciManifest } from '../../../../../src/shapes/registry.ts';
import { outsideTest } from '../../../../fixtures/outside.ts';
import { modelWith } from '../models.ts';

const header: GgufFacts = { architecture: 'llama', fileType: 15, parameterCount: 3_212_749_888 };
const chat: OllamaChat = { template: '{{ .Prompt }}<|end|>', stop: ['<|end|>', '<|end|>'] };
const name = 'a-Q4_K_M.gguf';

function build(model: ModelObject, spoken?: OllamaChat) {
  const built = ggufManifest(model, model.files.find(({ path }) => path === name)!, spoken);
  const manifest = JSON.parse(built.text) as OciManifest;
  const textOf = (digest: string) => built.blobs.find((blob) => blob.digest === digest)?.text;
  const layers = manifest.layers.map(({ mediaType, digest }): [string, string] => [
    mediaType.replace('application/vnd.ollama.image.', ''),
    textOf(digest) ?? model.files.find((file) => digest === `sha256:${file.sha256}`)!.path,
  ]);
  return { built, manifest, layers, config: JSON.parse(textOf(manifest.config.digest)!) as Record<string, unknown> };
}

test('the manifest uses the repository’s own files for Ollama before any that the hub makes', () => {
  const { layers } = build(modelWith([name, 'template', 'system', 'params', 'sub/system'], { license: null }), chat);
  expect(layers).toEqual([
    ['model', name],
    ['template', 'template'],
    ['system', 'system'],
    ['params', 'params'],
  ]);
});

test('the manifest does not take a checkpoint named params for Ollama’s parameters', () => {
  const model = modelWith([name, 'params'], { license: null });
  for (const file of model.files) if (file.path === 'params') file.size = 65 * 1024;
  expect(build(model).layers).toEqual([['model', name]]);
});

test.each([
  ['mit', 'MIT\n'],
  ['other', undefined],
  [null, undefined],
])('the licence %s is the line %j', (license, line) => {
  const { layers } = build(modelWith([name], { license }));
  expect(layers[1]?.[1]).toBe(line);
});

describe('the manifest has the layout of Ollama’s own registry', () => {
  const ours = build(modelWith([name, 'mmproj-F16.gguf', 'system'], {}, { [name]: header }), chat).manifest;
  /** The keys and the kinds of layers that manifests of Ollama's registry have. */
  const keys = ['config', 'layers', 'mediaType', 'schemaVersion'];
  const descriptor = ['digest', 'mediaType', 'size'];
  const kinds = ['model', 'projector', 'adapter', 'template', 'system', 'params', 'messages', 'license'];

  test('with the same keys and types, and the model first', () => {
    expect(Object.keys(ours).sort()).toEqual(keys);
    expect(ours.mediaType).toBe('application/vnd.docker.distribution.manifest.v2+json');
    expect(ours.config.mediaType).toBe('application/vnd.docker.container.image.v1+json');
    for (const part of [ours.config, ...ours.layers]) expect(Object.keys(part).sort()).toEqual(descriptor);
    expect(ours.layers[0]!.mediaType).toBe('application/vnd.ollama.image.model');
    const used = ours.layers.map(({ mediaType }) => mediaType.replace('application/vnd.ollama.image.', ''));
    expect(kinds).toEqual(expect.arrayContaining(used));
  });

  outsideTest('data/api-samples/ollama-manifests.jsonl.gz', 'as its recorded answers show', (text) => {
    const lines = text.trimEnd().split('\n');
    const theirs = lines.map((line) => JSON.parse(JSON.parse(line).raw) as OciManifest);
    for (const manifest of theirs) {
      expect(Object.keys(manifest).sort()).toEqual(keys);
      expect(manifest.mediaType).toBe(ours.mediaType);
      expect(manifest.config.mediaType).toBe(ours.config.mediaType);
      expect(Object.keys(manifest.config).sort()).toEqual(descriptor);
      expect(manifest.layers[0]!.mediaType).toBe(ours.layers[0]!.mediaType);
    }
    const used = new Set(theirs.flatMap(({ layers }) => layers.map(({ mediaType }) => mediaType)));
    for (const { mediaType } of ours.layers) expect(used).toContain(mediaType);
  });
});
