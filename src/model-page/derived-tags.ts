// The tags by which models name their base model, and how they were made from it.

/** The ways to make a model from another, as the public hub's tags name them. */
export const DERIVATIONS = ['finetune', 'quantized', 'adapter', 'merge'] as const;

export type Derivation = (typeof DERIVATIONS)[number];

/** Gives the tag of models made from the model `id`, in any way or in this one. */
export function derivedTag(id: string, kind?: Derivation): string {
  return kind === undefined ? `base_model:${id}` : `base_model:${kind}:${id}`;
}
