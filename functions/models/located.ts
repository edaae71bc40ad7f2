// The file that a target leads to, kept with the target.
import type { Call } from '../ports/handler.ts';
import type { FileDirections, ServedModel } from './served-model.ts';

export interface Located {
  id: string;
  revision: string;
  file: FileDirections;
  /**
   * The headers of redirects to each holder, by its index in `file.holders`. A holder's headers are made when it is
   * first chosen.
   */
  redirects: string[][];
}

/**
 * Gives the file that the target of a call leads to, if it was found before. Finding it anew would take most of the
 * time of a redirect (bench: "redirect, one process", "HEAD of a weight blob").
 */
export const knownLocated = ({ lead, tree }: Pick<Call<'resolve'>, 'lead' | 'tree'>): Located | undefined =>
  lead.tree === tree.name ? (lead.to as Located) : undefined;

/** Notes that the target of a call leads to `file` of `model`, so that `knownLocated` finds the file. */
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
