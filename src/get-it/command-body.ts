// Describes the content of a tool's tab on a model's page, and the parts of the documentation that it links to.
import { docsLink } from '../model-page/model-links.ts';
import type { PageFile } from '../model-page/model-page.ts';

/** The addresses of these parts. */
export const DOCS_PARTS = {
  curl: `${docsLink('pull')}#curl-and-wget`,
  javascript: `${docsLink('huggingface-tools')}#javascript`,
  llamaCpp: `${docsLink('ollama')}#llamacpp`,
  ollama: `${docsLink('ollama')}#ollama`,
  pull: docsLink('pull'),
  python: `${docsLink('huggingface-tools')}#hf-and-python`,
  vllm: `${docsLink('huggingface-tools')}#vllm`,
};

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
 * A tool's tab on a model's page: texts to paste, a note, one line for each shell that does the same for the newest
 * revision without a check of ours, and the address of a part of the docs.
 */
export interface ToolCommand {
  /** A name that is unique on the page. */
  key: string;
  label: string;
  forms: Form[];
  note: string;
  short?: Form[];
  docs: string;
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
  main?: PageFile;
  /** True for a GGUF in shards. */
  sharded?: true;
  /** For GGUF: the tag in the registry. */
  tag?: string | undefined;
  /** For GGUF: the projector, with which the model sees pictures. */
  projector?: PageFile;
  /** For ONNX: the name that transformers.js has for the variant. */
  dtype?: string;
}
