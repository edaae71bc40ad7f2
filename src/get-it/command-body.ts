// Describes the content of a tool's tab on a model's page, and names the parts of the documentation that it links to.

/**
 * Maps the name of a part to its page, and to its heading on that page. The heading is absent if the part begins the
 * page.
 */
export const DOCS_PARTS = {
  curl: ['pull', 'curl-and-wget'],
  javascript: ['huggingface-tools', 'javascript'],
  llamaCpp: ['ollama', 'llamacpp'],
  ollama: ['ollama', 'ollama'],
  pull: ['pull'],
  python: ['huggingface-tools', 'hf-and-python'],
  vllm: ['huggingface-tools', 'vllm'],
} satisfies Record<string, readonly [page: string, heading?: string]>;

export type DocsPart = keyof typeof DOCS_PARTS;

/** Makes the address of a part. `docs` is the address of a page, with `{page}` in place of its name. */
export function docsPart(docs: string, part: DocsPart): string {
  const [page, heading]: readonly [page: string, heading?: string] = DOCS_PARTS[part];
  return docs.replace('{page}', page) + (heading === undefined ? '' : `#${heading}`);
}

/** A text to paste: commands, a program, or a configuration. */
export interface Form {
  /**
   * `unix` or `powershell` for a form that the page shows only if the visitor chose this shell. Forms with other keys
   * are always shown.
   */
  key: string;
  /** The purpose of this text, which distinguishes it from other forms. */
  label: string;
  block: string;
}

/**
 * The way in which a tool uses the chosen files: texts to paste, a note, one line for each shell that does the same for
 * the newest revision without a check of ours, and a part of the docs.
 */
export interface CommandBody {
  forms: Form[];
  note: string;
  short?: Form[];
  docs: DocsPart;
}

/** A program that loads the model, without the commands that fetch it. */
export interface LoadingProgram {
  key: string;
  label: string;
  /** `python` loads the fetched folder, `linux` is a command that serves it, `javascript` fetches the files itself. */
  kind: 'python' | 'linux' | 'javascript';
  block: string;
}

/** A file that a tool's command names. */
interface ChoiceFile {
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
}
