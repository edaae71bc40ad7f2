// Keeps the file to which a request target leads, together with the parsed target.
import type { Call } from '../ports/handler.ts';
import type { FileDirections, ServedModel } from './served-model.ts';

export interface Located {
  id: string;
  revision: string;
  file: FileDirections;
  /**
   * The headers of a redirect to each holder, by the holder's index in `file.holders`. They are made when the holder is
   * first chosen.
   */
  redirects: string[][];
}

/**
 * Returns the file to which the target of a call leads, if it was found before. Finding it again would take most of the
 * time of a redirect (bench: "redirect, one process", "HEAD of a weight blob").
 */
export const knownLocated = ({ lead, tree }: Pick<Call<'resolve'>, 'lead' | 'tree'>): Located | undefined =>
  lead.tree === tree.name ? (lead.to as Located) : undefined;

/** Keeps the fact that the target of a call leads to `file` of `model`, so that `knownLocated` finds the file. */
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
