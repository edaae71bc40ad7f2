// Finds one usable copy of a model: the weight files that a program loads, among several forms of the same weights.
import { ggufFiles, projectorFor, shardsOf } from './gguf-files.ts';
import { chosen, MODEL_NAMES, type SizedFile, type Weight, weightAt } from './weight-families.ts';
import { formatByName, type WeightFormat, weightFormat } from './weight-formats.ts';

/** The weight files of a copy, without configuration and vocabulary, which are small. */
interface UsableCopy<F> {
  /** The format of most of it. */
  format: WeightFormat;
  /** The files, in the order of the listing. */
  files: F[];
  /** The sum of their sizes. */
  bytes: number;
}

/** The formats in order of preference. */
const PREFERENCE: readonly WeightFormat[] = [
  'safetensors',
  'gguf',
  'pytorch',
  'onnx',
  'onnx_variants',
  'tensorflow',
  'flax',
  'rust',
  'ggml',
  'openvino',
  'coreml',
  'tflite',
  'numpy',
  'nemo',
  'other',
];

/**
 * Finds the weights that one usable copy of a model needs; `files` are its files, sorted bytewise:
 * 1. The first format in the order safetensors, GGUF, PyTorch, ONNX, and then the rarer ones. Optimizer and training state
 * are left out, and so are the folders of training steps, unless there is nothing else.
 * 2. In GGUF the quantisation under `latest` in the registry, with all its shards and its projector.
 * 3. A diffusion pipeline (`model_index.json`) is the folders of its components, each in its own best format; the weights
 * at its root are the same in one file for other programs, and are taken only if they alone are in safetensors.
 * 4. Any other model has its weights at its root, and those of the numbered modules beside `modules.json`; `original/`,
 * `onnx/` and the like hold other forms. Without weights of that format at the root: the folder with the most.
 * 5. In a folder the file with the name that loaders look for (`model`, `pytorch_model`, …) with its shards, else the
 * largest: beside `model-00001-of-00003.safetensors` a `consolidated.safetensors` holds the same weights again.
 * 6. The plain one of a file's variants: `model.safetensors`, not `model.fp16.safetensors`.
 *
 * Undefined when there is no weight, or when its size is unknown.
 */
export function usableCopy<F extends SizedFile>(files: readonly F[]): UsableCopy<F> | undefined {
  const { latest } = ggufFiles(files);
  const weights = weightsOf(files, latest !== undefined);
  const format = PREFERENCE.find((each) => weights.some((weight) => weight.format === each));
  if (format === undefined) return undefined;
  const folders = Map.groupBy(weights, ({ folder }) => folder);
  const paths = new Set(files.map(({ path }) => path));
  const components = pipelineFolders(paths, folders);
  const holdsIt = (folder: string) => folders.get(folder)!.some((weight) => weight.format === format);
  if (components.some(holdsIt)) return copyOf(inFolders(components, folders), files);
  if (format === 'gguf' && latest) return copyOf(ggufCopy(latest, files), files);
  const home = homeOf(weights.filter((weight) => weight.format === format));
  const parts = [home, ...moduleFolders(paths, folders, home)];
  return copyOf(inFolders(parts, folders, format), files);
}

/**
 * Lists the files that count as part of a model. Projectors without a model, and training state, only count if there is
 * nothing else.
 */
function weightsOf<F extends SizedFile>(files: readonly F[], runsGguf: boolean): Weight<F>[] {
  const all = files.flatMap((file) => {
    const format = weightFormat(file.path);
    return format === undefined ? [] : [weightAt(file, format)];
  });
  const model = all.filter(({ format }) => format !== 'optimizer' && format !== 'training_state');
  const complete = model.filter(({ format }) => format !== 'gguf' || runsGguf);
  if (complete.length > 0) return complete;
  if (model.length > 0) return model;
  // The model is a training that was uploaded whole: it only has the weights of its steps, and one step is enough.
  return all
    .filter(({ family, format }) => format === 'training_state' && MODEL_NAMES.includes(family))
    .map((weight) => ({ ...weight, format: formatByName(weight.file.path) }));
}

/** The weights of each folder that has any. */
type Folders<F> = ReadonlyMap<string, readonly Weight<F>[]>;

/** Lists the folders of a diffusion pipeline's components: below the root, with weights and a `config.json`. */
function pipelineFolders<F>(paths: ReadonlySet<string>, folders: Folders<F>): string[] {
  if (!paths.has('model_index.json')) return [];
  return [...folders.keys()].filter((folder) => /^[^/]+$/.test(folder) && paths.has(`${folder}/config.json`));
}

/** Lists the folders of the further modules of a sentence-transformers model: `2_Dense` beside `modules.json`. */
function moduleFolders<F>(paths: ReadonlySet<string>, folders: Folders<F>, home: string): string[] {
  if (!paths.has('modules.json')) return [];
  return [...folders.keys()].filter((folder) => /^[1-9]\d*_\w+$/.test(folder) && folder !== home);
}

/** Gives the root if it has any of `weights`, else the folder with most bytes of them. */
function homeOf<F extends SizedFile>(weights: readonly Weight<F>[]): string {
  const bytes = new Map<string, number>();
  for (const { folder, file } of weights) bytes.set(folder, (bytes.get(folder) ?? 0) + file.size);
  if (bytes.has('')) return '';
  return [...bytes].reduce((most, each) => (each[1] > most[1] ? each : most))[0];
}

/** Chooses the copy of each of `wanted`, in `format` if the folder has it, else in the folder's best. */
function inFolders<F extends SizedFile>(wanted: readonly string[], folders: Folders<F>, format?: WeightFormat): F[] {
  const order = format === undefined ? PREFERENCE : [format, ...PREFERENCE];
  return wanted.flatMap((folder) => {
    const formats = Map.groupBy(folders.get(folder)!, (weight) => weight.format);
    const best = order.find((each) => formats.has(each))!;
    return chosen(formats.get(best)!, best).map(({ file }) => file);
  });
}

/** Gives the files under a registry's `latest`: a file or the shards of one, and its projector. */
function ggufCopy<F extends SizedFile>({ file, sharded }: { file: F; sharded: boolean }, files: readonly F[]): F[] {
  const projector = projectorFor(file.path, files);
  return [...(sharded ? shardsOf(file, files) : [file]), ...(projector ? [projector] : [])];
}

function copyOf<F extends SizedFile>(copy: readonly F[], files: readonly F[]): UsableCopy<F> | undefined {
  const sizes = new Map<WeightFormat, number>();
  let bytes = 0;
  for (const { path, size } of copy) {
    bytes += size;
    const format = formatByName(path);
    sizes.set(format, (sizes.get(format) ?? 0) + size);
  }
  if (bytes === 0) return undefined;
  const [format] = [...sizes].reduce((most, each) => (each[1] > most[1] ? each : most));
  const kept = new Set(copy);
  return { format, files: files.filter((file) => kept.has(file)), bytes };
}
