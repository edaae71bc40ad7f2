// What the API description shows of documents: short ones whole, long ones by their beginning.
import type { Exhibit, Shown } from '../../src/openapi/exhibit.ts';
import { fileOf, type Representation, type Row, treePath } from '../../src/route.ts';
import { type RouteName, routes } from '../../src/routes.ts';
import type { ReadTree } from './tree-reader.ts';

/** Characters that are shown: of a text its beginning, of JSON all or nothing, since a part of it would be none. */
const MOST_TEXT = 1200;
const MOST_JSON = 16_384;

const MEDIA: Record<Representation, string> = {
  html: 'text/html',
  json: 'application/json',
  markdown: 'text/markdown',
  text: 'text/plain',
  xml: 'application/xml',
};

/** How every page of the website begins. */
const PAGE: Shown = { name: 'page', summary: 'Its beginning', value: '<!DOCTYPE html><html lang="en">' };

/** The documents of the tree, for every row that answers with one, and the beginning of its page. */
export function documentAnswers(read: ReadTree): Exhibit['answers'] {
  const names = Object.keys(routes) as RouteName[];
  const shown = names.map((name) => [name, { ...forms(routes[name], read) }] as const);
  return Object.fromEntries(shown.filter(([, answers]) => Object.keys(answers).length > 0));
}

function forms(row: Row, read: ReadTree): Record<string, Shown> {
  const bare = row.type?.split(';')[0];
  const pages = row.as?.includes('html') || bare === 'text/html' ? [['text/html', PAGE] as const] : [];
  if (row.as === undefined || row.pattern.includes('{')) return Object.fromEntries(pages);
  const found = row.as.flatMap((form) => {
    const text = form === 'html' ? undefined : read(treePath(row, {}, form));
    if (text === undefined || (form === 'json' && text.length > MOST_JSON)) return [];
    return [[bare ?? MEDIA[form], excerpt(fileOf(row, {}, form), text, form)] as const];
  });
  return Object.fromEntries([...pages, ...found]);
}

/** The whole text, or its first lines. */
function excerpt(file: string, text: string, form: Representation): Shown {
  const name = file.replace(/^\./, '').replaceAll(/[/.]/g, '-');
  if (form === 'json') return { name, value: JSON.parse(text) };
  if (text.length <= MOST_TEXT) return { name, value: text };
  return { name, summary: 'Its beginning', value: text.slice(0, text.lastIndexOf('\n', MOST_TEXT) + 1) };
}
