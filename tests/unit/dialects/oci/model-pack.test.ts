/** Tests the ModelPack manifest: its bytes, its layers, and its config, which must fit a schema. */

import { Compile } from 'typebox/schema';
import { expect, test } from 'vitest';
import { layerType, modelPack, parameterSize } from '../../../../src/dialects/oci/model-pack.ts';
import { sha256Hex } from '../../../../src/digests/sha.ts';
import type { OciManifest } from '../../../../src/shapes/registry.ts';
import { shippedModels } from '../../../docs/shipped-model.ts';
import { modelPackSchema } from './model-pack-schema.ts';
import { modelWith } from './models.ts';

const source = 'https://source.example/Acme/Tiny-Model';

const model = modelWith(
  ['README.md', 'config.json', 'model-00001-of-00002.safetensors', 'model-00002-of-00002.safetensors', 'vocab.txt'],
  { parameters: 6_738_415_616 },
);

test('the pack names the page of the model, if it is known', () => {
  const pack = modelPack(model, model.files, source);
  const { annotations, config } = JSON.parse(pack.text) as OciManifest;
  expect(annotations!['org.opencontainers.image.source']).toBe(source);
  expect(JSON.parse(pack.blobs[0]!.text).descriptor.sourceURL).toBe(source);
  expect(config.digest).toBe(`sha256:${sha256Hex(pack.blobs[0]!.text)}`);
});

test('unknown facts are absent', () => {
  const bare = modelWith(['notes'], { license: 'gemma' });
  const pack = modelPack(bare, bare.files);
  expect(Object.keys((JSON.parse(pack.text) as OciManifest).annotations!)).toEqual([
    'org.opencontainers.image.revision',
    'org.opencontainers.image.title',
  ]);
  const { descriptor, config } = JSON.parse(pack.blobs[0]!.text);
  expect(Object.keys(descriptor)).toEqual(['name', 'revision', 'title']);
  expect(config).toEqual({});
});

test('a package of one GGUF is described by its header', () => {
  const gguf = { architecture: 'llama', fileType: 15, parameterCount: 8_030_261_312 };
  const one = modelWith(['a-Q4_K_M.gguf', 'config.json'], { parameters: 5 }, { 'a-Q4_K_M.gguf': gguf });
  const { descriptor, config } = JSON.parse(modelPack(one, one.files).blobs[0]!.text);
  expect(descriptor.family).toBe('llama');
  expect(config).toEqual({ architecture: 'llama', format: 'gguf', paramSize: '8b', quantization: 'Q4_K_M' });
});

test('two files with the same bytes are two layers', () => {
  const twins = modelWith(['a/config.json', 'b/config.json']);
  for (const file of twins.files) file.sha256 = sha256Hex('twin');
  const pack = modelPack(twins, twins.files);
  const { layers } = JSON.parse(pack.text) as OciManifest;
  expect(layers.map(({ digest }) => digest)).toEqual([`sha256:${sha256Hex('twin')}`, `sha256:${sha256Hex('twin')}`]);
  expect(JSON.parse(pack.blobs[0]!.text).modelfs.diffIds).toHaveLength(2);
});

test('a model without files has an empty config and no layers', () => {
  const pack = modelPack(modelWith([]), []);
  expect(JSON.parse(pack.text)).toMatchObject({
    config: { mediaType: 'application/vnd.oci.empty.v1+json', size: 2, digest: `sha256:${sha256Hex('{}')}` },
    layers: [],
  });
  expect(pack.blobs.map(({ text }) => text)).toEqual(['{}']);
});

test('the config fits the schema for every model of the shipped catalog', () => {
  const schema = Compile(modelPackSchema);
  for (const known of shippedModels())
    expect(schema.Check(JSON.parse(modelPack(known, known.files).blobs[0]!.text)), known.id).toBe(true);
});

test.each([
  ['onnx/model.onnx_data', 'weight'],
  ['config.json', 'weight.config'],
  ['model.safetensors.index.json', 'weight.config'],
  ['chat_template.jinja', 'weight.config'],
  ['README.md', 'doc'],
  ['LICENSE.txt', 'doc'],
  ['assets/figure.PNG', 'doc'],
  ['modeling_custom.py', 'code'],
  ['train.parquet', 'dataset'],
])('%s is a layer of %s', (path, kind) => {
  expect(layerType(path)).toBe(`application/vnd.cncf.model.${kind}.v1.raw`);
});

test.each([
  [999, undefined],
  [999_960_000, '1b'],
  [6_738_415_616, '6.7b'],
  [1_026_000_000_000, '1t'],
])('%d parameters are %s', (count, size) => expect(parameterSize(count)).toBe(size));
