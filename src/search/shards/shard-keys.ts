// What lists of rows are called: by the runs of letters of an id, by terms, by steps of size.

import { choiceTerms, unstatedGroups } from '../choices.ts';
import { type SearchFilter, termsAsked } from '../conditions.ts';
import { lowerCased } from '../parts/id-text.ts';
import type { TermField } from '../parts/terms.ts';
import type { RowFacts } from '../writer/row-facts.ts';
import { RUN } from './shard-format.ts';

/** Runs of a longer text that narrow the rows; each is a file to be fetched. */
const MOST_RUNS = 4;

const decoder = new TextDecoder();
const runKey = (run: string) => `:${run}`;
const termKey = (field: TermField | 'author', value: string) => `${field}:${value}`;
/** The key of the rows of a task. */
export const taskKey = (task: string) => termKey('pipeline_tag', task);
const stepKey = (step: number) => `fits:${step}`;

/** The first power of two that so many bytes fit into. */
const stepOf = (bytes: number) => Math.ceil(Math.log2(Math.max(bytes, 1)));

/** Powers that are told apart: from a mebibyte to half a million gibibytes. */
const [FIRST_STEP, LAST_STEP] = [20, 49];

/** The text as ids are searched: only letters A to Z have another case. */
export const searchedText = (text: string) => decoder.decode(lowerCased(text));

/** Tells every run of letters of an id as a number, some of them twice: the bytes of the run, the first one lowest. */
export function tellRuns(id: string, tell: (run: number) => void): void {
  const text = lowerCased(id);
  for (let at = 0; at < text.length; at++) {
    let run = 0;
    for (let length = 0; length < RUN && at + length < text.length; length++) {
      run |= text[at + length]! << (8 * length);
      tell(run);
    }
  }
}

/** The key of the list of such a run. */
export function keyOfRun(run: number): string {
  const letters = [run & 0xff, (run >>> 8) & 0xff, (run >>> 16) & 0xff].filter((letter) => letter > 0);
  return runKey(String.fromCharCode(...letters));
}

/** The keys of every other list that a row is in, some of them twice. */
export function termKeysOf({ id, library, task, tags, size, sources, leastBytes }: RowFacts): string[] {
  const keys = [termKey('author', id.slice(0, id.indexOf('/'))), termKey('size', size)];
  if (library !== undefined) keys.push(termKey('library', library));
  if (task !== undefined) keys.push(termKey('pipeline_tag', task));
  for (const tag of tags) keys.push(termKey('tag', tag));
  for (const group of unstatedGroups(task, library, tags)) keys.push(termKey('unstated', group));
  for (let most = 1; most <= sources; most++) keys.push(termKey('sources', String(most)));
  // Of the smallest of several lists that hold it, all larger ones hold it as well.
  if (!Number.isNaN(leastBytes))
    for (let step = Math.max(stepOf(leastBytes), FIRST_STEP); step <= LAST_STEP; step++) keys.push(stepKey(step));
  return keys;
}

/** The keys of the lists that hold every row a filter asks for, and, where `isExact` is false, other rows too. */
export function keysAsked(filter: SearchFilter): { keys: string[]; isExact: boolean } {
  const text = filter.search ? searchedText(filter.search) : '';
  const keys = termsAsked(filter).map(([field, value]) => termKey(field, value));
  if (filter.author !== undefined) keys.push(termKey('author', filter.author));
  if (filter.fits !== undefined) keys.push(stepKey(Math.min(Math.max(stepOf(filter.fits), FIRST_STEP), LAST_STEP)));
  if (text !== '') keys.push(...runsOf(text).map(runKey));
  return { keys, isExact: text.length <= RUN && filter.fits === undefined };
}

/** Of each group that is chosen from, the keys of the lists of which one holds a row. */
export const keysChosen = ({ anyOf }: SearchFilter): string[][] =>
  choiceTerms(anyOf).map((any) => any.map(([field, value]) => termKey(field, value)));

/** A few runs that lie all over a text; the text itself where it is one. */
function runsOf(text: string): string[] {
  if (text.length <= RUN) return [text];
  const last = text.length - RUN;
  const count = Math.min(MOST_RUNS, Math.ceil(text.length / RUN));
  const starts = Array.from({ length: count }, (_, at) => Math.round((at * last) / (count - 1)));
  return [...new Set(starts)].map((start) => text.slice(start, start + RUN));
}
