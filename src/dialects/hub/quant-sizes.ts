// The GGUF quantisations of a model and the bytes each takes: what "does it fit in my memory" is answered from.

import { ggufFiles, shardsOf } from '../../model/gguf-files.ts';
import type { ModelFile } from '../../shapes/objects.ts';

/**
 * Bytes by quantisation, all shards of one added up; undefined when the model has no GGUF that names one.
 * `files` are in listing order: sorted bytewise by path.
 */
export function quantSizes(files: ModelFile[]): Record<string, number> | undefined {
  const ggufs = files.filter(({ path }) => path.endsWith('.gguf'));
  if (ggufs.length === 0) return undefined;
  const { tagged, sharded } = ggufFiles(ggufs);
  const sizes = [
    ...[...tagged].map(([label, { size }]) => [label, size] as const),
    ...[...sharded].map(
      ([label, first]) => [label, shardsOf(first, ggufs).reduce((sum, { size }) => sum + size, 0)] as const,
    ),
  ];
  return sizes.length === 0 ? undefined : Object.fromEntries(sizes);
}
