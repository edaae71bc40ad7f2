// Makes model objects for the registry's tests, from paths of files or from public facts.
import { sha256Hex } from '../../../../src/digests/sha.ts';
import { compareBytewise } from '../../../../src/nouns/file-path.ts';
import { MODEL_FORMAT } from '../../../../src/shapes/formats.ts';
import type { GgufFacts, ModelFile, ModelObject } from '../../../../src/shapes/objects.ts';

/** Makes a model with files at these paths, in listing order. The paths alone decide the hashes and sizes. */
export function modelWith(
  paths: string[],
  facts: Partial<ModelObject> = {},
  headers: Record<string, GgufFacts> = {},
): ModelObject {
  const files = paths.map((path): ModelFile => {
    const gguf = headers[path];
    return { path, size: 1000 + path.length, sha256: sha256Hex(path), ...(gguf ? { gguf } : {}) };
  });
  return {
    format: MODEL_FORMAT,
    id: 'Acme/Tiny-Model',
    revision: 'a'.repeat(40),
    license: 'apache-2.0',
    prev: null,
    ...facts,
    files: files.sort((a, b) => compareBytewise(a.path, b.path)),
  };
}
