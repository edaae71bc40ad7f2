// The tiers of a search by words. The first tier has the best matches, and the last has all matches (decision 0032).

import { onlyTasksMeant, tasksMeant } from './task-words.ts';

/**
 * The terms that satisfy one word of a search. They are any of `words`, any word that begins with `start`, and any of
 * `tasks` as the task of the row.
 */
export interface WordTerms {
  words: readonly string[];
  start?: string;
  tasks?: readonly string[];
}

/** Conditions on a row: it must satisfy each of `words`, in its id if `isInId` is true, otherwise anywhere. */
export interface TermQuery {
  words: readonly WordTerms[];
  isInId: boolean;
}

/**
 * Returns the tiers for the words as typed, best matches first. The last tier includes all earlier tiers:
 * 1. models of a task, if the words mean only this task;
 * 2. rows with the whole words in their id, then rows in whose id the last word begins a longer word;
 * 3. both tiers of step 2 again, with the words in the id, the tags or the task;
 * 4. models of a task, if some of the words mean this task.
 */
export function exactTiers(words: readonly string[]): TermQuery[] {
  const whole = words.map((word) => ({ words: [word] }));
  const begun = [...whole.slice(0, -1), { words: [], start: words.at(-1)! }];
  const tiers: TermQuery[] = [true, false].flatMap((isInId) =>
    [whole, begun].map((wanted) => ({ words: wanted, isInId })),
  );
  const meant = tasksMeant(words);
  if (meant.size === 0) return tiers;
  const tasks = onlyTasksMeant(words);
  if (tasks) tiers.unshift({ words: [{ words: [], tasks }], isInId: false });
  // Each of the words that together mean the task also accepts the task. So a row needs either the task or all of these
  // words.
  const orTask = begun.map((wanted, at) => {
    const tasks = meant.get(at);
    return tasks === undefined ? wanted : { ...wanted, tasks };
  });
  return [...tiers, { words: orTask, isInId: false }];
}

/** Returns the tiers for similar words. `similar` has the similar words for each word of the search. */
export function similarTiers(words: readonly string[], similar: readonly (readonly string[])[]): TermQuery[] {
  const start = words.at(-1)!;
  const wanted = similar.map((alike, at) => ({ words: alike, ...(at === similar.length - 1 ? { start } : {}) }));
  return [true, false].map((isInId) => ({ words: wanted, isInId }));
}
