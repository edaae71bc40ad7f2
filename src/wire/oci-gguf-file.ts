// What llama.cpp of 2025 asks a registry for instead of a manifest: the one file to fetch (decision 0021).
import type { Digest } from './oci.ts';

export interface NamedFile {
  /** The path in the repository. */
  rfilename: string;
  blobId: Digest;
  /** Bytes. */
  size: number;
}

export interface GgufFileAnswer {
  ggufFile: NamedFile;
  /** The multimodal projector that goes with it. */
  mmprojFile?: NamedFile;
}
