// Computes the memory of a model's context: the cache of keys and values.
import type { GgufFacts } from '../shapes/objects.ts';

/** Keys and values, each of two bytes: the default of llama.cpp and others. */
const KINDS = 2;
const BYTES = 2;
/** The tokens of context for which memory is shown, unless the model takes fewer. */
export const USUAL_CONTEXT = 8192;

/** The figures for the product. */
export interface ContextShape {
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
