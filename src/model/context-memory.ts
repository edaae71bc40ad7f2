// How much memory the words take that a model keeps in mind while it answers: the cache of keys and values.
import type { GgufFacts } from '../shapes/objects.ts';

/** Keys and values, as two bytes each: what llama.cpp and others keep unless told otherwise. */
const KINDS = 2;
const BYTES = 2;
/** The tokens of context for which memory is shown, where the model takes as many. */
export const USUAL_CONTEXT = 8192;

/** The figures of the product. */
export interface ContextShape {
  layers: number;
  heads: number;
  size: number;
}

/** Layers, heads of keys and values, and values a head, as a header tells them; undefined unless it tells all. */
export function contextShape({ layerCount, keyValueHeads, headSize }: GgufFacts): ContextShape | undefined {
  if (!layerCount || !keyValueHeads || !headSize) return undefined;
  return { layers: layerCount, heads: keyValueHeads, size: headSize };
}

/** Bytes for each token: layers × heads × values a head × 2 (keys and values) × 2 bytes. */
export function bytesPerToken({ layers, heads, size }: ContextShape): number {
  return layers * heads * size * KINDS * BYTES;
}
