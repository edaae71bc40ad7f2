// The facts of a model that bills of materials, Metalinks and locks need.
import type { LockedModel } from '../shapes/log.ts';

/** A model with the addresses of its files. Unknown facts are absent, or null. */
export interface SourcedModel extends Pick<LockedModel, 'files' | 'object' | 'revision'> {
  id: string;
  license?: string | null | undefined;
  task?: string | undefined;
  tags?: readonly string[] | undefined;
}
