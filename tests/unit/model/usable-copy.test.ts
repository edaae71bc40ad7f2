/**
 * Tests which files make up one usable copy of a model, with the file lists of real repositories and with difficult
 * names.
 */
import { describe, expect, test } from 'vitest';
import { usableCopy } from '../../../src/model/usable-copy.ts';
import { formatBytes, isWeight } from '../../../src/model/weight-formats.ts';
import { compareBytewise } from '../../../src/nouns/file-path.ts';
import { shippedIds, shippedModel } from '../../docs/shipped-model.ts';
import { fileLists } from '../../fixtures/file-lists.ts';

interface File {
  path: string;
  size: number;
}

/** Makes files in listing order. If only names are given, the first file is the largest. */
const listing = (files: Record<string, number> | string[]): File[] =>
  (Array.isArray(files)
    ? files.map((path, at) => ({ path, size: 1000 - at }))
    : Object.entries(files).map(([path, size]) => ({ path, size }))
  ).sort((a, b) => compareBytewise(a.path, b.path));

const pathsOf = (files: readonly File[]) => usableCopy(files)?.files.map(({ path }) => path);
const known = (id: string): File[] =>
  listing(fileLists.find((list) => list.id === id)?.files ?? {}).concat(shippedModel(id)?.files ?? []);

describe('in real repositories', () => {
  const shards = (stem: string, count: number, first = 1) =>
    Array.from({ length: count - first + 1 }, (_, at) => {
      const five = (number: number) => `${number}`.padStart(5, '0');
      return `${stem}-${five(at + first)}-of-${five(count)}`;
    });
  const of = (ending: string, stems: string[]) => stems.map((stem) => `${stem}.${ending}`);

  test.each<[id: string, format: string, paths: string[]]>([
    // This repository also has nine ONNX forms, and forms for OpenVINO, PyTorch, TensorFlow and Rust.
    ['sentence-transformers/all-MiniLM-L6-v2', 'safetensors', ['model.safetensors']],
    // This repository has the same weights again in `original/`, and a form for Metal.
    ['openai/gpt-oss-20b', 'safetensors', of('safetensors', shards('model', 2, 0))],
    // The shards of this repository have an underscore in their names.
    ['bigscience/bloom', 'safetensors', of('safetensors', shards('model', 72)).map((path) => path.replace('-', '_'))],
    // This repository has no safetensors: the copy is the PyTorch weights, with the dense layer after the pooling.
    [
      'sentence-transformers/distiluse-base-multilingual-cased-v1',
      'pytorch',
      ['2_Dense/pytorch_model.bin', 'pytorch_model.bin'],
    ],
    // This is a pipeline: the copy has each component once, without half-precision and averaged weights.
    [
      'CompVis/stable-diffusion-v1-4',
      'safetensors',
      [
        'safety_checker/model.safetensors',
        'text_encoder/model.safetensors',
        'unet/diffusion_pytorch_model.safetensors',
        'vae/diffusion_pytorch_model.safetensors',
      ],
    ],
    // This is a pipeline in which two components have no safetensors.
    [
      'prompthero/openjourney',
      'safetensors',
      [
        'safety_checker/pytorch_model.bin',
        'text_encoder/pytorch_model.bin',
        'unet/diffusion_pytorch_model.safetensors',
        'vae/diffusion_pytorch_model.safetensors',
      ],
    ],
    // This repository has its pipeline in PyTorch files, and the same weights in three precisions at the root.
    ['Linaqruf/anything-v3.0', 'safetensors', ['anything-v3-fp16-pruned.safetensors']],
    // This repository has eleven quantisations: the copy is the file of the tag `latest`.
    ['TheBloke/Llama-2-7B-Chat-GGUF', 'gguf', ['llama-2-7b-chat.Q4_K_M.gguf']],
    // This repository has only ONNX: the copy is the plain one of four forms.
    ['Xenova/all-MiniLM-L6-v2', 'onnx', ['onnx/model.onnx']],
    // Beside the weights of the last step, this repository has twelve gigabytes of optimizer state.
    ['clu-ling/whisper-large-v2-japanese-5k-steps', 'pytorch', ['pytorch_model.bin']],
    // This repository has only an adapter.
    ['neo4j/text2cypher-gemma-2-9b-it-finetuned-2024v1', 'safetensors', ['adapter_model.safetensors']],
  ])('the copy of %s', (id, format, paths) => {
    const copy = usableCopy(known(id));
    expect(copy?.files.map(({ path }) => path)).toEqual(paths);
    expect(copy?.format).toBe(format);
  });

  test.each([...shippedIds, ...fileLists.map(({ id }) => id)])(
    'the copy of %s is a part of its weights, each counted once',
    (id) => {
      const files = known(id);
      const weights = files.filter(({ path }) => isWeight(path));
      const bytes = weights.reduce((sum, { size }) => sum + size, 0);
      const copy = usableCopy(files);
      expect(copy === undefined).toBe(bytes === 0);
      expect(weights).toEqual(expect.arrayContaining(copy?.files ?? []));
      expect(new Set(copy?.files).size).toBe(copy?.files.length ?? 0);
      expect(copy?.bytes ?? 0).toBe((copy?.files ?? []).reduce((sum, { size }) => sum + size, 0));
      expect(Object.values(formatBytes(files)).reduce((sum, size) => sum + size, 0)).toBe(bytes);
    },
  );
});

