/** Tests which format a weight file has by its path. */
import { expect, test } from 'vitest';
import { formatBytes, weightFormat } from '../../../src/model/weight-formats.ts';
import { shippedModel } from '../../docs/shipped-model.ts';

test.each([
  ['model-00001-of-00003.safetensors', 'safetensors'],
  ['prompt-optimizer-7b.Q4_K_M.gguf', 'gguf'],
  ['pytorch_model.bin', 'pytorch'],
  ['ggml-model-q4_0.bin', 'ggml'],
  ['openvino/openvino_model_qint8_quantized.bin', 'openvino'],
  ['coreml/float32_model.mlpackage/Data/com.apple.CoreML/weights/weight.bin', 'coreml'],
  ['metal/model.bin', 'other'],
  ['onnx/model.onnx_data', 'onnx'],
  ['onnx/model_qint8_avx512_vnni.onnx', 'onnx_variants'],
  ['onnx/decoder_model_merged_q4f16.onnx', 'onnx_variants'],
  ['global_step500/bf16_zero_pp_rank_0_mp_rank_00_optim_states.pt', 'optimizer'],
  ['global_step500/mp_rank_00_model_states.pt', 'training_state'],
  ['training_args.bin', 'training_state'],
  ['checkpoint-500/model.safetensors', 'training_state'],
  ['checkpoints/sam_vit_h.pth', 'pytorch'],
  ['rust_model.ot', 'rust'],
  ['weights.npz', 'numpy'],
  ['config.json', undefined],
])('%s has the format %s', (path, format) => expect(weightFormat(path)).toBe(format));

test('bytes are added up by format, and a format without files is left out', () => {
  expect(formatBytes(shippedModel('sentence-transformers/all-MiniLM-L6-v2')!.files)).toEqual({
    onnx: 90_405_214,
    onnx_variants: 408_350_688,
    openvino: 113_199_408,
    pytorch: 90_888_945,
    rust: 90_887_379,
    safetensors: 90_868_376,
    tensorflow: 91_005_696,
  });
  expect(formatBytes([{ path: 'model.onnx', size: 0 }])).toEqual({});
});
