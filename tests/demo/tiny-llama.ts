/** Makes the demo's language models: a llama with random weights, as a safetensors repository and as GGUF files. */
import { type GgufTensor, type GgufValue, ggufFile } from './gguf-file.ts';
import type { TensorType } from './quantisation.ts';
import { safetensorsFile, type Tensor } from './safetensors-file.ts';
import { chatTemplate, merges, tokenizerConfig, tokenizerJson, tokenKind, tokens } from './vocabulary.ts';
import { ones, randomWeights } from './weights.ts';

const width = 256;
const heads = 4;
const sharedHeads = 2;
const context = 512;
const headWidth = width / heads;

type TensorName = readonly [safetensors: string, gguf: string, shape: readonly number[]];

/** Each tensor's name in safetensors and in GGUF, and its shape with the slowest-changing dimension first. */
const tensorNames: TensorName[] = [
  ['model.embed_tokens.weight', 'token_embd.weight', [tokens.length, width]],
  ['model.layers.0.input_layernorm.weight', 'blk.0.attn_norm.weight', [width]],
  ['model.layers.0.self_attn.q_proj.weight', 'blk.0.attn_q.weight', [width, width]],
  ['model.layers.0.self_attn.k_proj.weight', 'blk.0.attn_k.weight', [sharedHeads * headWidth, width]],
  ['model.layers.0.self_attn.v_proj.weight', 'blk.0.attn_v.weight', [sharedHeads * headWidth, width]],
  ['model.layers.0.self_attn.o_proj.weight', 'blk.0.attn_output.weight', [width, width]],
  ['model.layers.0.post_attention_layernorm.weight', 'blk.0.ffn_norm.weight', [width]],
  ['model.layers.0.mlp.gate_proj.weight', 'blk.0.ffn_gate.weight', [width, width]],
  ['model.layers.0.mlp.up_proj.weight', 'blk.0.ffn_up.weight', [width, width]],
  ['model.layers.0.mlp.down_proj.weight', 'blk.0.ffn_down.weight', [width, width]],
  ['model.norm.weight', 'output_norm.weight', [width]],
  ['lm_head.weight', 'output.weight', [tokens.length, width]],
];

const sizeOf = (shape: readonly number[]) => shape.reduce((product, dimension) => product * dimension, 1);

/** The facts for the import rows of the llama. */
export const llamaFacts = { parameters: tensorNames.reduce((sum, [, , shape]) => sum + sizeOf(shape), 0), context };

function weightsOf(name: string, shape: readonly number[]): Float32Array {
  const count = sizeOf(shape);
  return shape.length === 1 ? ones(count) : randomWeights(name, count);
}

/**
 * Makes the files of the safetensors repository: those that `transformers` loads, a subfolder, and two unusual
 * names.
 */
export function llamaFiles(): Map<string, string | Uint8Array> {
  const tensors: Tensor[] = tensorNames.map(([name, , shape]) => ({
    name,
    shape,
    weights: weightsOf(name, shape),
  }));
  return new Map<string, string | Uint8Array>([
    ['.gitattributes', '*.safetensors filter=lfs diff=lfs merge=lfs -text\n'],
    ['README.md', readme('Tiny Llama', 'transformers')],
    ['config.json', json(llamaConfig())],
    ['generation_config.json', json({ bos_token_id: 1, eos_token_id: 2, max_new_tokens: 16 })],
    ['model.safetensors', safetensorsFile(tensors, 'F32')],
    ['original/params.json', json({ dim: width, n_layers: 1, n_heads: heads, n_kv_heads: sharedHeads })],
    ['original/notes/how it was made.txt', 'Every weight is a number sequence started from its tensor name.\n'],
    ['original/notes/größe-模型.txt', `${llamaFacts.parameters} parameters\n`],
    ['tokenizer.json', json(tokenizerJson())],
    ['tokenizer_config.json', json(tokenizerConfig())],
  ]);
}

