// A model with all facts that bills, Metalinks and locks need.
import type { LockedModel } from '../shapes/locks.ts';

/** A model and its sources. Unknown facts are absent, or null. */
export interface SourcedModel extends Pick<LockedModel, 'files' | 'object' | 'revision'> {
  id: string;
  license?: string | null | undefined;
  task?: string | undefined;
  tags?: readonly string[] | undefined;
}
