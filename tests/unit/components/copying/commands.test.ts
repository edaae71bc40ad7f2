// Tests the download command in the list of models. It fetches one copy of the model, whatever other files the
// repository has.
import { expect, test } from 'vitest';
import { downloadCommand } from '../../../../src/components/copying/commands.ts';

const start = 'HF_ENDPOINT=https://hub.example hf download o/m';
const command = (hub: Parameters<typeof downloadCommand>[1]['hub']) =>
  downloadCommand('https://hub.example', { id: 'o/m', hub });

test('the command fetches one of several quantisations, the usual one if possible', () => {
  const quants = { Q2_K: 1, Q4_K_M: 2, Q8_0: 3 };
  expect(command({ quants, format_bytes: { gguf: 6 } })).toBe(`${start} --include='*Q4_K_M*'`);
  expect(command({ quants: { IQ3_M: 4, BF16: 9 } })).toBe(`${start} --include='*IQ3_M*'`);
});

test('the command fetches the preferred one of several formats', () => {
  expect(command({ format_bytes: { safetensors: 1, pytorch: 1, flax: 1 } })).toBe(
    `${start} --exclude='*.bin' --exclude='*.pt' --exclude='*.pth' --exclude='*.ckpt' --exclude='*.msgpack'`,
  );
  expect(command({ format_bytes: { onnx: 1, onnx_variants: 3 } })).toBe(start);
});

test('a model whose patterns would fetch more than one copy has no command', () => {
  const formats = { format_bytes: { safetensors: 4, flax: 3 }, weight_bytes: 7 };
  expect(command({ ...formats, copy_bytes: 4 })).toBe(`${start} --exclude='*.msgpack'`);
  expect(command({ ...formats, copy_bytes: 2 })).toBeUndefined();
  expect(command({ format_bytes: { safetensors: 4, coreml: 5 }, weight_bytes: 9, copy_bytes: 4 })).toBeUndefined();
});
