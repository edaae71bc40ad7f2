// The keys of lists of rows. A list exists for each n-gram of ids, for each term, and for each step of a size.
import type { ParameterRange } from '../../nouns/parameter-range.ts';
import { choiceTerms } from '../choices.ts';
import { type SearchFilter, termsAsked } from '../conditions.ts';
import { lowerCased } from '../parts/id-text.ts';
import type { TermField } from '../parts/terms.ts';
import { RUN } from './lists-file.ts';

/** The maximum number of n-grams of a search text that narrow the rows, because each of them costs a fetch. */
const MOST_RUNS = 4;
/**
 * The exponents of the first and the last step. Steps are powers of two. The first step is a mebibyte, or about a
 * million parameters.
 */
const [FIRST_STEP, LAST_STEP] = [20, 49];

const decoder = new TextDecoder();

export const runKey = (run: string) => `:${run}`;
export const termKey = (field: TermField | 'author', value: string) => `${field}:${value}`;
/** Returns the key of the list of models whose smallest form needs at most 2 ** `step` bytes of memory. */
export const fitsKey = (step: number) => `fits:${step}`;
/**
 * Returns the key of the list of rows whose number of parameters is in a step. The field `parameters` has larger
 * classes.
 */
export const parametersKey = (step: number) => `parameter_step:${step}`;

/** The exponents of all steps. */
export const STEPS = Array.from({ length: LAST_STEP - FIRST_STEP + 1 }, (_, at) => FIRST_STEP + at);

/**
 * Returns the step of a number: the exponent of the smallest power of two that is at least as large, within the limits.
 */
export const stepOf = (number: number) =>
  Math.min(Math.max(Math.ceil(Math.log2(Math.max(number, 1))), FIRST_STEP), LAST_STEP);

/** Returns a text in the form in which ids are searched: A to Z in lower case. */
export const searchedText = (text: string) => decoder.decode(lowerCased(text));

/**
 * Returns the keys of the lists for a filter. A matching row is in at least one list of each entry of `keys`. If
 * `isExact` is false, these lists may also have rows that do not match.
 */
export function keysAsked(filter: SearchFilter): { keys: string[][]; isExact: boolean } {
  const text = filter.search ? searchedText(filter.search) : '';
  const keys = termsAsked(filter).map(([field, value]) => [termKey(field, value)]);
  if (filter.author !== undefined) keys.push([termKey('author', filter.author)]);
  if (filter.fits !== undefined) keys.push([fitsKey(stepOf(filter.fits))]);
  if (filter.parameters !== undefined) keys.push(parameterKeys(filter.parameters));
  if (text !== '') keys.push(...runsOf(text).map((run) => [runKey(run)]));
  keys.push(...choiceTerms(filter.anyOf).map((any) => any.map(([field, value]) => termKey(field, value))));
  const isExact = text.length <= RUN && filter.fits === undefined && filter.parameters === undefined;
  return { keys, isExact };
}

function parameterKeys({ min = 0, max = Number.POSITIVE_INFINITY }: ParameterRange): string[] {
  return STEPS.filter((step) => step >= stepOf(min) && step <= stepOf(max)).map(parametersKey);
}

/** Returns a few n-grams of a text, spread over its length. A text of at most `RUN` letters stays in one piece. */
function runsOf(text: string): string[] {
  if (text.length <= RUN) return [text];
  const last = text.length - RUN;
  const count = Math.min(MOST_RUNS, Math.ceil(text.length / RUN));
  const starts = Array.from({ length: count }, (_, at) => Math.round((at * last) / (count - 1)));
  return [...new Set(starts)].map((start) => text.slice(start, start + RUN));
}
