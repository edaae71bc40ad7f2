// Markup as a type of its own: a template is markup, what is put into it is text, and nothing but the `html` tag makes markup.
import { own } from './own.ts';

class Markup {
  readonly text: string;
  /** Stands for nothing at run time: without it TypeScript would take any object with a `text` for markup. */
  declare private readonly isMarkup: true;

  constructor(text: string) {
    this.text = text;
  }

  /** Within plain text markup would be neither: `text` says that it is meant. */
  toString(): never {
    throw new TypeError('Markup stands in a template that is not tagged with `html`.');
  }
}

/** HTML that goes into a page as it is. No text can stand in its place. */
export type Html = Markup;

/** Text and numbers are escaped, markup is taken as it is, and a list is its items one behind the other. */
type HtmlValue = string | number | Html | readonly HtmlValue[];

const MARKS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/**
 * The template as HTML, with each value escaped for the inside of an element or of a quoted attribute. No escape makes a
 * value safe as the name of an element, or within a script, a style or an attribute without quotes: don't put one there.
 */
export function html(template: TemplateStringsArray, ...values: HtmlValue[]): Html {
  const pieces = piecesOf.get(template) ?? onOneLine(template);
  let text = pieces[0]!;
  for (let at = 0; at < values.length; at++) text += written(values[at]!) + pieces[at + 1]!;
  return new Markup(text);
}

const piecesOf = new WeakMap<TemplateStringsArray, readonly string[]>();

/** A line break with an indentation is layout of the source: a space between words, nothing beside a tag or a value. */
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
