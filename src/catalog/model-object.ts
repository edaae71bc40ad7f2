// The model object: one model at one revision, its files and what is known of it (decision 0013).
import { canonicalJson } from '../canonical-json.ts';
import type { GgufFacts } from './gguf-facts.ts';

export const MODEL_FORMAT = 'hub.model-hub.model/v1';

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

/** The bytes of a model object, as text; their BLAKE3 is its address. */
export function formatModelObject(model: ModelObject): string {
  return canonicalJson(model);
}

/** Reads a model object. Throws when the text is not one; the store has checked the hash already. */
export function parseModelObject(text: string): ModelObject {
  const value = JSON.parse(text) as ModelObject;
  if (value.format !== MODEL_FORMAT)
    throw new Error(`expected a ${MODEL_FORMAT} object, found ${String(value.format)}`);
  return value;
}
