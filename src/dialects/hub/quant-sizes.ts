// The GGUF quantisations of a model and the bytes each takes: what "does it fit in my memory" is answered from.
import { parseGgufShardFilename } from '@huggingface/gguf';
import type { ModelFile } from '../../catalog/model-object.ts';
import { ggufFiles } from '../oci/gguf-files.ts';

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
    ...[...sharded].map(([label, first]) => [label, bytesOfShards(first, ggufs)] as const),
  ];
  return sizes.length === 0 ? undefined : Object.fromEntries(sizes);
}

function bytesOfShards(first: ModelFile, files: ModelFile[]): number {
  const shard = parseGgufShardFilename(first.path);
  const isOne = (path: string) => {
    const other = parseGgufShardFilename(path);
    return other?.prefix === shard?.prefix && other?.total === shard?.total;
  };
  return files.reduce((sum, { path, size }) => (isOne(path) ? sum + size : sum), 0);
}
