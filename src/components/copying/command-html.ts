// A command as markup. Browsers break lines after hyphens, and `--` at the end of one looks like an option of
// its own; an address breaks better behind its parts.
import { type Html, html } from '../../basics/html.ts';

/** The place behind a part of an address, of a path or of an option, but not behind `https:/`. */
const BEHIND_PART = /(?<=[^:/][/?&=])(?=.)/;

/**
 * The maximum length in characters of a word that is kept whole. Most ids and options are shorter; addresses are
 * longer.
 */
const LONGEST = 44;

/**
 * Keeps paths, and words with hyphens, on one line each, where they fit. A longer word breaks behind its parts, and a part
 * that fits on no line at its hyphens. The text itself stays the same.
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

/** Makes a command to copy, with its purpose. A click selects the whole command, so copying works without script. */
export function commandHtml(label: string, command: string): Html {
  return html`<figure class="command block"><figcaption>${label}</figcaption><pre><code>${commandText(command)}</code></pre>
    <button type="button" class="copy">Copy<span class="out-of-sight"> the command: ${label}</span></button></figure>`;
}
