// Adds facts of GGUF headers to an import row: to files that lack them, and to the row's own missing facts.
import { parseGgufShardFilename } from '@huggingface/gguf';
import { bytesPerToken, contextShape } from '../../../src/model/context-memory.ts';
import { isModelGguf } from '../../../src/model/gguf-files.ts';
import { copyTensors, parametersOf } from '../../../src/model/tensors.ts';
import type { BrowseFacts } from '../../../src/nouns/browse-facts.ts';
import type { HubFacts } from '../../../src/shapes/models.ts';
import type { GgufFacts, ModelFile, ModelObject } from '../../../src/shapes/objects.ts';
import type { ImportRow } from '../rows/import-row.ts';
import type { Headers } from './read-headers.ts';

/**
 * Adds headers to the files of `row`: those that were read now, and those in `earlier` objects of the model, newest
 * first. A header depends on the bytes alone, so it holds for every file with the same hash. Facts in the row itself
 * take precedence.
 */
export function withHeaders(row: ImportRow, headers: Headers | undefined, earlier: readonly ModelObject[]): ImportRow {
  if (!mayHaveHeaders(row)) return row;
  const known = earlier.flatMap(({ files }) => files);
  const kept = new Map(known.flatMap(({ sha256, gguf }) => (gguf ? [[sha256, gguf] as const] : [])));
  const files = row.files.map((file): ModelFile => {
    const gguf = file.gguf ?? headers?.get(file.sha256) ?? kept.get(file.sha256);
    return gguf ? { ...file, gguf } : file;
  });
  return { ...row, files };
}

/** True if the row has a file whose header may be known. */
export function mayHaveHeaders({ files }: ImportRow): boolean {
  return files.some(({ path }) => path.endsWith('.gguf'));
}

/**
 * Gives facts of the whole model: parameters, context, and the memory that a token takes. Each fact must be equal in
 * the headers of all GGUF files that are not split. The parameters may also come from safetensors files.
 */
export function agreedFacts(
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
  const perToken = agreed((gguf) => {
    const shape = contextShape(gguf);
    return shape && bytesPerToken(shape);
  });
  return {
    ...(parameters && { parameters }),
    ...(context && { context }),
    ...(perToken && { token_bytes: perToken }),
  };
}
