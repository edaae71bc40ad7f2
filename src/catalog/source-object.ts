// The source object: one place where the bytes of one model revision can be fetched (decision 0013).
import { canonicalJson } from '../basics/records.ts';
import { SOURCE_FORMAT } from '../shapes/formats.ts';
import type { SourceObject } from '../shapes/objects.ts';
import { readObject } from './read-object.ts';

/** Returns the bytes of a source object, as text. The object's address is the BLAKE3 of these bytes. */
export function formatSourceObject(source: SourceObject): string {
  return canonicalJson(source);
}

/** Reads a source object. Throws if the text is no source object. */
export function parseSourceObject(text: string): SourceObject {
  return readObject<SourceObject>(text, SOURCE_FORMAT);
}