describe('by the names of files', () => {
  test.each<[name: string, files: string[], copy: string[] | undefined]>([
    [
      'shards of one quantisation',
      [
        'm-Q4_K_M-00001-of-00002.gguf',
        'm-Q4_K_M-00002-of-00002.gguf',
        'm-Q8_0-00001-of-00002.gguf',
        'm-Q8_0-00002-of-00002.gguf',
      ],
      ['m-Q4_K_M-00001-of-00002.gguf', 'm-Q4_K_M-00002-of-00002.gguf'],
    ],
    ['a GGUF that sees', ['m-BF16.gguf', 'm-Q4_K_M.gguf', 'mmproj-F16.gguf'], ['m-Q4_K_M.gguf', 'mmproj-F16.gguf']],
    ['a projector beside other weights', ['model.safetensors', 'mmproj-F16.gguf'], ['model.safetensors']],
    [
      'one file and shards of it',
      ['model.safetensors', 'model-00001-of-00002.safetensors', 'model-00002-of-00002.safetensors'],
      ['model.safetensors'],
    ],
    [
      'only a folder of the original',
      ['config.json', 'original/consolidated.00.pth'],
      ['original/consolidated.00.pth'],
    ],
    [
      'an encoder and a decoder',
      [
        'onnx/decoder_model.onnx',
        'onnx/decoder_model_merged.onnx',
        'onnx/decoder_with_past_model.onnx',
        'onnx/encoder_model.onnx',
        'onnx/encoder_model_quantized.onnx',
      ],
      ['onnx/decoder_model_merged.onnx', 'onnx/encoder_model.onnx'],
    ],
    [
      'weights of ONNX apart',
      ['onnx/model.onnx', 'onnx/model.onnx_data', 'onnx/model_fp16.onnx', 'onnx/model_fp16.onnx_data'],
      ['onnx/model.onnx', 'onnx/model.onnx_data'],
    ],
    [
      'steps of a training and nothing else',
      [
        'checkpoint-10/optimizer.pt',
        'checkpoint-20/pytorch_model.bin',
        'checkpoint-10/pytorch_model.bin',
        'checkpoint-20/rng_state.pth',
      ],
      ['checkpoint-20/pytorch_model.bin'],
    ],
    [
      'modules of which the first holds the transformer',
      ['modules.json', '0_Transformer/pytorch_model.bin', '1_Pooling/config.json', '2_Dense/pytorch_model.bin'],
      ['0_Transformer/pytorch_model.bin', '2_Dense/pytorch_model.bin'],
    ],
    [
      'a pipeline whose folders are no components',
      ['model_index.json', 'model.safetensors', 'controlnet/canny.safetensors'],
      ['model.safetensors'],
    ],
  ])('the copy of %s', (_name, files, copy) => expect(pathsOf(listing(files))).toEqual(copy));

  test('weights of zero bytes are no copy', () => {
    expect(usableCopy([{ path: 'model.safetensors', size: 0 }])).toBeUndefined();
  });

  test('names that are made to be slow are not slow', () => {
    const long = `${'_int8'.repeat(200)}x.safetensors`;
    const many = Array.from({ length: 20_000 }, (_, at) => `${at}/diffusion_pytorch_model.safetensors`);
    const files = listing([
      long,
      'model_index.json',
      ...many,
      ...many.map((path) => path.replace(/[^/]+$/, 'config.json')),
    ]);
    const begun = performance.now();
    expect(usableCopy(files)?.files.length).toBe(20_000);
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});
