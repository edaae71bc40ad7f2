/** The demo's GGUF files are read back field by field and weight by weight. */
import { describe, expect, test } from 'vitest';
import { tinyLlamaGguf } from '../../demo/tiny-models.ts';
import { randomWeights } from '../../demo/weights.ts';
import { readGguf, readQ4K, readQ8 } from './gguf-reading.ts';

const files = tinyLlamaGguf().files;
const cases = [
  {
    path: 'tiny-Q8_0.gguf',
    fileType: 7,
    tensorType: 8,
    read: readQ8,
    bytesOf: (count: number) => (count / 32) * 34,
    error: 0.01,
  },
  {
    path: 'tiny-Q4_K_M.gguf',
    fileType: 15,
    tensorType: 12,
    read: readQ4K,
    bytesOf: (count: number) => (count / 256) * 144,
    error: 0.1,
  },
];

describe.each(cases)('$path', ({ path, fileType, tensorType, read, bytesOf, error }) => {
  const bytes = files.get(path)!.bytes;
  const { version, metadata, tensors } = readGguf(bytes);

  test('says what it is', () => {
    expect(version).toBe(3);
    expect(metadata.get('general.architecture')).toBe('llama');
    expect(metadata.get('general.name')).toBe('Tiny Llama');
    expect(metadata.get('general.file_type')).toBe(fileType);
    expect(metadata.get('llama.context_length')).toBe(512);
    expect(metadata.get('tokenizer.chat_template')).toContain('add_generation_prompt');
  });

  test('has one score and one kind for each token', () => {
    const tokens = metadata.get('tokenizer.ggml.tokens') as string[];
    expect(tokens).toHaveLength(metadata.get('llama.vocab_size') as number);
    expect(new Set(tokens).size).toBe(tokens.length);
    expect(metadata.get('tokenizer.ggml.scores')).toHaveLength(tokens.length);
    expect(metadata.get('tokenizer.ggml.token_type')).toHaveLength(tokens.length);
    expect(tokens[metadata.get('tokenizer.ggml.eos_token_id') as number]).toBe('</s>');
  });

  test('lays its tensors end to end on 32-byte boundaries, up to the last byte', () => {
    let end = tensors[0]!.start;
    for (const tensor of tensors) {
      const count = tensor.shape.reduce((product, dimension) => product * dimension, 1);
      expect(tensor.start % 32).toBe(0);
      expect(tensor.start).toBe(end);
      expect(tensor.type).toBe(tensor.shape.length === 1 ? 0 : tensorType);
      end += Math.ceil((tensor.shape.length === 1 ? count * 4 : bytesOf(count)) / 32) * 32;
    }
    expect(end).toBe(bytes.length);
  });

  test('keeps every weight as near as its quantisation allows', () => {
    for (const tensor of tensors.filter(({ shape }) => shape.length > 1)) {
      const count = tensor.shape.reduce((product, dimension) => product * dimension, 1);
      const wanted = randomWeights(tensor.name, count);
      const stored = read(bytes, tensor.start, count);
      const off = stored.reduce((sum, weight, at) => sum + (weight - wanted[at]!) ** 2, 0);
      const whole = wanted.reduce((sum, weight) => sum + weight ** 2, 0);
      expect(Math.sqrt(off / whole), tensor.name).toBeLessThan(error);
    }
  });
});
