// The model object: one model at one revision, with its files and known facts (decision 0013).
import { canonicalJson } from '../basics/records.ts';
import { MODEL_FORMAT } from '../shapes/formats.ts';
import type { ModelObject } from '../shapes/objects.ts';
import { readObject } from './read-object.ts';

/** Returns the bytes of a model object, as text. The object's address is the BLAKE3 of these bytes. */
export function formatModelObject(model: ModelObject): string {
  return canonicalJson(model);
}

/** Reads a model object. Throws if the text is no model object. The store has checked the hash already. */
export function parseModelObject(text: string): ModelObject {
  return readObject<ModelObject>(text, MODEL_FORMAT);
}
