// The tiers of a question in words, from the best matches to all matches (decision 0032).

import { onlyTasksMeant, tasksMeant } from './task-words.ts';

/**
 * The ways in which a row may contain one word of a question: each of `words`, a word that begins with `prefix`, and
 * each of `tasks` as its task.
 */
export interface WordWanted {
  words: readonly string[];
  prefix?: string;
  tasks?: readonly string[];
}

/** A row needs something for each of `words`: in its id, or anywhere. */
export interface WordsWanted {
  words: readonly WordWanted[];
  isInId: boolean;
}

/**
 * Gives the tiers for the words as typed. First come models of the task that the words only name, then rows with whole
 * words in the id, then with the last word incomplete, then the same with tags and task, then models of a task that some
 * words mean. The last tier includes all others.
 */
export function exactTiers(words: readonly string[]): WordsWanted[] {
  const whole = words.map((word) => ({ words: [word] }));
  const begun = [...whole.slice(0, -1), { words: [], prefix: words.at(-1)! }];
  const tiers: WordsWanted[] = [true, false].flatMap((isInId) =>
    [whole, begun].map((wanted) => ({ words: wanted, isInId })),
  );
  const meant = tasksMeant(words);
  if (meant.size === 0) return tiers;
  const tasks = onlyTasksMeant(words);
  if (tasks) tiers.unshift({ words: [{ words: [], tasks }], isInId: false });
  // The task satisfies each of the words that together mean it, so a row needs the task or the words.
  const orTask = begun.map((wanted, at) => {
    const tasks = meant.get(at);
    return tasks === undefined ? wanted : { ...wanted, tasks };
  });
  return [...tiers, { words: orTask, isInId: false }];
}

/** Gives the same tiers for similar words. `similar` has the words similar to each word, in the order of the words. */
export function similarTiers(words: readonly string[], similar: readonly (readonly string[])[]): WordsWanted[] {
  const prefix = words.at(-1)!;
  const wanted = similar.map((alike, at) => ({ words: alike, ...(at === similar.length - 1 ? { prefix } : {}) }));
  return [true, false].map((isInId) => ({ words: wanted, isInId }));
}
