// The tags by which models say which one they were made from, and how.

/** How a model may be made from another, as tags of the public hub have it. */
export const DERIVATIONS = ['finetune', 'quantized', 'adapter', 'merge'] as const;

export type Derivation = (typeof DERIVATIONS)[number];

/** The tag of models made from the model `id`, in any way or in this one. */
export function derivedTag(id: string, kind?: Derivation): string {
  return kind === undefined ? `base_model:${id}` : `base_model:${kind}:${id}`;
}
