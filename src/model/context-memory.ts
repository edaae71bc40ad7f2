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
const USUAL_CONTEXT = 8192;

/**
 * Gives the bytes of memory for each token: layers × heads of keys and values × values per head × 2 (keys and values) ×
 * 2 bytes. Undefined unless the header has all of these.
 */
export function tokenBytes({ layerCount, keyValueHeads, headSize }: GgufFacts): number | undefined {
  if (!layerCount || !keyValueHeads || !headSize) return undefined;
  return layerCount * keyValueHeads * headSize * KINDS * BYTES;
}

/** Gives the number of tokens for which the memory of a model is computed. */
export function countedTokens({ context }: Pick<HubFacts, 'context'>): number {
  return Math.min(context || USUAL_CONTEXT, USUAL_CONTEXT);
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
export function neededMemory(weights: number, facts: Pick<HubFacts, 'token_bytes' | 'context'>): number {
  if (facts.token_bytes === undefined) return Math.ceil(weights * (1 + ALLOWANCE));
  return weights + facts.token_bytes * countedTokens(facts);
}

/** Gives the bytes of weights in one usable copy, or of all weights if the row is older and has no copy size. */
export function copyBytes({ copy_bytes, weight_bytes }: HubFacts): number | undefined {
  return copy_bytes ?? weight_bytes;
}
