// Commands for a visitor to paste, with this service's own address.
import { shellWord } from '../../get-it/shell/shells.ts';
import type { HubFacts } from '../../shapes/models.ts';

/** The facts of a model's row of search. */
interface ListedModel {
  id: string;
  hub: Pick<HubFacts, 'quants' | 'format_bytes'>;
}

/** Quantisations by preference, if none is named. */
const QUANTS = ['Q4_K_M', 'UD-Q4_K_M', 'UD-Q4_K_XL', 'Q4_K_S', 'Q4_0', 'Q8_0'];

/** File patterns of each format that only repeat another format. */
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
/** Formats by preference, of which one is kept. */
const KEPT = ['safetensors', 'gguf', 'pytorch', 'onnx', 'tensorflow', 'flax'];

/**
 * Downloads one copy of a model into the local cache of `hf`, the public hub's command-line tool: with the usual
 * quantisation and the preferred format. It uses patterns, since a row does not name files; the page of the model does.
 */
export function downloadCommand(baseUrl: string, { id, hub }: ListedModel): string {
  return `HF_ENDPOINT=${baseUrl} hf download ${id}${options(hub)}`;
}

function options({ quants = {}, format_bytes: formats = {} }: ListedModel['hub']): string {
  const labels = Object.keys(quants);
  const kept = KEPT.find((format) => Object.hasOwn(formats, format));
  if (labels.length > 1 && (kept === 'gguf' || kept === undefined)) {
    const bySize = Object.entries(quants).sort(([, one], [, other]) => one - other);
    const label = QUANTS.find((usual) => labels.includes(usual)) ?? bySize[0]![0];
    return ` --include=${shellWord(`*${label}*`)}`;
  }
  const own = FILES.get(kept ?? '') ?? [];
  const others = Object.keys(formats).flatMap((format) => FILES.get(format) ?? []);
  const left = [...new Set(others)].filter((pattern) => kept !== undefined && !own.includes(pattern));
  return left.map((pattern) => ` --exclude=${shellWord(pattern)}`).join('');
}

/** Downloads and checks the same with this hub's own program, which it fetches first from `program`. */
export function pullCommand(baseUrl: string, program: string, { id, hub }: ListedModel): string {
  return `curl -fsSO ${baseUrl}${program} &&\nnode pull.mjs --hub ${baseUrl} ${id}${options(hub)}`;
}

/** Hashes the files in the cache of `hf` and compares them with this index. */
export function verifyCommand(baseUrl: string, id: string): string {
  return `HF_ENDPOINT=${baseUrl} hf cache verify ${id}`;
}
