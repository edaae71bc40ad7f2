// One of the ways to have a model: a quantisation, a format, or everything; as little as commands are made of.

/** A file that a tool is given by name. */
export interface ChoiceFile {
  path: string;
  /** Bytes. */
  size: number;
  sha256: string;
}

export interface Choice {
  /** Unique on the page, and the same on every day: `q4_k_m`, `safetensors`, `all`. */
  key: string;
  label: string;
  /** The format of the most of its weights; `all` for everything. */
  format: string;
  /** How many files its commands fetch, and their bytes. */
  files: number;
  bytes: number;
  /** Bytes of its weights, which have to fit in memory; absent where they are not told apart. */
  weights?: number;
  /** The files that are fetched, by path; absent: by `only` or `without`. */
  paths?: string[] | undefined;
  /** Patterns of the files that are fetched. */
  only?: string[];
  /** Patterns of the files that are left out. */
  without?: string[];
  /** The file that a tool runs: a GGUF or its first shard, else the largest weight. */
  main?: ChoiceFile;
  /** For GGUF: it is in shards; its tag in the registry; the file that lets it see. */
  sharded?: true;
  tag?: string | undefined;
  projector?: ChoiceFile;
  /** For ONNX: the name of the variant in transformers.js. */
  dtype?: string;
  /** In an export: the addresses of `main` at its sources, best first. */
  urls?: string[];
}
