// Describes one version of a model that a visitor can choose, with the facts that commands need: a quantisation, a
// format, or everything.

/** A file that a tool's command names. */
export interface ChoiceFile {
  path: string;
  /** Bytes. */
  size: number;
  sha256: string;
}

export interface Choice {
  /** A name that is unique on the page, and the same every day: `q4_k_m`, `safetensors`, `all`. */
  key: string;
  label: string;
  /** The format of most of the weights; `all` for everything. */
  format: string;
  /** The number of files that the commands fetch, and their bytes. */
  files: number;
  bytes: number;
  /** The bytes of the weights, which must fit in memory; absent if unknown. */
  weights?: number;
  /** The paths of the files to fetch; absent if `only` or `without` selects them. */
  paths?: string[] | undefined;
  /** Patterns of the files to fetch. */
  only?: string[];
  /** Patterns of the files to leave out. */
  without?: string[];
  /** The file that a tool runs: a GGUF or its first shard, otherwise the largest file of weights. */
  main?: ChoiceFile;
  /** True for a GGUF in shards. */
  sharded?: true;
  /** For GGUF: the tag in the registry. */
  tag?: string | undefined;
  /** For GGUF: the projector, with which the model sees pictures. */
  projector?: ChoiceFile;
  /** For ONNX: the name that transformers.js has for the variant. */
  dtype?: string;
  /** In an export: the addresses of `main` at its sources, the best source first. */
  urls?: string[];
}
