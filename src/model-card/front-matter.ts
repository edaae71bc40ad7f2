// Cuts the front matter off a card's text, and reads only the fields that a page shows. Other fields are never parsed.

import { parse } from 'yaml';
import { defined } from '../basics/records.ts';
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

/** The fields that a page shows. A field is absent if the author left it out or it is malformed. */
interface CardFields {
  license?: string;
  license_name?: string;
  license_link?: string;
  base_model?: string[];
  datasets?: string[];
  language?: string[];
}

const FIELD = /^(license|license_name|license_link|base_model|datasets|language):/;

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
 * Reads the fields in the lines of a front matter. A field that is neither a text nor a list of texts counts as absent.
 */
export function cardFields(head: readonly string[]): CardFields {
  const values = (name: string) => valuesOf(fieldIn(head, name));
  const [license] = values('license');
  const [license_name] = values('license_name');
  const [license_link] = values('license_link');
  const listed = (name: string) => {
    const all = values(name);
    return all.length > 0 ? all : undefined;
  };
  const lists = { base_model: listed('base_model'), datasets: listed('datasets'), language: listed('language') };
  return defined({ license, license_name, license_link, ...lists });
}

/** Gives the lines of a top-level field, up to the next field. If the field occurs twice, the first counts. */
function fieldIn(head: readonly string[], name: string): string {
  const start = head.findIndex((line) => FIELD.exec(line)?.[1] === name);
  if (start < 0) return '';
  const after = head.findIndex((line, at) => at > start && /^[^\s#-]/.test(line));
  return head.slice(start, after < 0 ? undefined : after).join('\n');
}

/** Parses one field as YAML, with the types of the core schema and without aliases. */
function valuesOf(field: string): string[] {
  if (field === '' || field.length > MOST_OF_FIELD || NESTED.test(field)) return [];
  let value: unknown;
  try {
    // The parsed object has only this field, whose name is one of those in `FIELD`.
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
