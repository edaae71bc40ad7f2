// Decides which files of a model are weights. Rows, OCI media types, quantisation tags and MCP all use this module
// (decision 0013).

const WEIGHT = /\.(safetensors|bin|pt|pth|ckpt|gguf|ggml|onnx|onnx_data|h5|msgpack|tflite|npz|nemo|ot)$/i;

/** True if the file at `path` is a weight file by its ending. */
export function isWeight(path: string): boolean {
  return WEIGHT.test(path);
}
