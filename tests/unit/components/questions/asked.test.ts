// Tests which pasted texts the search field recognises: hashes, addresses and models.
import { expect, test } from 'vitest';
import { modelIn, readPasted } from '../../../../src/components/questions/pasted.ts';

const hex = 'aB'.repeat(32);

test.each([
  [hex, { kind: 'sha256', sha256: hex.toLowerCase() }],
  [`${hex}  model.safetensors`, { kind: 'sha256', sha256: hex.toLowerCase() }],
  [`SHA256 (model.gguf) = ${hex}`, { kind: 'sha256', sha256: hex.toLowerCase() }],
  [`blake3:${hex}`, undefined],
])('%j is a hash, or words', (text, asked) => {
  expect(readPasted(text)).toEqual(asked);
});

test.each([
  'acme/tiny-bert',
  'localhost:4321/acme/tiny-bert:latest',
  'hf://acme/tiny-bert',
  'https://huggingface.co/acme/tiny-bert/blob/main/config.json?download=true#L1',
  'https://huggingface.co/acme/tiny-bert/resolve/main/onnx/model.onnx',
  'https://hub.example/via/srcb/acme/tiny-bert/resolve/main/x',
  'https://hub.example/v2/acme/tiny-bert/manifests/latest',
])('%s is a model', (text) => {
  expect(readPasted(text)).toEqual({ kind: 'model', id: 'acme/tiny-bert' });
});

test.each(['acme/tiny-bert:Q4_K_M', 'hf.co/acme/tiny-bert:Q4_K_M'])('%s is a quantisation of a model', (text) => {
  expect(readPasted(text)).toEqual({ kind: 'model', id: 'acme/tiny-bert', tag: 'Q4_K_M' });
});

test.each([
  'qwen coder',
  'model.safetensors',
  'a1'.repeat(20),
  'https://huggingface.co/datasets/acme/data',
  'a/b/c',
  '',
  'deadbeef',
])('%j is read as words to search for', (text) => {
  expect(readPasted(text)).toBeUndefined();
});

test('only the id of a model is found in a pasted text', () => {
  expect(modelIn(' https://huggingface.co/acme/tiny-bert ')).toBe('acme/tiny-bert');
  expect(modelIn('acme')).toBeUndefined();
  expect(modelIn('https://huggingface.co/acme')).toBeUndefined();
});
