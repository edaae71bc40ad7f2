// Groups the weight files of one folder by the weights that they hold, and chooses the files that a program would load.
import { preferredQuant } from './gguf-files.ts';
import { stemOf, type WeightFormat } from './weight-formats.ts';

/** A file with its size in bytes. */
export interface SizedFile {
  path: string;
  size: number;
}

/** A weight file, with what its name says. */
export interface Weight<F> {
  file: F;
  format: WeightFormat;
  /** The folder of the file; '' for the root. */
  folder: string;
  /**
   * The name without shard number and variant. The files of one family hold the same weights in several forms, or are
   * parts of one form.
   */
  family: string;
  /** The words for the variant, such as `.fp16` or `-pruned`; '' for the plain form. */
  variant: string;
}

/** Matches the end of a shard's name, such as `-00001-of-00003`, or `.00` in `consolidated.00.pth`. */
const SHARD = /[._-]\d{1,6}-of-\d{1,6}$|(?<=^consolidated)[.-]\d{2}$/;

/**
 * Matches a word for precision or the like. A name may end with several, such as `.fp16`, `-pruned-fp32`, `.non_ema`.
 */
const VARIANT_WORD = new RegExp(
  `^(${[
    'fp?(8|16|32)|bf16|float(8|16|32)|e\\dm\\d\\w*|half',
    'q?u?int[48]|[48]bit|q[1-8]\\w*|bnb4|nf4|O[1-4]|quant(ized)?',
    'avx\\w*|vnni|arm64',
    'non|nonema|ema|only|pruned|lite|full',
  ].join('|')})$`,
  'i',
);

/** Reads what the name of a weight file says. */
export function weightAt<F extends SizedFile>(file: F, format: WeightFormat): Weight<F> {
  const whole = stemOf(file.path).replace(SHARD, '');
  const words = whole.split(/(?=[._-])/);
  let own = words.length;
  while (own > 1 && VARIANT_WORD.test(words[own - 1]!.slice(1))) own -= 1;
  const folder = file.path.slice(0, Math.max(0, file.path.lastIndexOf('/')));
  return { file, format, folder, family: words.slice(0, own).join(''), variant: words.slice(own).join('') };
}

/** The names that loaders look for, in order. Other files beside them are other forms of the weights, or extras. */
export const MODEL_NAMES = [
  'model',
  'diffusion_pytorch_model',
  'pytorch_model',
  'tf_model',
  'flax_model',
  'rust_model',
  'openvino_model',
  'open_clip_model',
  'open_clip_pytorch_model',
  'adapter_model',
];

/** Gives the files of one copy. `weights` are the files of one folder in one format. */
export function chosen<F extends SizedFile>(weights: readonly Weight<F>[], format: WeightFormat): Weight<F>[] {
  if (format === 'ggml') {
    // As the tag `latest` does for a GGUF repository.
    const file = preferredQuant(weights.map((weight) => weight.file));
    return weights.filter((weight) => weight.file === file);
  }
  const families = Map.groupBy(weights, ({ family }) => family);
  const named = MODEL_NAMES.find((name) => families.has(name));
  if (named !== undefined) return plainest(families.get(named)!);
  if (format === 'onnx' || format === 'onnx_variants') return onnxParts(families);
  return heaviest([...families.values()].map(plainest));
}

/**
 * Chooses one form of a family: the plain one, otherwise the one in half precision, otherwise the largest. A single
 * file is preferred to shards.
 */
function plainest<F extends SizedFile>(family: readonly Weight<F>[]): Weight<F>[] {
  const variants = Map.groupBy(family, ({ variant }) => variant);
  const half = [...variants.keys()]
    .filter((variant) => /(b?f|fp|float)16/.test(variant))
    .sort((a, b) => a.length - b.length);
  const form = variants.get('') ?? variants.get(half[0] ?? '') ?? heaviest([...variants.values()]);
  const whole = form.filter(({ file }) => !SHARD.test(stemOf(file.path)));
  return whole.length > 0 ? whole : form;
}

/**
 * Gives the parts of an ONNX export, such as encoder and decoder. All are needed, but a merged decoder replaces its two
 * parts.
 */
function onnxParts<F extends SizedFile>(families: ReadonlyMap<string, Weight<F>[]>): Weight<F>[] {
  const merged = families.has('decoder_model_merged');
  return [...families]
    .filter(([name]) => !merged || !/^decoder(_with_past)?_model$/.test(name))
    .flatMap(([, family]) => plainest(family));
}

function heaviest<F extends SizedFile>(groups: readonly Weight<F>[][]): Weight<F>[] {
  const bytesOf = (weights: readonly Weight<F>[]) => weights.reduce((sum, { file }) => sum + file.size, 0);
  return groups.reduce((most, each) => (bytesOf(each) > bytesOf(most) ? each : most));
}
