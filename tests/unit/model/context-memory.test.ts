// Tests the memory that a model needs for its weights and its context.
import { expect, test } from 'vitest';
import { neededMemory } from '../../../src/model/context-memory.ts';

test('the memory is for a context of 8,192 tokens, or for the longest input if that is shorter', () => {
  expect(neededMemory(4e9, { token_bytes: 131_072 })).toBe(4e9 + 131_072 * 8192);
  expect(neededMemory(4e9, { token_bytes: 131_072, context: 131_072 })).toBe(4e9 + 131_072 * 8192);
  expect(neededMemory(4e9, { token_bytes: 524_288, context: 4096 })).toBe(4e9 + 524_288 * 4096);
});

test('without a header, the memory for the context is a fifth of the weights', () => {
  expect(neededMemory(5e9, { context: 4096 })).toBe(6e9);
  expect(neededMemory(1, {})).toBe(2);
});
