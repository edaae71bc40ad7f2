// The file of a model that a target leads to, kept with the target.
import type { Call } from '../ports/handler.ts';
import type { FileDirections, ServedModel } from './served-model.ts';

export interface Located {
  id: string;
  revision: string;
  file: FileDirections;
  /** Headers of redirects, each at the place of its holder once somebody was sent there. */
  redirects: string[][];
}

/**
 * The file that the target of a call leads to, if that was found before. To find it anew takes most of a redirect
 * (bench: "redirect, one process", "HEAD of a weight blob").
 */
export const knownLocated = ({ lead, tree }: Pick<Call<'resolve'>, 'lead' | 'tree'>): Located | undefined =>
  lead.tree === tree.name ? (lead.to as Located) : undefined;

/** Keeps `file` of `model` as what the target of a call leads to. */
export function locatedAt(
  { lead, tree }: Pick<Call<'resolve'>, 'lead' | 'tree'>,
  model: ServedModel,
  file: FileDirections,
): Located {
  const located = { id: model.id, revision: model.revision, file, redirects: [] };
  lead.tree = tree.name;
  lead.to = located;
  return located;
}
