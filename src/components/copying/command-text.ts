// The text of a command as markup. Browsers break lines after hyphens, and `--` at the end of one looks like an option of
// its own.
import { type Html, html } from '../../basics/html.ts';

/**
 * The maximum length in characters of a word that is kept whole. Most ids and options are shorter; addresses are
 * longer.
 */
const LONGEST = 44;

/** Keeps words with hyphens on one line each, where they fit. The text itself stays the same. */
export function commandText(text: string): Html {
  const isKept = (word: string) => word.includes('-') && word.length <= LONGEST;
  return html`${text.split(/(\s+)/).map((word) => (isKept(word) ? html`<span class="unit">${word}</span>` : word))}`;
}
