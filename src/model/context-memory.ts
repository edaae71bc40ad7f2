// Computes the memory that a model needs: its weights, and its context, which is the cache of keys and values.
import type { HubFacts } from '../shapes/models.ts';
import type { GgufFacts } from '../shapes/objects.ts';

/**
 * The cache has keys and values, two kinds of numbers. Each number takes two bytes, the default of llama.cpp and other
 * programs.
 */
const KINDS = 2;
const BYTES = 2;
/** The number of tokens for which the memory is computed, unless the model's context is shorter. */
export const USUAL_CONTEXT = 8192;

/** The numbers that the size of the context depends on; `size` is the number of values for each head. */
interface ContextShape {
  layers: number;
  heads: number;
  size: number;
}

/**
 * Reads the layers, the heads of keys and values, and the values per head from a header; undefined unless all three are
 * there.
 */
export function contextShape({ layerCount, keyValueHeads, headSize }: GgufFacts): ContextShape | undefined {
  if (!layerCount || !keyValueHeads || !headSize) return undefined;
  return { layers: layerCount, heads: keyValueHeads, size: headSize };
}

/** Gives the bytes of memory for each token: layers × heads × values per head × 2 (keys and values) × 2 bytes. */
export function bytesPerToken({ layers, heads, size }: ContextShape): number {
  return layers * heads * size * KINDS * BYTES;
}

/**
 * The memory for the context and everything else, as a fraction of the size of the weights. This fraction is used for a
 * model whose memory for each token is unknown.
 */
const ALLOWANCE = 0.2;

/**
 * Gives the bytes of memory that a model with weights of this size needs to run. The filter `fits` compares its limit
 * with this number. The context has `USUAL_CONTEXT` tokens, or fewer if the model allows only fewer.
 */
export function neededMemory(
  weights: number,
  { token_bytes: perToken, context }: Pick<HubFacts, 'token_bytes' | 'context'>,
): number {
  if (perToken === undefined) return Math.ceil(weights * (1 + ALLOWANCE));
  return weights + perToken * Math.min(context || USUAL_CONTEXT, USUAL_CONTEXT);
}

/** Gives the bytes of weights in one usable copy, or of all weights if the row is older and has no copy size. */
export function copyBytes({ copy_bytes, weight_bytes }: HubFacts): number | undefined {
  return copy_bytes ?? weight_bytes;
}
