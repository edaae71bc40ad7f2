// Names the parts of the documentation that the commands link to.

/**
 * Maps the name of a part to its page, and to its heading on that page. The heading is absent if the part begins the
 * page.
 */
export const DOCS_PARTS = {
  aria2: ['pull', 'aria2'],
  curl: ['pull', 'curl-and-wget'],
  javascript: ['huggingface-tools', 'javascript'],
  llamaCpp: ['ollama', 'llamacpp'],
  ollama: ['ollama', 'ollama'],
  oras: ['oci', 'oras'],
  pull: ['pull'],
  python: ['huggingface-tools', 'hf-and-python'],
  registry: ['oci'],
  sources: ['sources'],
  vllm: ['huggingface-tools', 'vllm'],
} satisfies Record<string, readonly [page: string, heading?: string]>;

export type DocsPart = keyof typeof DOCS_PARTS;

/** Makes the address of a part. `docs` is the address of a page, with `{page}` in place of its name. */
export function docsPart(docs: string, part: DocsPart): string {
  const [page, heading]: readonly [page: string, heading?: string] = DOCS_PARTS[part];
  return docs.replace('{page}', page) + (heading === undefined ? '' : `#${heading}`);
}
