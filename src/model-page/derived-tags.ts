// Makes the tags that name the base model of a model, and say how the model was made from its base model.

/** The ways to make a model from another, by the names in the public hub's tags. */
export const DERIVATIONS = ['finetune', 'quantized', 'adapter', 'merge'] as const;

export type Derivation = (typeof DERIVATIONS)[number];

/** Gives the tag of models that were made from the model `id`, in any way or in the way `kind`. */
export function derivedTag(id: string, kind?: Derivation): string {
  return kind === undefined ? `base_model:${id}` : `base_model:${kind}:${id}`;
}
