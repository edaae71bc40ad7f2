// Which files of a model are weights: one answer for hub facts, OCI media types, quant tags and MCP (decision 0013).

const WEIGHT = /\.(safetensors|bin|pt|pth|ckpt|gguf|ggml|onnx|onnx_data|h5|msgpack|tflite|npz|nemo|ot)$/i;

/** True when the file at `path` holds weights, judged by its ending. */
export function isWeight(path: string): boolean {
  return WEIGHT.test(path);
}
