// The front matter of a card: cut off the text, and of its fields those read that a page shows; the rest of it is never parsed.

import { parse } from 'yaml';
import { defined } from '../basics/defined.ts';
import { holdsControl } from '../basics/shown-text.ts';

/** Characters of a field with its values, of one value, and how many values are taken. */
const MOST_OF_FIELD = 8192;
const MOST_OF_VALUE = 200;
const MOST_VALUES = 20;

/**
 * A map, a key of its own line, or lists in lists: none is a text or a list of texts, and a thousand of them in one another
 * take the parser of YAML longer than anyone waits.
 */
const NESTED = /\{|(?:^|\s)\?(?:\s|$)|(?:\[[^[]*){3}|^[ \t]*(?:-[ \t]+){3}/m;

/** The fields of the authors; a field that they leave out is absent. */
interface CardFields {
  license?: string;
  license_name?: string;
  license_link?: string;
  base_model?: string[];
  datasets?: string[];
  language?: string[];
}

const FIELD = /^(license|license_name|license_link|base_model|datasets|language):/;

/** The text without its front matter, and the lines of that; none where there is none that ends. */
export function splitCard(text: string): { head: string[]; body: string } {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  const end = lines[0]?.trimEnd() === '---' ? lines.findIndex((line, at) => at > 0 && line.trimEnd() === '---') : -1;
  return { head: end < 0 ? [] : lines.slice(1, end), body: lines.slice(end + 1).join('\n') };
}

/** The fields among the lines of a front matter. One that is no text, or no list of texts, counts as absent. */
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

/** The lines of a top-level field: its own, and those that follow until another begins. The first of two counts. */
function fieldIn(head: readonly string[], name: string): string {
  const start = head.findIndex((line) => FIELD.exec(line)?.[1] === name);
  if (start < 0) return '';
  const after = head.findIndex((line, at) => at > start && /^[^\s#-]/.test(line));
  return head.slice(start, after < 0 ? undefined : after).join('\n');
}

/** A field is YAML by itself: no tag of another language and no alias means anything in it. */
function valuesOf(field: string): string[] {
  if (field === '' || field.length > MOST_OF_FIELD || NESTED.test(field)) return [];
  let value: unknown;
  try {
    // One member, whose name is of our own list.
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
