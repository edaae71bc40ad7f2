// The model object: one model at one revision, with its files and known facts (decision 0013).
import { canonicalJson } from '../basics/canonical-json.ts';
import { MODEL_FORMAT } from '../shapes/formats.ts';
import type { ModelObject } from '../shapes/objects.ts';
import { readObject } from './read-object.ts';

/** The bytes of a model object, as text; their BLAKE3 is its address. */
export function formatModelObject(model: ModelObject): string {
  return canonicalJson(model);
}

/** Reads a model object. Throws when the text is not one; the store has checked the hash already. */
export function parseModelObject(text: string): ModelObject {
  return readObject<ModelObject>(text, MODEL_FORMAT);
}
