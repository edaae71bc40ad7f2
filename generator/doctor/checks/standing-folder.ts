// Finds the part of a path that exists, since the hub makes its folders only when it needs them.
import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Gives `folder` if it exists, else the nearest folder above it that exists. */
export async function standingAbove(folder: string): Promise<string> {
  const isThere = await stat(folder).then(
    () => true,
    () => false,
  );
  const above = dirname(resolve(folder));
  return isThere || above === resolve(folder) ? folder : standingAbove(above);
}