/** Makes the files of the GGUF repository, with a weight file for each quantisation. */
export function llamaGgufFiles(): Map<string, string | Uint8Array> {
  return new Map<string, string | Uint8Array>([
    ['.gitattributes', '*.gguf filter=lfs diff=lfs merge=lfs -text\n'],
    ['README.md', readme('Tiny Llama GGUF', 'gguf')],
    ['tiny-Q4_K_M.gguf', llamaGguf('Q4_K', 15)],
    ['tiny-Q8_0.gguf', llamaGguf('Q8_0', 7)],
  ]);
}

/** Makes a GGUF file. `fileType` is the number that GGUF has for the quantisation (7 is Q8_0, 15 is Q4_K_M). */
function llamaGguf(type: TensorType, fileType: number): Uint8Array {
  const tensors: GgufTensor[] = tensorNames.map(([, name, shape]) => ({
    name,
    shape: shape.toReversed(),
    type: shape.length === 1 ? 'F32' : type,
    weights: weightsOf(name, shape),
  }));
  return ggufFile(llamaMetadata(fileType), tensors);
}

function llamaMetadata(fileType: number): Map<string, GgufValue> {
  return new Map<string, GgufValue>([
    ['general.architecture', { string: 'llama' }],
    ['general.type', { string: 'model' }],
    ['general.name', { string: 'Tiny Llama' }],
    ['general.license', { string: 'apache-2.0' }],
    ['general.file_type', { u32: fileType }],
    ['general.quantization_version', { u32: 2 }],
    ['llama.vocab_size', { u32: tokens.length }],
    ['llama.context_length', { u32: context }],
    ['llama.embedding_length', { u32: width }],
    ['llama.block_count', { u32: 1 }],
    ['llama.feed_forward_length', { u32: width }],
    ['llama.attention.head_count', { u32: heads }],
    ['llama.attention.head_count_kv', { u32: sharedHeads }],
    ['llama.attention.layer_norm_rms_epsilon', { f32: 1e-5 }],
    ['llama.rope.dimension_count', { u32: headWidth }],
    ['llama.rope.freq_base', { f32: 10_000 }],
    ['tokenizer.ggml.model', { string: 'llama' }],
    ['tokenizer.ggml.tokens', { strings: tokens }],
    ['tokenizer.ggml.scores', { f32s: tokens.map((token) => tokenScore(token)) }],
    ['tokenizer.ggml.token_type', { i32s: tokens.map((_, id) => tokenKind(id)) }],
    ['tokenizer.ggml.bos_token_id', { u32: 1 }],
    ['tokenizer.ggml.eos_token_id', { u32: 2 }],
    ['tokenizer.ggml.unknown_token_id', { u32: 0 }],
    ['tokenizer.ggml.add_bos_token', { bool: true }],
    ['tokenizer.chat_template', { string: chatTemplate }],
  ]);
}

/**
 * Returns the score by which a tokenizer merges: the highest first. Merged tokens score by their position in
 * `merges`, and all other tokens score lower.
 */
function tokenScore(token: string): number {
  const rank = merges.findIndex((pair) => pair.join('') === token);
  return rank < 0 ? -1000 : -rank;
}

function llamaConfig(): object {
  return {
    architectures: ['LlamaForCausalLM'],
    model_type: 'llama',
    attention_bias: false,
    bos_token_id: 1,
    eos_token_id: 2,
    dtype: 'float32',
    hidden_act: 'silu',
    hidden_size: width,
    initializer_range: 0.02,
    intermediate_size: width,
    max_position_embeddings: context,
    num_attention_heads: heads,
    num_hidden_layers: 1,
    num_key_value_heads: sharedHeads,
    rms_norm_eps: 1e-5,
    rope_theta: 10_000,
    tie_word_embeddings: false,
    vocab_size: tokens.length,
  };
}

function readme(title: string, library: string): string {
  const front = `---\nlicense: apache-2.0\npipeline_tag: text-generation\nlibrary_name: ${library}\n---\n`;
  return `${front}\n# ${title}\n\nA llama with random weights, made to be downloaded and not to be believed.\n`;
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
