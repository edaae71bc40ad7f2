// Decides which files of a model are weights, for hub facts, OCI media types, quant tags and MCP alike (decision 0013).

const WEIGHT = /\.(safetensors|bin|pt|pth|ckpt|gguf|ggml|onnx|onnx_data|h5|msgpack|tflite|npz|nemo|ot)$/i;

/** True if the file at `path` holds weights, by its ending. */
export function isWeight(path: string): boolean {
  return WEIGHT.test(path);
}
