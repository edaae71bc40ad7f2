// The tensors of a model as the headers of its safetensors files tell them: how many values there are of each data type.
import { count as grouped } from './figures.ts';
import { usableCopy } from './usable-copy.ts';

interface TensorFile {
  path: string;
  size: number;
  /** Values by data type; absent where the header is not known. */
  tensors?: Record<string, number> | undefined;
}

/** Values that are more than one to a number, or may be: a quantised weight is packed into these. */
const PACKED = /^([IU](8|16|32)|F4|FP4)$/;

/** Values by data type of the safetensors files of one usable copy; undefined unless all their headers are known. */
export function copyTensors(files: readonly TensorFile[]): Record<string, number> | undefined {
  if (files.every(({ tensors }) => tensors === undefined)) return undefined;
  const copy = usableCopy(files);
  if (copy?.format !== 'safetensors') return undefined;
  const sums = new Map<string, number>();
  for (const { tensors } of copy.files) {
    if (!tensors) return undefined;
    for (const [type, count] of Object.entries(tensors)) sums.set(type, (sums.get(type) ?? 0) + count);
  }
  const all = [...sums];
  if (all.some(([, sum]) => !Number.isSafeInteger(sum))) return undefined;
  return Object.fromEntries(all.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Parameters of a model with these tensors; undefined where some may be packed. */
export function parametersOf(tensors: Record<string, number>): number | undefined {
  const types = Object.entries(tensors);
  const sum = types.reduce((all, [, count]) => all + count, 0);
  return types.some(([type]) => PACKED.test(type)) || !Number.isSafeInteger(sum) ? undefined : sum;
}

/** The types with the most values first, each with its count. */
export function tensorsInWords(tensors: Record<string, number>): string {
  const types = Object.entries(tensors).sort(([, one], [, other]) => other - one);
  return types.map(([type, count]) => `${type} ${grouped(count)}`).join(', ');
}
