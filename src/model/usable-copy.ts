// Finds one usable copy of a model: the weight files that a program loads, where a repository has the same weights in
// several forms.
import { totalSize } from '../basics/bytes.ts';
import { ggufFiles, ggufParts } from './gguf-files.ts';
import { chosen, MODEL_NAMES, type SizedFile, type Weight, weightAt } from './weight-families.ts';
import { formatByName, formatBytes, WEIGHT_FORMATS, type WeightFormat, weightFormat } from './weight-formats.ts';

/** The weight files of a copy. It leaves out configuration and vocabulary, which are small. */
export interface UsableCopy<F> {
  /** The format of most of the files. */
  format: WeightFormat;
  /** The files, in the order of the listing. */
  files: F[];
  /** The sum of the files' sizes. */
  bytes: number;
}

/**
 * Finds the weights that one usable copy of a model needs. `files` must be sorted bytewise by path. Undefined when there
 * is no weight, or when its size is unknown.
 * 1. Takes the first format in the order safetensors, GGUF, PyTorch, ONNX, then the rarer ones. The weights of training
 *    steps count only if there is nothing else. The states of optimizers and trainers never count.
 * 2. In GGUF, takes the file under `latest` in the registry, with all its shards and its projector.
 * 3. In a diffusion pipeline (`model_index.json`), takes the folders of the components, each in its own best format.
 *    Weights at its root repeat these in one file, and count only if no component has the format of step 1.
 * 4. In any other model, takes the weights at the root, and those of numbered modules beside `modules.json`. Folders such
 *    as `original/` and `onnx/` hold other forms. If the root lacks the format, takes the folder with the most bytes.
 * 5. In a folder, takes the file with a name that loaders look for (`model`, `pytorch_model`, …) and its shards, or else
 *    the largest file. A `consolidated.safetensors` beside `model-00001-of-00003.safetensors` repeats the weights.
 * 6. Among the variants of a file, takes the plain one: `model.safetensors`, not `model.fp16.safetensors`.
 */
export function usableCopy<F extends SizedFile>(files: readonly F[]): UsableCopy<F> | undefined {
  const { latest } = ggufFiles(files);
  const weights = weightsOf(files, latest !== undefined);
  const format = WEIGHT_FORMATS.find((each) => weights.some((weight) => weight.format === each));
  if (format === undefined) return undefined;
  const folders = Map.groupBy(weights, ({ folder }) => folder);
  const paths = new Set(files.map(({ path }) => path));
  // The components of a diffusion pipeline lie at the root, and have weights and a `config.json`.
  const components = [...folders.keys()].filter(
    (folder) => /^[^/]+$/.test(folder) && paths.has('model_index.json') && paths.has(`${folder}/config.json`),
  );
  const holdsIt = (folder: string) => folders.get(folder)!.some((weight) => weight.format === format);
  if (components.some(holdsIt)) return copyOf(inFolders(components, folders), files);
  if (format === 'gguf' && latest) return copyOf(ggufParts(latest.file, files), files);
  const home = homeOf(weights.filter((weight) => weight.format === format));
  // A sentence-transformers model has further modules, such as `2_Dense`.
  const modules = [...folders.keys()].filter(
    (folder) => /^[1-9]\d*_\w+$/.test(folder) && paths.has('modules.json') && folder !== home,
  );
  return copyOf(inFolders([home, ...modules], folders, format), files);
}

/**
 * Lists the weight files that a copy may have. Projectors without a model, and the weights of training steps, are
 * listed only if there is nothing else.
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
  // If somebody uploaded only the weights of training steps, one step is enough.
  return all
    .filter(({ family, format }) => format === 'training_state' && MODEL_NAMES.includes(family))
    .map((weight) => ({ ...weight, format: formatByName(weight.file.path) }));
}

/** The weights in each folder that has any. */
type Folders<F> = ReadonlyMap<string, readonly Weight<F>[]>;

/**
 * Gives the folder of the model's weights: the root if it has any of `weights`, otherwise the folder with the most
 * bytes of them.
 */
function homeOf<F extends SizedFile>(weights: readonly Weight<F>[]): string {
  const bytes = new Map<string, number>();
  for (const { folder, file } of weights) bytes.set(folder, (bytes.get(folder) ?? 0) + file.size);
  if (bytes.has('')) return '';
  return [...bytes].reduce((most, each) => (each[1] > most[1] ? each : most))[0];
}

/**
 * Chooses the files of each folder in `wanted`: in `format` if the folder has it, otherwise in the folder's most
 * preferred format.
 */
function inFolders<F extends SizedFile>(wanted: readonly string[], folders: Folders<F>, format?: WeightFormat): F[] {
  const order = format === undefined ? WEIGHT_FORMATS : [format, ...WEIGHT_FORMATS];
  return wanted.flatMap((folder) => {
    const formats = Map.groupBy(folders.get(folder)!, (weight) => weight.format);
    const best = order.find((each) => formats.has(each))!;
    return chosen(formats.get(best)!, best).map(({ file }) => file);
  });
}

function copyOf<F extends SizedFile>(copy: readonly F[], files: readonly F[]): UsableCopy<F> | undefined {
  const bytes = totalSize(copy);
  if (bytes === 0) return undefined;
  const sizes = Object.entries(formatBytes(copy, formatByName)) as [WeightFormat, number][];
  const [format] = sizes.reduce((most, each) => (each[1] > most[1] ? each : most));
  const kept = new Set(copy);
  return { format, files: files.filter((file) => kept.has(file)), bytes };
}
