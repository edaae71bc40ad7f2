/** The vocabulary of the demo's llama models: three special tokens, every byte, letters, and a few English pieces. */

/** The character that replaces a space in a token. */
const space = '▁';
const letters = [space, ...'etaoinshrdlucmfwypvbgkjqxzETAOINSHRDLUCMFWYPVBGKJQXZ0123456789.,!?'];
const marks = ['<unk>', '<s>', '</s>'];
const bytes = Array.from({ length: 256 }, (_, byte) => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`);

/** Pairs of tokens that merge into a longer token. Earlier pairs merge first. */
export const merges: readonly (readonly [string, string])[] = [
  ['t', 'h'],
  ['th', 'e'],
  [space, 'the'],
  ['i', 'n'],
  ['o', 'n'],
  [space, 'h'],
  ['l', 'l'],
  [`${space}h`, 'e'],
  [`${space}he`, 'll'],
  [`${space}hell`, 'o'],
];

/**
 * All tokens; the index of each is its id. Unused tokens fill the list up to 384, a multiple of 128, as in trained
 * models.
 */
export const tokens: readonly string[] = padTo(384, [
  ...marks,
  ...bytes,
  ...letters,
  ...merges.map((pair) => pair.join('')),
]);

function padTo(size: number, known: readonly string[]): string[] {
  return Array.from({ length: size }, (_, id) => known[id] ?? `<unused_${id - known.length}>`);
}

/** Returns the type of a token as a number of GGUF: 1 normal, 2 unknown, 3 control, 5 unused, 6 a single byte. */
export function tokenKind(id: number): number {
  if (id === 0) return 2;
  if (id < marks.length) return 3;
  if (id < marks.length + bytes.length) return 6;
  return tokens[id]!.startsWith('<unused_') ? 5 : 1;
}

/** The chat template of the demo's models, in the Jinja dialect of tokenizers. */
export const chatTemplate =
  "{% for message in messages %}{{ message['role'] + ': ' + message['content'] + '\\n' }}{% endfor %}" +
  "{% if add_generation_prompt %}{{ 'assistant:' }}{% endif %}";

/** Makes `tokenizer.json`: a tokenizer that merges pairs, and splits unknown characters into bytes. */
export function tokenizerJson(): object {
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
      type: 'Sequence',
      normalizers: [
        { type: 'Prepend', prepend: space },
        { type: 'Replace', pattern: { String: ' ' }, content: space },
      ],
    },
    pre_tokenizer: null,
    post_processor: {
      type: 'TemplateProcessing',
      single: [{ SpecialToken: { id: '<s>', type_id: 0 } }, { Sequence: { id: 'A', type_id: 0 } }],
      pair: [{ Sequence: { id: 'A', type_id: 0 } }, { Sequence: { id: 'B', type_id: 1 } }],
      special_tokens: { '<s>': { id: '<s>', ids: [1], tokens: ['<s>'] } },
    },
    decoder: {
      type: 'Sequence',
      decoders: [
        { type: 'Replace', pattern: { String: space }, content: ' ' },
        { type: 'ByteFallback' },
        { type: 'Fuse' },
        { type: 'Strip', content: ' ', start: 1, stop: 0 },
      ],
    },
    model: {
      type: 'BPE',
      dropout: null,
      unk_token: '<unk>',
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: true,
      byte_fallback: true,
      ignore_merges: false,
      vocab: Object.fromEntries(tokens.map((token, id) => [token, id])),
      merges,
    },
  };
}

/** Makes `tokenizer_config.json`: the settings that a loader needs in addition to the vocabulary. */
export function tokenizerConfig(): object {
  return {
    add_bos_token: true,
    add_eos_token: false,
    bos_token: '<s>',
    eos_token: '</s>',
    unk_token: '<unk>',
    clean_up_tokenization_spaces: false,
    model_max_length: 512,
    tokenizer_class: 'PreTrainedTokenizerFast',
    chat_template: chatTemplate,
  };
}
