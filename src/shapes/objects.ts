// The objects of the index: catalog, model and source, each named by the BLAKE3 of its own bytes.
import type { Address } from '../address.ts';
import type { MODEL_FORMAT, SOURCE_FORMAT } from './formats.ts';

/** What the header of a GGUF file says of itself. Every field is a value of the file's own header, absent where the header lacks it or was not read. */
export interface GgufFacts {
  /** `general.architecture`, such as `llama`. */
  architecture?: string;
  /** `general.name`. */
  name?: string;
  /** `general.file_type`: the number of the quantisation most tensors have (15 is Q4_K_M). */
  fileType?: number;
  /** `<architecture>.context_length`, in tokens. */
  contextLength?: number;
  /** Weights in the file, counted over its tensors. */
  parameterCount?: number;
  /** `<architecture>.block_count`: how many layers. */
  layerCount?: number;
  /** `<architecture>.attention.head_count_kv`, or the attention's heads where it is absent; absent when layers differ. */
  keyValueHeads?: number;
  /** Values of one head's key: `<architecture>.attention.key_length`, or the embedding's share of each head. */
  headSize?: number;
  /** `tokenizer.chat_template`, a Jinja template. */
  chatTemplate?: string;
  /** The text of the token that begins an input. */
  bosToken?: string;
  /** The text of the token that ends an answer. */
  eosToken?: string;
}

/** What the catalog's `models` map holds of one model. */
export interface CatalogEntry {
  model: Address;
  sources: Address[];
}

export interface ModelFile {
  path: string;
  /** Bytes. */
  size: number;
  sha256: string;
  /** The header of a GGUF file, where it is known. */
  gguf?: GgufFacts;
}

export interface ModelObject {
  format: typeof MODEL_FORMAT;
  id: string;
  /** The indexed commit, 40 hex. */
  revision: string;
  /** The licence's id at its origin; null when it is unknown. */
  license: string | null;
  /** Sorted bytewise by path. */
  files: ModelFile[];
  /** The address of the object this one replaced; null for the first. */
  prev: string | null;
  parameters?: number;
  /** The longest input, in tokens. */
  context?: number;
}

/** A file in pieces: the first `chunk_size` bytes, the next, and so on; the last is what remains. */
export interface ChunkedFile {
  path: string;
  /** Bytes. */
  size: number;
  sha256: string;
  /** Bytes of every chunk but the last. */
  chunk_size: number;
  /** Addresses of the chunks in order; none for an empty file. */
  chunks: string[];
}

export interface SourceObject {
  format: typeof SOURCE_FORMAT;
  /** The address of the model object whose bytes are there; null only in a record of chunks. */
  model: string | null;
  kind: 'http' | 'ipfs' | 'chunks';
  /** The source's token: srca, srcb, ipfs; `objects` for chunks. */
  source: string;
  /** http: the source's own id and revision of the model. */
  id?: string;
  revision?: string;
  /** ipfs: the root CID. */
  root?: string;
  /** Present when the source holds only these paths. */
  files?: string[];
  /**
   * ipfs: the day it was pinned (true when the day is unknown, false when it is not pinned; absent when the row did not say),
   * and whether the operator keeps it out of the shown list.
   */
  pinned?: string | boolean;
  hidden?: boolean;
  /** chunks: the files, each with the objects that make it up (`chunk-record.ts`). */
  joined?: ChunkedFile[];
}
