// Parses JSON from a catalog that another hub made. Refuses anything but canonical JSON.
import { canonicalJson } from '../../../src/basics/canonical-json.ts';

/**
 * Parses canonical JSON. Throws an Error for any other text, because two readers could understand it differently. The
 * error's message is the end of a sentence; `what` is its subject.
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
