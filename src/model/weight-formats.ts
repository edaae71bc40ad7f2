// Decides which files of a model are weights. Rows, OCI media types, quantisation tags and MCP all use this module
// (decision 0013).
import { own } from '../basics/records.ts';
import { fileName } from '../nouns/file-path.ts';

/**
 * Lists the formats of weights, whose bytes are counted separately. The formats that people prefer come first.
 * `onnx_variants` are quantised and optimised forms beside a plain ONNX export. `optimizer` and `training_state` are
 * needed only to continue training.
 */
const FORMATS = {
  safetensors: ['safetensors', 'safetensors', 'safetensors'],
  gguf: ['GGUF', 'gguf', 'gguf'],
  pytorch: ['PyTorch', 'pytorch', 'bin', 'pt', 'pth', 'ckpt'],
  onnx: ['ONNX', 'onnx', 'onnx', 'onnx_data'],
  onnx_variants: ['ONNX variants', 'onnx'],
  tensorflow: ['TensorFlow', 'tf', 'h5'],
  flax: ['Flax', 'jax', 'msgpack'],
  rust: ['Rust', 'rust', 'ot'],
  ggml: ['GGML', 'ggml', 'ggml'],
  openvino: ['OpenVINO', 'openvino'],
  coreml: ['Core ML', 'coreml'],
  tflite: ['TFLite', 'tflite', 'tflite'],
  numpy: ['NumPy', undefined, 'npz'],
  nemo: ['NeMo', 'nemo', 'nemo'],
  other: ['other formats'],
  optimizer: ['optimizer'],
  training_state: ['training state'],
} satisfies Record<string, readonly [name: string, tag?: string | undefined, ...endings: string[]]>;

export type WeightFormat = keyof typeof FORMATS;

/** The formats, those that people prefer first. */
export const WEIGHT_FORMATS = Object.keys(FORMATS) as WeightFormat[];

/** The formats by which nobody would choose a model, or that it only has beside others. */
export const BESIDE_OTHERS: readonly string[] = ['onnx_variants', 'optimizer', 'training_state', 'other'];

const BY_ENDING = new Map(
  WEIGHT_FORMATS.flatMap((format) => {
    const [, , ...endings] = FORMATS[format];
    return endings.map((ending) => [ending, format] as const);
  }),
);
const WEIGHT = new RegExp(`\\.(${[...BY_ENDING.keys()].join('|')})$`, 'i');

/** True if the file at `path` is a weight file by its ending. */
export function isWeight(path: string): boolean {
  return WEIGHT.test(path);
}

/**
 * Match names of files that are needed only to continue training. DeepSpeed writes each file in parts, one for each
 * process (rank).
 */
const OPTIMIZER = /^optimizer([._-]?\d[\d_of-]*)?$|optim_states$/i;
const TRAINING_STATE = new RegExp(
  [
    '^(lr_?)?(scheduler|scaler|sampler)(_\\d+)?$|^(rng_state|random_states?)([._-].*)?$',
    '^(training_args|train(er|ing)?_state)$|^(zero_pp_rank_\\d+_)?mp_rank_\\d+_model_states$',
  ].join('|'),
  'i',
);

/** Matches the folder of a training step. Weights in it are an intermediate state, not the model. */
const STEP_FOLDER = /(^|\/)(checkpoint-\d+|last-checkpoint|global_step\d+)\//;

/**
 * Matches the end that tools add to the name of an ONNX model when they shrink it or speed it up: `model_q4f16`,
 * `model_O3`, `model_qint8_avx512_vnni`.
 */
const ONNX_VARIANT =
  /[._-](O[1-4]|b?fp?(8|16)|float16|half|q?u?int(4|8)(_\w+)?|q[1-8]\w*|bnb4|nf4|(dynamic_)?quant(ized)?)$/i;

/** Gives the format of the weight file at `path`; undefined if the file is no weight file (`isWeight`). */
export function weightFormat(path: string): WeightFormat | undefined {
  if (!isWeight(path)) return undefined;
  const format = formatByName(path);
  const stem = stemOf(path);
  if (OPTIMIZER.test(stem)) return 'optimizer';
  if (TRAINING_STATE.test(stem) || STEP_FOLDER.test(path)) return 'training_state';
  return format === 'onnx' && ONNX_VARIANT.test(stem) ? 'onnx_variants' : format;
}

/**
 * Writes the name of a format for people. Gives an unknown format unchanged, since a record by somebody else may name
 * it.
 */
export function formatName(format: string): string {
  return own(FORMATS, format)?.[0] ?? format;
}

/** Gives the tag of a format, as the public hub writes it; undefined if it has none. */
export function formatTag(format: WeightFormat): string | undefined {
  return FORMATS[format][1];
}

/** Gives the format that the path of a weight file indicates, even for a file that only training needs. */
export function formatByName(path: string): WeightFormat {
  const format = BY_ENDING.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase()) ?? 'other';
  return path.toLowerCase().endsWith('.bin') ? formatOfBin(path) : format;
}

/** Gives the format of a `.bin` file. The ending mostly means PyTorch, but other formats use it too. */
function formatOfBin(path: string): WeightFormat {
  if (/\.(mlpackage|mlmodelc)\//i.test(path)) return 'coreml';
  if (/(^|\/)openvino_[^/]*$/i.test(path)) return 'openvino';
  if (/(^|[/._-])ggml(v\d)?[._-]|(^|[/._-])q\d_[\dk][\w.]*\.bin$/i.test(path)) return 'ggml';
  // Files in a folder `metal` are for Apple's GPUs.
  return /(^|\/)metal\//.test(path) ? 'other' : 'pytorch';
}

/** Gives the file's name without its ending. */
export function stemOf(path: string): string {
  const name = fileName(path);
  return name.slice(0, name.lastIndexOf('.'));
}

/**
 * Gives the bytes of weights in each format; they add up to the bytes of all weights. Formats without bytes are absent.
 * `formatOf` gives the format of a path, or undefined if it counts nowhere.
 */
export function formatBytes(
  files: readonly { path: string; size: number }[],
  formatOf = weightFormat,
): Partial<Record<WeightFormat, number>> {
  const bytes: Partial<Record<WeightFormat, number>> = {};
  for (const { path, size } of files) {
    const format = size > 0 ? formatOf(path) : undefined;
    if (format) bytes[format] = (bytes[format] ?? 0) + size;
  }
  return bytes;
}
