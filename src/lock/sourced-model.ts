// A model with all facts that the lists for downloaders and auditors name.
import type { LockedModel } from '../shapes/locks.ts';

/** Unknown facts are absent, or null. */
export interface SourcedModel extends Pick<LockedModel, 'files' | 'object' | 'revision'> {
  id: string;
  license?: string | null | undefined;
  task?: string | undefined;
  tags?: readonly string[] | undefined;
}
