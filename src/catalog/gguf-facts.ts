// What the header of a GGUF file says of itself: the optional `gguf` object of a file in an import row and a model object.

/** Every field is a value of the file's own header, absent where the header lacks it or was not read. */
export interface GgufFacts {
  /** `general.architecture`, such as `llama`. */
  architecture?: string;
  /** `general.name`. */
  name?: string;
  /** `general.file_type`: the number of the quantisation most tensors have (15 is Q4_K_M). */
  fileType?: number;
  /** `<architecture>.context_length`, in tokens. */
  contextLength?: number;
  /** Weights in the file, counted over its tensors. */
  parameterCount?: number;
  /** `<architecture>.block_count`: how many layers. */
  layerCount?: number;
  /** `<architecture>.attention.head_count_kv`, or the attention's heads where it is absent; absent when layers differ. */
  keyValueHeads?: number;
  /** Values of one head's key: `<architecture>.attention.key_length`, or the embedding's share of each head. */
  headSize?: number;
  /** `tokenizer.chat_template`, a Jinja template. */
  chatTemplate?: string;
  /** The text of the token that begins an input. */
  bosToken?: string;
  /** The text of the token that ends an answer. */
  eosToken?: string;
}
