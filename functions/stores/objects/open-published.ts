// Opens the store of published objects: a folder or a bucket.
import type { Config } from '../../../src/service/config.ts';
import { openObjectFiles, type SharedObjects } from './object-files.ts';

/** Opens the store at `published`. `onDamage` gets a sentence for every damaged object. */
export async function openPublished(
  published: Config['published'],
  onDamage: (line: string) => void,
): Promise<SharedObjects> {
  if ('folder' in published) return openObjectFiles({ folder: published.folder, onDamage });
  const { openBucketObjects } = await import('./bucket-objects.ts');
  // A bucket never holds an unfinished object, so none is hidden.
  return Object.assign(await openBucketObjects({ place: published.bucket, onDamage }), { hides: () => false });
}
