// The parts of the reference as the page uses them: put together once for each text of the description.
import { type ReferenceParts, referenceParts } from './reference-html.ts';

let kept: { text: string; parts: ReferenceParts } | undefined;

/** The parts of the description with this text. */
export function referenceOf(text: string): ReferenceParts {
  if (kept?.text !== text) kept = { text, parts: referenceParts(JSON.parse(text)) };
  return kept.parts;
}
