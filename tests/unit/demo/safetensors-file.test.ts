/** The demo's safetensors files are read back: header, offsets, and the numbers themselves. */
import { describe, expect, test } from 'vitest';
import { tinyBert, tinyLlama } from '../../demo/tiny-models.ts';
import { halfValue, randomWeights } from '../../demo/weights.ts';

interface Entry {
  readonly dtype: 'F16' | 'F32';
  readonly shape: readonly number[];
  readonly data_offsets: readonly [number, number];
}

function readHeader(bytes: Uint8Array): { tensors: Map<string, Entry>; data: Uint8Array; format: unknown } {
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0, true));
  const { __metadata__: about, ...tensors } = JSON.parse(Buffer.from(bytes.subarray(8, 8 + length)).toString('utf8'));
  expect(length % 8).toBe(0);
  return { tensors: new Map(Object.entries(tensors)), data: bytes.subarray(8 + length), format: about.format };
}

const shards = [...tinyBert().files].filter(([path]) => path.endsWith('.safetensors'));
const llama = tinyLlama().files.get('model.safetensors')!.bytes;

describe.each([['model.safetensors', llama], ...shards.map(([path, file]) => [path, file.bytes] as const)] as const)(
  '%s',
  (_path, bytes) => {
    test('covers its data without gap or overlap', () => {
      const { tensors, data, format } = readHeader(bytes);
      expect(format).toBe('pt');
      let end = 0;
      for (const [name, { dtype, shape, data_offsets: offsets }] of tensors) {
        const count = shape.reduce((product, dimension) => product * dimension, 1);
        expect(offsets, name).toEqual([end, end + count * (dtype === 'F16' ? 2 : 4)]);
        end = offsets[1];
      }
      expect(end).toBe(data.length);
    });
  },
);

test('half-precision numbers are the weights, rounded once', () => {
  const name = 'embeddings.word_embeddings.weight';
  const { tensors, data } = readHeader(shards[0]![1].bytes);
  const { data_offsets: offsets } = tensors.get(name)!;
  const view = new DataView(data.buffer, data.byteOffset + offsets[0], offsets[1] - offsets[0]);
  const wanted = randomWeights(name, view.byteLength / 2);
  const off = wanted.map((weight, at) => Math.abs(halfValue(view.getUint16(at * 2, true)) - weight));
  expect(Math.max(...off)).toBeLessThanOrEqual(2 ** -16);
});

test('single-precision numbers are the weights', () => {
  const { tensors, data } = readHeader(llama);
  const { data_offsets: offsets } = tensors.get('model.layers.0.mlp.up_proj.weight')!;
  const view = new DataView(data.buffer, data.byteOffset + offsets[0], offsets[1] - offsets[0]);
  const wanted = randomWeights('model.layers.0.mlp.up_proj.weight', view.byteLength / 4);
  expect(wanted.every((weight, at) => view.getFloat32(at * 4, true) === weight)).toBe(true);
});

test('the shard index names every tensor once, in the shard that holds it', () => {
  const index = JSON.parse(Buffer.from(tinyBert().files.get('model.safetensors.index.json')!.bytes).toString('utf8'));
  const held = shards.flatMap(([path, file]) => [...readHeader(file.bytes).tensors.keys()].map((name) => [name, path]));
  expect(index.weight_map).toEqual(Object.fromEntries(held));
});
