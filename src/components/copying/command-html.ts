// Writes a command as HTML that breaks lines in good places. Browsers break lines after hyphens, and `--` at the end of
// a line looks like an option of its own. An address breaks better after its parts.
import { type Html, html } from '../../basics/html.ts';

/** Matches the position after a part of an address, of a path or of an option, but not after `https:/`. */
const BEHIND_PART = /(?<=[^:/][/?&=])(?=.)/;

/**
 * The maximum length in characters of a word that is kept whole. Most ids and options are shorter; addresses are
 * longer.
 */
const LONGEST = 44;

/**
 * Keeps each path, and each word with hyphens, on one line if it fits. A longer word may break after its parts, and a
 * part that is too long may break at its hyphens. The text itself stays the same.
 */
export function commandText(text: string): Html {
  return html`${text.split(/(\s+)/).map((word) => (/[-/]/.test(word) ? kept(word, parts(word)) : word))}`;
}

const kept = (word: string, content: Html | string) =>
  word.length > LONGEST ? content : html`<span class="unit">${content}</span>`;

function parts(word: string): Html | string {
  const found = word.split(BEHIND_PART);
  if (found.length === 1) return word;
  return html`${found.map((part, at) => html`${at === 0 ? '' : html`<wbr>`}${part.includes('-') ? kept(part, part) : part}`)}`;
}

/**
 * Makes a command to copy, with its purpose as a caption. A click selects the whole command, so copying works without
 * script.
 */
export function commandHtml(label: string, command: string): Html {
  return html`<figure class="command block"><button type="button" class="copy">Copy<span class="out-of-sight"> the command: ${label}
    </span></button><figcaption>${label}</figcaption><pre><code>${commandText(command)}</code></pre></figure>`;
}
