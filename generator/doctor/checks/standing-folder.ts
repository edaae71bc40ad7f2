// Finds what is there of a path, since the hub makes its folders when it needs them.
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** `folder` as given where it is there, else the nearest folder above that is. */
export async function standingAbove(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  );
  const above = dirname(resolve(folder));
  return isThere || above === resolve(folder) ? folder : standingAbove(above);
}
