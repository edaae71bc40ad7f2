/** Tests the labels of quantisations in the names of GGUF files, with names from real repositories. */
import { describe, expect, test } from 'vitest';
import { fileTypeLabel, nearestQuant, quantLabel } from '../../../../src/nouns/quant.ts';

describe('a label', () => {
  test.each([
    ['llama-2-7b-chat.Q4_K_M.gguf', 'Q4_K_M'],
    ['gemma-4-26B_q4_0-it.gguf', 'Q4_0'],
    ['gemma-3-12b-it-qat-UD-Q4_K_XL.gguf', 'UD-Q4_K_XL'],
    ['gpt-oss-20b-MXFP4.gguf', 'MXFP4'],
    ['Q4_K_M/weights.gguf', 'Q4_K_M'],
    ['Llama-3-EZO-8b-Common-it.Q4_K_M.iMatrix.gguf', 'Q4_K_M'],
    ['phi-4-fp16.gguf', undefined],
  ])('of %s is %s', (path, label) => expect(quantLabel(path)).toBe(label));

  test('is undefined if the label would be no valid tag of a registry', () => {
    expect(quantLabel(`x-Q8_0_${'A'.repeat(123)}.gguf`)).toHaveLength(128);
    expect(quantLabel(`x-Q8_0_${'A'.repeat(124)}.gguf`)).toBeUndefined();
  });
});

describe('the nearest quantisation', () => {
  test.each([
    [['Q8_0', 'Q4_K_S', 'Q2_K'], 'Q4_K_S'],
    [['F16', 'Q8_0', 'Q5_K_M'], 'Q5_K_M'],
    [['F16', 'UD-Q4_K_M', 'Q4_K_S'], 'UD-Q4_K_M'],
    [['BF16', 'MXFP4'], 'MXFP4'],
    [[], undefined],
  ])('to Q4_K_M among %j is %s', (labels, nearest) => expect(nearestQuant('Q4_K_M', labels)).toBe(nearest));
});

test('the file types of GGUF headers have names', () => {
  expect([0, 1, 7, 15, 32, 987_654].map(fileTypeLabel)).toEqual(['F32', 'F16', 'Q8_0', 'Q4_K_M', 'BF16', undefined]);
});
