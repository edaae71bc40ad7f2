// Computes the memory that a model needs: its weights, and its context, which is the cache of keys and values.
import type { HubFacts } from '../shapes/models.ts';
import type { GgufFacts } from '../shapes/objects.ts';

/** Keys and values, each of two bytes: the default of llama.cpp and others. */
const KINDS = 2;
const BYTES = 2;
/** The tokens of context for which memory is shown, unless the model takes fewer. */
export const USUAL_CONTEXT = 8192;

/** The figures for the product. */
interface ContextShape {
  layers: number;
  heads: number;
  size: number;
}

/** Reads layers, heads of keys and values, and values per head from a header; undefined unless it has all. */
export function contextShape({ layerCount, keyValueHeads, headSize }: GgufFacts): ContextShape | undefined {
  if (!layerCount || !keyValueHeads || !headSize) return undefined;
  return { layers: layerCount, heads: keyValueHeads, size: headSize };
}

/** Gives the bytes for each token: layers × heads × values per head × 2 (keys and values) × 2 bytes. */
export function bytesPerToken({ layers, heads, size }: ContextShape): number {
  return layers * heads * size * KINDS * BYTES;
}

/** The part of the weights that is allowed for the context, and all else, of a model whose header does not tell. */
const ALLOWANCE = 0.2;

/**
 * Gives the bytes of memory that weights of this size need to run: what "fits" means everywhere. The context is that of
 * `USUAL_CONTEXT` tokens, or the longest of the model.
 */
export function neededMemory(
  weights: number,
  { token_bytes: perToken, context }: Pick<HubFacts, 'token_bytes' | 'context'>,
): number {
  if (perToken === undefined) return Math.ceil(weights * (1 + ALLOWANCE));
  return weights + perToken * Math.min(context || USUAL_CONTEXT, USUAL_CONTEXT);
}
