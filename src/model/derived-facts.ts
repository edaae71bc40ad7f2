// Derives facts of a model from the headers of its files, and from their paths: parameters, context, the memory of a
// token, tags, and the values in its tensors by data type.

import { parseGgufShardFilename } from '@huggingface/gguf';
import { defined, sortedByKey } from '../basics/records.ts';
import type { BrowseFacts } from '../nouns/browse-facts.ts';
import type { HubFacts } from '../shapes/models.ts';
import type { GgufFacts, ModelFile } from '../shapes/objects.ts';
import { tokenBytes } from './context-memory.ts';
import { count as grouped } from './figures.ts';
import { isModelGguf } from './gguf-files.ts';
import { usableCopy } from './usable-copy.ts';
import { formatBytes, formatTag, type WeightFormat } from './weight-formats.ts';

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

/**
 * Gives facts of the whole model: parameters, context, and the memory that a token takes. Each fact must be equal in
 * the headers of all GGUF files that are not split. The parameters may also come from safetensors files.
 */
export function headerFacts(
  files: readonly ModelFile[],
): Pick<BrowseFacts, 'parameters' | 'context'> & Pick<HubFacts, 'token_bytes'> {
  const whole = files.filter(({ path }) => isModelGguf(path) && Number(parseGgufShardFilename(path)?.total ?? 1) === 1);
  const agreed = (fact: (gguf: GgufFacts) => number | undefined) => {
    const values = new Set(whole.map(({ gguf }) => gguf && fact(gguf)));
    const [value] = values;
    // Zero means that the header lacks the fact, or that the tensors are in another file.
    return values.size === 1 && value ? value : undefined;
  };
  const tensors = copyTensors(files);
  const parameters = agreed(({ parameterCount }) => parameterCount) ?? (tensors && parametersOf(tensors));
  const context = agreed(({ contextLength }) => contextLength);
  return defined({ parameters, context, token_bytes: agreed(tokenBytes) });
}

/** Lists the tags of the formats of a model's weights, and of the architectures that GGUF headers name. */
export function derivedTags(files: readonly ModelFile[]): string[] {
  const formats = Object.keys(formatBytes(files)) as WeightFormat[];
  const architectures = files.flatMap(({ path, gguf }) => (isModelGguf(path) && gguf?.architecture) || []);
  return [...new Set([...formats.flatMap((format) => formatTag(format) ?? []).sort(), ...architectures.sort()])];
}
