// Counts the values in a model's tensors by data type, from the headers of its safetensors files.

import { sortedByKey } from '../basics/sorted-by-key.ts';
import { count as grouped } from './figures.ts';
import { usableCopy } from './usable-copy.ts';

interface TensorFile {
  path: string;
  size: number;
  /** The number of values of each data type; absent if the header is unknown. */
  tensors?: Record<string, number> | undefined;
}

/**
 * Matches data types into which quantised weights are packed, so that one value may hold several weights, or several
 * values make one.
 */
const PACKED = /^([IU](8|16|32)|F4|FP4)$/;

/**
 * Gives the number of values of each data type in the safetensors files of one usable copy; undefined unless all their
 * headers are known.
 */
export function copyTensors(files: readonly TensorFile[]): Record<string, number> | undefined {
  if (files.every(({ tensors }) => tensors === undefined)) return undefined;
  const copy = usableCopy(files);
  if (copy?.format !== 'safetensors') return undefined;
  const sums = new Map<string, number>();
  for (const { tensors } of copy.files) {
    if (!tensors) return undefined;
    for (const [type, count] of Object.entries(tensors)) sums.set(type, (sums.get(type) ?? 0) + count);
  }
  if ([...sums.values()].some((sum) => !Number.isSafeInteger(sum))) return undefined;
  return sortedByKey(sums);
}

/** Counts the parameters of a model with these tensors; undefined if some of them may be packed. */
export function parametersOf(tensors: Record<string, number>): number | undefined {
  const types = Object.entries(tensors);
  const sum = types.reduce((all, [, count]) => all + count, 0);
  return types.some(([type]) => PACKED.test(type)) || !Number.isSafeInteger(sum) ? undefined : sum;
}

/** Lists the data types with their counts, the most frequent first. */
export function tensorsInWords(tensors: Record<string, number>): string {
  const types = Object.entries(tensors).sort(([, one], [, other]) => other - one);
  return types.map(([type, count]) => `${type} ${grouped(count)}`).join(', ');
}
