/**
 * Makes the demo's embedding model: a BERT with random weights in two safetensors shards, and a WordPiece
 * vocabulary.
 */
import { safetensorsFile, type Tensor } from './safetensors-file.ts';
import { ones, randomWeights } from './weights.ts';

const width = 64;
const heads = 2;
const context = 128;
const marks = ['[PAD]', '[UNK]', '[CLS]', '[SEP]', '[MASK]'];
const letters = [...'abcdefghijklmnopqrstuvwxyz0123456789'];
const words = ['the', 'hub', 'hello', 'world', 'model', '##s', '##ing', '##ed'];
const vocabulary = [...new Set([...marks, ...letters, ...letters.map((letter) => `##${letter}`), ...words])];

/** The name and shape of every tensor, in the order of the shards. */
const shapes: readonly (readonly [name: string, shape: readonly number[]])[] = [
  ['embeddings.word_embeddings.weight', [vocabulary.length, width]],
  ['embeddings.position_embeddings.weight', [context, width]],
  ['embeddings.token_type_embeddings.weight', [2, width]],
  ...norm('embeddings.LayerNorm'),
  ...['query', 'key', 'value'].flatMap((part) => linear(`encoder.layer.0.attention.self.${part}`, width, width)),
  ...linear('encoder.layer.0.attention.output.dense', width, width),
  ...norm('encoder.layer.0.attention.output.LayerNorm'),
  ...linear('encoder.layer.0.intermediate.dense', 2 * width, width),
  ...linear('encoder.layer.0.output.dense', width, 2 * width),
  ...norm('encoder.layer.0.output.LayerNorm'),
  ...linear('pooler.dense', width, width),
];

function linear(name: string, out: number, into: number): (readonly [string, readonly number[]])[] {
  return [
    [`${name}.weight`, [out, into]],
    [`${name}.bias`, [out]],
  ];
}

function norm(name: string): (readonly [string, readonly number[]])[] {
  return [
    [`${name}.weight`, [width]],
    [`${name}.bias`, [width]],
  ];
}

/** The facts of the model's import row. */
export const bertFacts = {
  parameters: shapes.reduce((sum, [, shape]) => sum + count(shape), 0),
  context,
};

function count(shape: readonly number[]): number {
  return shape.reduce((product, dimension) => product * dimension, 1);
}

function tensor([name, shape]: readonly [string, readonly number[]]): Tensor {
  const scale = name.endsWith('LayerNorm.weight');
  return { name, shape, weights: scale ? ones(count(shape)) : randomWeights(name, count(shape)) };
}

/** Makes the files of the repository: the configuration, the vocabulary, both shards and their index. */
export function bertFiles(): Map<string, string | Uint8Array> {
  const shards = [shapes.slice(0, 5), shapes.slice(5)];
  const shardName = (at: number): string => `model-0000${at + 1}-of-00002.safetensors`;
  const places = shards.flatMap((shard, at) => shard.map(([name]) => [name, shardName(at)] as const));
  const index = { metadata: { total_size: bertFacts.parameters * 2 }, weight_map: Object.fromEntries(places) };
  return new Map<string, string | Uint8Array>([
    ['.gitattributes', '*.safetensors filter=lfs diff=lfs merge=lfs -text\n'],
    ['1_Pooling/config.json', json({ word_embedding_dimension: width, pooling_mode_mean_tokens: true })],
    ['README.md', readme()],
    ['config.json', json(bertConfig())],
    ...shards.map((shard, at) => [shardName(at), safetensorsFile(shard.map(tensor), 'F16')] as const),
    ['model.safetensors.index.json', json(index)],
    ['tokenizer.json', json(tokenizerJson())],
    [
      'tokenizer_config.json',
      json({ tokenizer_class: 'BertTokenizerFast', do_lower_case: true, model_max_length: context }),
    ],
    ['vocab.txt', `${vocabulary.join('\n')}\n`],
  ]);
}

function bertConfig(): object {
  return {
    architectures: ['BertModel'],
    model_type: 'bert',
    dtype: 'float16',
    hidden_act: 'gelu',
    hidden_size: width,
    intermediate_size: 2 * width,
    layer_norm_eps: 1e-12,
    max_position_embeddings: context,
    num_attention_heads: heads,
    num_hidden_layers: 1,
    pad_token_id: 0,
    type_vocab_size: 2,
    vocab_size: vocabulary.length,
  };
}

function tokenizerJson(): object {
  const [cls, sep] = [marks.indexOf('[CLS]'), marks.indexOf('[SEP]')];
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: marks.map((content, id) => ({
      id,
      content,
      single_word: false,
      lstrip: false,
      rstrip: false,
      normalized: false,
      special: true,
    })),
    normalizer: {
      type: 'BertNormalizer',
      clean_text: true,
      handle_chinese_chars: true,
      strip_accents: null,
      lowercase: true,
    },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    post_processor: { type: 'BertProcessing', sep: ['[SEP]', sep], cls: ['[CLS]', cls] },
    decoder: { type: 'WordPiece', prefix: '##', cleanup: true },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(vocabulary.map((token, id) => [token, id])),
    },
  };
}

function readme(): string {
  const front = '---\nlicense: mit\npipeline_tag: feature-extraction\nlibrary_name: sentence-transformers\n---\n';
  return `${front}\n# Tiny BERT\n\nA BERT with random weights, in two shards.\n`;
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
