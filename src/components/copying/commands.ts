// Writes commands for a visitor to paste, with this service's own address.
import { shellWord } from '../../get-it/shells.ts';
import type { HubFacts } from '../../shapes/models.ts';

/** The parts of a row that commands need. */
interface ListedModel {
  id: string;
  hub: Pick<HubFacts, 'quants' | 'format_bytes' | 'copy_bytes' | 'weight_bytes'>;
}

/**
 * The quantisations to download, by preference. If a model has none of these, the command names its smallest
 * quantisation.
 */
const QUANTS = ['Q4_K_M', 'UD-Q4_K_M', 'UD-Q4_K_XL', 'Q4_K_S', 'Q4_0', 'Q8_0'];

/** The file patterns of each format. A download leaves out the files of formats that only repeat the weights. */
const FILES = new Map<string, readonly string[]>([
  ['safetensors', ['*.safetensors']],
  ['pytorch', ['*.bin', '*.pt', '*.pth', '*.ckpt']],
  ['gguf', ['*.gguf']],
  ['onnx', ['*.onnx', '*.onnx_data']],
  ['onnx_variants', ['*.onnx', '*.onnx_data']],
  ['tensorflow', ['*.h5']],
  ['flax', ['*.msgpack']],
  ['rust', ['*.ot']],
  ['openvino', ['openvino/*']],
  ['tflite', ['*.tflite']],
]);
/** The formats to download, by preference; a download keeps the first of these that the model has. */
const KEPT = ['safetensors', 'gguf', 'pytorch', 'onnx', 'tensorflow', 'flax'];

/**
 * Writes the command that downloads one copy of a model into the local cache of `hf`, the public hub's command-line
 * tool. It takes the quantisation `quant`, otherwise the usual one or the preferred format. It selects files by patterns,
 * since a row does not name files; undefined if patterns would fetch more weights than the row's copy has.
 */
export function downloadCommand(baseUrl: string, { id, hub }: ListedModel, quant?: string): string | undefined {
  const chosen = quant === undefined ? options(hub) : ` --include=${shellWord(`*${quant}*`)}`;
  return chosen === undefined ? undefined : `HF_ENDPOINT=${baseUrl} hf download ${id}${chosen}`;
}

/** Names the quantisation that visitors usually want of several: the first of the usual ones, otherwise the smallest. */
export function usualQuant(quants: Readonly<Record<string, number>>): string | undefined {
  const [smallest] = Object.entries(quants).sort(([, one], [, other]) => one - other);
  return QUANTS.find((usual) => Object.hasOwn(quants, usual)) ?? smallest?.[0];
}

function options(hub: ListedModel['hub']): string | undefined {
  const { quants = {}, format_bytes: formats = {}, weight_bytes: all, copy_bytes: copy } = hub;
  const labels = Object.keys(quants);
  const kept = KEPT.find((format) => Object.hasOwn(formats, format));
  if (labels.length > 1 && (kept === 'gguf' || kept === undefined))
    return ` --include=${shellWord(`*${usualQuant(quants)}*`)}`;
  const own = FILES.get(kept ?? '') ?? [];
  const left = Object.keys(formats).filter((format) => kept && FILES.get(format)?.every((one) => !own.includes(one)));
  const rest = left.reduce((bytes, format) => bytes - formats[format]!, all ?? 0);
  if (rest !== (copy ?? rest)) return undefined;
  const patterns = new Set(left.flatMap((format) => FILES.get(format)!));
  return [...patterns].map((pattern) => ` --exclude=${shellWord(pattern)}`).join('');
}

/** Writes the command that hashes the files in the cache of `hf` and compares them with this index. */
export function verifyCommand(baseUrl: string, id: string): string {
  return `HF_ENDPOINT=${baseUrl} hf cache verify ${id}`;
}
