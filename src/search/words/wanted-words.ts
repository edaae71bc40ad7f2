// The tiers of a question in words, from the rows that answer it best to all that answer it (decision 0032).

import { tasksMeant } from './task-words.ts';

/**
 * Counts as one word of a question: each of `words`, a word that begins with `prefix`, and each of `tasks` as the task of a
 * row.
 */
export interface WordWanted {
  words: readonly string[];
  prefix?: string;
  tasks?: readonly string[];
}

/** A row has something for each of `words`: in its id, or anywhere. */
export interface WordsWanted {
  words: readonly WordWanted[];
  isInId: boolean;
}

/**
 * The words as they stand: whole ones in the id, then with the last one begun, then the same in tags and task too; and where
 * some of them mean a task, models of that. The last tier holds all others.
 */
export function exactTiers(words: readonly string[]): WordsWanted[] {
  const whole = words.map((word) => ({ words: [word] }));
  const begun = [...whole.slice(0, -1), { words: [], prefix: words.at(-1)! }];
  const tiers = [true, false].flatMap((isInId) => [whole, begun].map((wanted) => ({ words: wanted, isInId })));
  const meant = tasksMeant(words);
  if (meant.size === 0) return tiers;
  // Each of several words that mean a task is met by it, so that together they are met by it or by themselves.
  const orTask = begun.map((wanted, at) => {
    const tasks = meant.get(at);
    return tasks === undefined ? wanted : { ...wanted, tasks };
  });
  return [...tiers, { words: orTask, isInId: false }];
}

/** The same where for each word all that is much like it counts; `similar` are those, in the order of the words. */
export function similarTiers(words: readonly string[], similar: readonly (readonly string[])[]): WordsWanted[] {
  const prefix = words.at(-1)!;
  const wanted = similar.map((alike, at) => ({ words: alike, ...(at === similar.length - 1 ? { prefix } : {}) }));
  return [true, false].map((isInId) => ({ words: wanted, isInId }));
}
