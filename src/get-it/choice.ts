// One of the choices of a model, with the few facts that commands need: a quantisation, a format, or everything.

/** A file that a tool's command names. */
export interface ChoiceFile {
  path: string;
  /** Bytes. */
  size: number;
  sha256: string;
}

export interface Choice {
  /** Unique on the page, and constant over days: `q4_k_m`, `safetensors`, `all`. */
  key: string;
  label: string;
  /** The format of most of its weights; `all` for everything. */
  format: string;
  /** The number of files that its commands fetch, and their bytes. */
  files: number;
  bytes: number;
  /** The bytes of its weights, which must fit in memory; absent if unknown. */
  weights?: number;
  /** The files to fetch, by path; absent if `only` or `without` selects them. */
  paths?: string[] | undefined;
  /** Patterns of the files to fetch. */
  only?: string[];
  /** Patterns of the files to leave out. */
  without?: string[];
  /** The file that a tool runs: a GGUF or its first shard, else the largest weight. */
  main?: ChoiceFile;
  /** For GGUF: whether it is in shards, its tag in the registry, and its projector. */
  sharded?: true;
  tag?: string | undefined;
  projector?: ChoiceFile;
  /** For ONNX: the name of the variant in transformers.js. */
  dtype?: string;
  /** In an export: the addresses of `main` at its sources, the best first. */
  urls?: string[];
}
