// Derives facts of a model from the headers of its files, and from their paths.
import { parseGgufShardFilename } from '@huggingface/gguf';
import type { BrowseFacts } from '../nouns/browse-facts.ts';
import type { HubFacts } from '../shapes/models.ts';
import type { GgufFacts, ModelFile } from '../shapes/objects.ts';
import { bytesPerToken, contextShape } from './context-memory.ts';
import { isModelGguf } from './gguf-files.ts';
import { copyTensors, parametersOf } from './tensors.ts';
import { formatBytes, type WeightFormat } from './weight-formats.ts';

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

/** The tag of each format, as the public hub writes it. Files that only training needs are of no format. */
const FORMAT_TAGS: Partial<Record<WeightFormat, string>> = {
  ...{ safetensors: 'safetensors', gguf: 'gguf', pytorch: 'pytorch', onnx: 'onnx', onnx_variants: 'onnx' },
  ...{ tensorflow: 'tf', flax: 'jax', rust: 'rust', ggml: 'ggml', openvino: 'openvino', coreml: 'coreml' },
  ...{ tflite: 'tflite', nemo: 'nemo' },
};

/** Lists the tags of the formats of a model's weights, and of the architectures that GGUF headers name. */
export function derivedTags(files: readonly ModelFile[]): string[] {
  const formats = Object.keys(formatBytes(files)) as WeightFormat[];
  const architectures = files.flatMap(({ path, gguf }) => (isModelGguf(path) && gguf?.architecture) || []);
  return [...new Set([...formats.flatMap((format) => FORMAT_TAGS[format] ?? []).sort(), ...architectures.sort()])];
}
