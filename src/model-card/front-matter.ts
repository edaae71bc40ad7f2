// Cuts the front matter off a card's text, and reads only the fields that a page shows. Other fields are never parsed.

import { parse } from 'yaml';
import { holdsControl } from '../basics/shown-text.ts';

/**
 * The maximum length in characters of a field with its values, the maximum length of one value, and the maximum number
 * of values.
 */
const MOST_OF_FIELD = 8192;
const MOST_OF_VALUE = 200;
const MOST_VALUES = 20;

/**
 * Matches a map, an explicit key, or deeply nested lists. A field with one of these is neither a text nor a list of
 * texts. A thousand nested lists would also keep the YAML parser busy too long.
 */
const NESTED = /\{|(?:^|\s)\?(?:\s|$)|(?:\[[^[]*){3}|^[ \t]*(?:-[ \t]+){3}/m;

/** The fields that a page shows. */
const FIELDS = ['license', 'license_name', 'license_link', 'base_model', 'datasets', 'language'] as const;

/**
 * Splits a card into the lines of its front matter and the text after it. `head` is empty if there is no complete front
 * matter.
 */
export function splitCard(text: string): { head: string[]; body: string } {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  const end = lines[0]?.trimEnd() === '---' ? lines.findIndex((line, at) => at > 0 && line.trimEnd() === '---') : -1;
  return { head: end < 0 ? [] : lines.slice(1, end), body: lines.slice(end + 1).join('\n') };
}

/**
 * Reads the values of each field in the lines of a front matter. A field is absent if the author left it out, or if it
 * is neither a text nor a list of texts.
 */
export function cardFields(head: readonly string[]): { [name in (typeof FIELDS)[number]]?: string[] } {
  const fields = FIELDS.map((name) => [name, valuesOf(fieldIn(head, name))] as const);
  return Object.fromEntries(fields.filter(([, values]) => values.length > 0));
}

/** Gives the lines of a top-level field, up to the next field. If the field occurs twice, the first counts. */
function fieldIn(head: readonly string[], name: string): string {
  const start = head.findIndex((line) => line.startsWith(`${name}:`));
  if (start < 0) return '';
  const after = head.findIndex((line, at) => at > start && /^[^\s#-]/.test(line));
  return head.slice(start, after < 0 ? undefined : after).join('\n');
}

/** Parses one field as YAML, with the types of the core schema and without aliases. */
function valuesOf(field: string): string[] {
  if (field === '' || field.length > MOST_OF_FIELD || NESTED.test(field)) return [];
  let value: unknown;
  try {
    // The parsed object has only this field, whose name is one of `FIELDS`.
    [value] = Object.values(parse(field, { schema: 'core', maxAliasCount: 0, logLevel: 'silent' }) as object);
  } catch {
    return [];
  }
  return (Array.isArray(value) ? value : [value]).filter(isShown).slice(0, MOST_VALUES);
}

const isShown = (value: unknown): value is string =>
  typeof value === 'string' &&
  value !== '' &&
  value.length <= MOST_OF_VALUE &&
  !holdsControl(value) &&
  value.isWellFormed();
