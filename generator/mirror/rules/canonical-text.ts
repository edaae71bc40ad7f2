// Reads texts of a catalog that somebody else made. Refuses anything but canonical JSON.
import { canonicalJson } from '../../../src/basics/canonical-json.ts';

/**
 * Parses canonical JSON. Throws the end of a sentence for any other text, because two readers could understand it
 * differently.
 */
export function parseCanonical<T>(text: string, what: string): T {
  let value: T;
  try {
    value = JSON.parse(text) as T;
  } catch {
    throw new Error(`${what} is not JSON`);
  }
  if (canonicalJson(value) !== text) throw new Error(`${what} is not canonical JSON`);
  return value;
}
