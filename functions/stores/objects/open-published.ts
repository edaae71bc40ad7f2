// Opens the store of published objects: a folder or a bucket.
import type { Config } from '../../../src/service/config.ts';
import type { ObjectsPort } from '../../ports/objects-port.ts';
import { openObjectFiles } from './object-files.ts';

/** Opens the store at `published`. `onDamage` gets a sentence for every damaged object. */
export async function openPublished(
  published: Config['published'],
  onDamage: (line: string) => void,
): Promise<ObjectsPort> {
  if ('folder' in published) return openObjectFiles({ folder: published.folder, onDamage });
  const { openBucketObjects } = await import('./bucket-objects.ts');
  return openBucketObjects({ place: published.bucket, onDamage });
}
