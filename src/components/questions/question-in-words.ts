// Finds filters for words of a search, such as "chat 8gb" or "small embedding model": few models have such words in
// their names or tags.

import { FORMATS } from '../../search/facet-groups.ts';
import { taskRun } from '../../search/words/task-words.ts';
import { type BrowseQuestion, type Filter, valueLabel } from './browse-question.ts';

/** A question with filters, and words that describe it. */
export interface MeantQuestion {
  question: BrowseQuestion;
  title: string;
}

/** Matches the first amount of memory in a text, such as `8gb`. */
const MEMORY = /(?<![\w.])(\d{1,4}(?:[.,]\d)?)\s*([mgt])(i?)b(?!\w)/i;
const SMALL = new Set(['small', 'smaller', 'tiny', 'little']);
const SMALL_CLASSES = ['0-1', '1-3'];
const LICENCES = new Map([
  ['apache', 'apache-2.0'],
  ['apache-2.0', 'apache-2.0'],
  ['mit', 'mit'],
]);
/** Words that add nothing to a question in which other words mean filters. */
const FILLERS = new Set(
  'a an and card cards for gpu in laptop licence license local memory model models my of on ram run running runs that the to under vram which with'.split(
    ' ',
  ),
);

/** For a question that is only a search for words, gives the question with the filters that these words mean. */
export function filtersMeant({ filters }: BrowseQuestion): MeantQuestion | undefined {
  const [only, ...others] = filters;
  return only?.name === 'search' && others.length === 0 ? questionInWords(only.value) : undefined;
}

/**
 * Gives the question with the filters that a text means. Undefined if the text has no amount of memory and means fewer
 * than two other kinds of filters. Words that mean no filter stay words.
 */
export function questionInWords(text: string): MeantQuestion | undefined {
  const memory = MEMORY.exec(text);
  const all = text
    .replace(MEMORY, ' ')
    .toLowerCase()
    .split(/[\s,;?!]+/);
  const run = taskRun(all);
  const words = all.filter(
    (word, at) => word !== '' && !FILLERS.has(word) && !(run && at >= run.at && at < run.at + run.length),
  );
  const isFilter = (word: string) => SMALL.has(word) || FORMATS.has(word) || LICENCES.has(word);
  const [rest, others] = [words.filter((word) => !isFilter(word)).join(' '), words.filter(isFilter)];
  const isSmall = others.some((word) => SMALL.has(word));
  const formats = others.filter((word) => FORMATS.has(word));
  const licences = [...new Set(others.flatMap((word) => LICENCES.get(word) ?? []))];
  const said = [run !== undefined, isSmall, formats.length > 0, licences.length > 0].filter(Boolean).length;
  if (!memory && said < 2) return undefined;
  const fits = memory ? [`${memory[1]} ${memory[2]!.toUpperCase()}${memory[3]!.toLowerCase()}B`] : [];
  const tasks = run?.tasks ?? [];
  const filters = [
    ...filtersBy('search', rest === '' ? [] : [rest]),
    ...filtersBy('pipeline_tag', tasks),
    ...filtersBy('license', licences),
    ...filtersBy('format', formats),
    ...filtersBy('parameters', isSmall ? SMALL_CLASSES : []),
    ...filtersBy('fits', fits),
  ];
  const of =
    tasks.length === 0
      ? ''
      : ` for ${tasks.map((value) => valueLabel({ name: 'pipeline_tag', value }).toLowerCase()).join(' or ')}`;
  const called = rest === '' ? '' : ` called “${rest}”`;
  const kinds = [...(isSmall ? ['under 3B parameters'] : []), ...formats, ...licences];
  const title = [`Models${of}${called}`, ...kinds, ...fits.map((size) => `running in ${size}`)].join(', ');
  return { question: { filters, sort: undefined }, title };
}

const filtersBy = (name: Filter['name'], values: readonly string[]): Filter[] =>
  values.map((value) => ({ name, value }));
