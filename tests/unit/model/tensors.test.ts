// Tests the tensors of a model: the values in one usable copy, and the facts that follow from them.
import { expect, test } from 'vitest';
import { copyTensors, parametersOf } from '../../../src/model/derived-facts.ts';

const file = (path: string, tensors?: Record<string, number>) => ({ path, size: 9, tensors });

test('shards are added up, and files that are not in the copy are left out', () => {
  const files = [
    file('model-00001-of-00002.safetensors', { BF16: 5, F32: 1 }),
    file('model-00002-of-00002.safetensors', { BF16: 7 }),
    file('onnx/model.safetensors', { I8: 3 }),
  ];
  expect(copyTensors(files)).toEqual({ BF16: 12, F32: 1 });
  expect(copyTensors([files[0]!, file('model-00002-of-00002.safetensors')])).toBeUndefined();
  expect(copyTensors([file('model.bin', { BF16: 5 })])).toBeUndefined();
  expect(copyTensors([])).toBeUndefined();
});

test('a sum that is too large for a number is undefined', () => {
  const most = { F32: Number.MAX_SAFE_INTEGER };
  const files = ['1', '2'].map((at) => file(`model-0000${at}-of-00002.safetensors`, most));
  expect(copyTensors(files)).toBeUndefined();
  expect(parametersOf({ ...most, BF16: 1 })).toBeUndefined();
});

test('parameters are counted from tensors with one value per element', () => {
  expect(parametersOf({ BF16: 12, F32: 1, I64: 512 })).toBe(525);
  for (const packed of ['I8', 'U8', 'I32', 'U32', 'F4']) expect(parametersOf({ F16: 3, [packed]: 4 })).toBeUndefined();
});
