// HTML as a type of its own. Only the `html` tag makes it: the template is HTML already, and texts in the template are
// escaped.
import { own } from './records.ts';

class Markup {
  readonly text: string;
  /** Exists only for TypeScript, which would otherwise accept any object with a `text` as markup. */
  declare private readonly isMarkup: true;

  constructor(text: string) {
    this.text = text;
  }

  /** Throws, so that HTML cannot get into plain text by mistake. Code that wants the text reads `text`. */
  toString(): never {
    throw new TypeError('Markup stands in a template that is not tagged with `html`.');
  }
}

/** HTML that goes into a page unchanged. TypeScript accepts no plain text in its place. */
export type Html = Markup;

/**
 * A value in a template: text and numbers are escaped, markup stays as it is, and the items of a list follow each
 * other.
 */
type HtmlValue = string | number | Html | readonly HtmlValue[];

const MARKS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/**
 * Makes HTML of the template. Escapes each value for the inside of an element or of a quoted attribute. Escaping does
 * not make a value safe in other places: the name of an element, a script, a style, or an attribute without quotes.
 */
export function html(template: TemplateStringsArray, ...values: HtmlValue[]): Html {
  const pieces = piecesOf.get(template) ?? onOneLine(template);
  let text = pieces[0]!;
  for (let at = 0; at < values.length; at++) text += written(values[at]!) + pieces[at + 1]!;
  return new Markup(text);
}

const piecesOf = new WeakMap<TemplateStringsArray, readonly string[]>();

/**
 * Removes the line breaks and the indentation of the source code from the template. Between two words they become a
 * space; next to a tag or a value they disappear.
 */
function onOneLine(template: TemplateStringsArray): readonly string[] {
  const pieces = template.map((piece) => piece.replace(/(?<=[^>])\n {2,}(?=[^<])/g, ' ').replace(/\n {2,}/g, ''));
  piecesOf.set(template, pieces);
  return pieces;
}

function written(value: HtmlValue): string {
  if (typeof value === 'string') return escaped(value);
  if (typeof value === 'number') return String(value);
  return value instanceof Markup ? value.text : value.map(written).join('');
}

function escaped(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (mark) => own(MARKS, mark)!) : text;
}
