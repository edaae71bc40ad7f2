// The `ggufFile` answer: which file llama.cpp of 2025 should fetch for a tag (decision 0021).

import { projectorFor } from '../../../model/gguf-files.ts';
import type { ModelFile } from '../../../shapes/objects.ts';
import type { GgufFileAnswer, NamedFile } from '../../../shapes/registry.ts';
import { fileDigest } from '../blob.ts';

/** Names `file`, a whole GGUF or the first of its shards, and its projector among `files`. The client finds the other shards. */
export function ggufFileAnswer(file: ModelFile, files: ModelFile[]): GgufFileAnswer {
  const projector = projectorFor(file.path, files);
  return { ggufFile: named(file), ...(projector ? { mmprojFile: named(projector) } : {}) };
}

function named(file: ModelFile): NamedFile {
  return { rfilename: file.path, blobId: fileDigest(file), size: file.size };
}
